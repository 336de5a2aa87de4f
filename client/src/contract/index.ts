import { account } from './account.ts'
import { adminInvitations } from './admin-invitations.ts'
import { adminPasskeys } from './admin-passkeys.ts'
import { admins, adminSessions, setup } from './admins.ts'
import { approvals, fourEyes } from './approvals.ts'
import { apps } from './apps.ts'
import { appSecrets } from './app-secrets.ts'
import { appGame } from './app-game.ts'
import { appTokens } from './app-tokens.ts'
import { attention } from './attention.ts'
import { audit } from './audit.ts'
import { bind } from './bind.ts'
import { database } from './database.ts'
import { deviceLogins } from './device-logins.ts'
import { dryRun } from './dry-run.ts'
import type * as endpoints from './endpoints/index.ts'
import { appEthereum, ethereum } from './ethereum.ts'
import { health } from './health.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { dapps } from './dapps.ts'
import { gameCenters } from './game-centers.ts'
import { dappPermissions } from './dapp-permissions.ts'
import { game } from './game.ts'
import { gamePlayers, gameRules } from './game-admin.ts'
import { ringClaims, treasury } from './game-claims.ts'
import { gameBoards } from './game-boards.ts'
import { gameTasks } from './game-task-admin.ts'
import { appTasks } from './game-tasks.ts'
import { gameStats } from './game-stats.ts'
import { gameReviews } from './game-reviews.ts'
import { knownTokens } from './known-tokens.ts'
import { logs } from './logs.ts'
import { login } from './login.ts'
import { loginMethodSetups } from './login-methods.ts'
import { oidcConnections } from './oidc-connections.ts'
import { connectedApps, oidcClients } from './oidc-clients.ts'
import { oidcResources } from './oidc-resources.ts'
import { passkeys } from './passkeys.ts'
import { pictures } from './pictures.ts'
import { player } from './player.ts'
import { appDeletions, deletions, privacy } from './privacy.ts'
import { appTermsAcceptances, terms } from './terms.ts'
import { appSolana, solana } from './solana.ts'
import { secondFactor } from './second-factor.ts'
import { serviceTokens } from './service-tokens.ts'
import { signingKeys } from './signing-keys.ts'
import { gameSquads, squads } from './squads.ts'
import { stats } from './stats.ts'
import { adminTransactions, appTransactions, transactions } from './transactions.ts'
import { users } from './admin-users.ts'
import { appUsers } from './app-users.ts'
import { content } from './strapi-content.ts'
import { appVara, vara } from './vara.ts'
import { walletPolicies } from './wallet-policies.ts'
import { adminWallets, appWallets, wallets } from './wallets.ts'
import { webhooks } from './webhooks.ts'

type Table = typeof endpoints
/** A route for each endpoint. Of a route its method and caller are compared alone: whole routes would cost the compiler seconds. */
type RoutesOfEndpoints = {
  [G in keyof Table]: { [V in keyof Table[G]]: Pick<Table[G][V], Extract<keyof Table[G][V], 'method' | 'auth'>> }
}

/** Every call of the API: group, then verb. */
export const contract = {
  setup,
  admins,
  adminSessions,
  adminInvitations,
  adminPasskeys,
  deviceLogins,
  secondFactor,
  serviceTokens,
  approvals,
  fourEyes,
  apps,
  appSecrets,
  loginMethods: loginMethodSetups,
  oidcConnections,
  webhooks,
  oidcClients,
  oidcResources,
  users,
  deletions,
  terms,
  adminTransactions,
  adminWallets,
  audit,
  stats,
  health,
  database,
  logs,
  jobs,
  attention,
  signingKeys,
  keys,
  appUsers,
  appDeletions,
  appTermsAcceptances,
  login,
  passkeys,
  account,
  privacy,
  bind,
  solana,
  appSolana,
  ethereum,
  appEthereum,
  vara,
  appVara,
  wallets,
  appWallets,
  transactions,
  appTransactions,
  appTokens,
  walletPolicies: { ...walletPolicies, dryRun },
  knownTokens,
  dapps,
  gameCenters,
  pictures,
  content,
  player,
  dappPermissions,
  connectedApps,
  game,
  gameRules,
  gamePlayers,
  gameBoards,
  squads,
  gameSquads,
  gameTasks,
  appTasks,
  appGame,
  gameStats,
  gameReviews,
  ringClaims,
  treasury,
} satisfies RoutesOfEndpoints
export type Contract = typeof contract
