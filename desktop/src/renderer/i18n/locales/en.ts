import account from './en/account.json'
import admins from './en/admins.json'
import appOverview from './en/appOverview.json'
import appSettings from './en/appSettings.json'
import apps from './en/apps.json'
import attention from './en/attention.json'
import audit from './en/audit.json'
import boards from './en/boards.json'
import branding from './en/branding.json'
import commands from './en/commands.json'
import connection from './en/connection.json'
import content from './en/content.json'
import dashboard from './en/dashboard.json'
import desktop from './en/desktop.json'
import fairPlay from './en/fairPlay.json'
import filters from './en/filters.json'
import game from './en/game.json'
import gameRules from './en/gameRules.json'
import gameStats from './en/gameStats.json'
import gameTasks from './en/gameTasks.json'
import health from './en/health.json'
import jobs from './en/jobs.json'
import keys from './en/keys.json'
import lists from './en/lists.json'
import loginMethods from './en/login-methods.json'
import payouts from './en/payouts.json'
import pictures from './en/pictures.json'
import policies from './en/policies.json'
import menu from './en/menu.json'
import secrets from './en/secrets.json'
import server from './en/server.json'
import session from './en/session.json'
import setup from './en/setup.json'
import shell from './en/shell.json'
import signingKeys from './en/signingKeys.json'
import squads from './en/squads.json'
import statistics from './en/statistics.json'
import transactions from './en/transactions.json'
import users from './en/users.json'
import version from './en/version.json'

/** The English messages of all features: an import and a name here for each file in the folder `en`. */
export const english = {
  ...account,
  ...admins,
  ...appOverview,
  ...appSettings,
  ...apps,
  ...attention,
  ...audit,
  ...boards,
  ...branding,
  ...commands,
  ...connection,
  ...content,
  ...dashboard,
  ...desktop,
  ...fairPlay,
  ...filters,
  ...game,
  ...gameRules,
  ...gameStats,
  ...gameTasks,
  ...health,
  ...jobs,
  ...keys,
  ...lists,
  ...loginMethods,
  ...payouts,
  ...pictures,
  ...policies,
  ...menu,
  ...secrets,
  ...server,
  ...session,
  ...setup,
  ...shell,
  ...signingKeys,
  ...squads,
  ...statistics,
  ...transactions,
  ...users,
  ...version,
}
