import account from './en/account.json'
import admins from './en/admins.json'
import appOverview from './en/appOverview.json'
import appSettings from './en/appSettings.json'
import apps from './en/apps.json'
import attention from './en/attention.json'
import audit from './en/audit.json'
import branding from './en/branding.json'
import commands from './en/commands.json'
import connection from './en/connection.json'
import content from './en/content.json'
import dashboard from './en/dashboard.json'
import device from './en/device.json'
import desktop from './en/desktop.json'
import filters from './en/filters.json'
import game from './en/game.json'
import gameScreens from './en/gameScreens.json'
import health from './en/health.json'
import jobs from './en/jobs.json'
import keys from './en/keys.json'
import lists from './en/lists.json'
import loginMethods from './en/login-methods.json'
import pictures from './en/pictures.json'
import policies from './en/policies.json'
import menu from './en/menu.json'
import roles from './en/roles.json'
import secrets from './en/secrets.json'
import server from './en/server.json'
import session from './en/session.json'
import setup from './en/setup.json'
import shell from './en/shell.json'
import signingKeys from './en/signingKeys.json'
import statistics from './en/statistics.json'
import transactions from './en/transactions.json'
import users from './en/users.json'
import version from './en/version.json'
import webhookScreens from './en/webhookScreens.json'

/** The English messages of all features, except for those of `en-game.ts`, `en-connections.ts`, `en-device.ts` and `en-webhooks.ts`: an import and a name for each file in the folder `en`. */
export const english = {
  ...account,
  ...admins,
  ...appOverview,
  ...appSettings,
  ...apps,
  ...attention,
  ...audit,
  ...branding,
  ...commands,
  ...connection,
  ...content,
  ...dashboard,
  ...desktop,
  ...device,
  ...filters,
  ...game,
  ...gameScreens,
  ...health,
  ...jobs,
  ...keys,
  ...lists,
  ...loginMethods,
  ...pictures,
  ...policies,
  ...roles,
  ...menu,
  ...secrets,
  ...server,
  ...session,
  ...setup,
  ...shell,
  ...signingKeys,
  ...statistics,
  ...transactions,
  ...users,
  ...version,
  ...webhookScreens,
}
