import type { Deps } from './deps.ts'
import { accountHandlers } from './features/account/handlers.ts'
import { adminHandlers, adminSessionHandlers } from './features/admins/handlers.ts'
import { setupHandlers } from './features/admins/setup.ts'
import { appSecretHandlers } from './features/app-secrets/handlers.ts'
import { appTokenHandlers } from './features/app-tokens/handlers.ts'
import { appHandlers } from './features/apps/handlers.ts'
import { attentionHandlers } from './features/attention/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { statsHandlers } from './features/statistics/handlers.ts'
import { deviceLoginHandlers } from './features/device-logins/handlers.ts'
import { bindHandlers } from './features/bind/handlers.ts'
import { dappHandlers } from './features/content/dapps.ts'
import { gameCenterHandlers } from './features/content/game-centers.ts'
import { pictureHandlers } from './features/pictures/handlers.ts'
import { contentHandlers } from './features/content/player-lists.ts'
import { dappPermissionHandlers } from './features/dapp-permissions/handlers.ts'
import { appEthereumHandlers, ethereumHandlers } from './features/transfers/chains/evm/handlers.ts'
import { ringClaimHandlers } from './features/game/payouts/handlers.ts'
import { treasuryHandlers } from './features/game/payouts/treasury-handlers.ts'
import { gameBoardHandlers } from './features/game/boards/admin-handlers.ts'
import { gamePlayerHandlers, gameRulesHandlers, gameStatsHandlers } from './features/game/admin-handlers.ts'
import { gameReviewHandlers } from './features/game/fair-play/admin-handlers.ts'
import { gameHandlers } from './features/game/handlers.ts'
import { gameSquadHandlers, squadHandlers } from './features/game/squads/handlers.ts'
import { appGameHandlers } from './features/game/app-handlers.ts'
import { appTaskHandlers } from './features/game/tasks/app-handlers.ts'
import { gameTaskHandlers } from './features/game/tasks/operators/handlers.ts'
import { healthHandlers, jobHandlers } from './features/health/handlers.ts'
import { keyHandlers } from './features/keys/handlers.ts'
import { adminTransactionHandlers, appTransactionHandlers, transactionHandlers } from './features/transfers/handlers.ts'
import { loginHandlers } from './features/login/handlers.ts'
import { loginMethodHandlers } from './features/login-methods/handlers.ts'
import { oidcConnectionHandlers } from './features/oidc-connections/handlers.ts'
import { passkeyHandlers } from './features/passkeys/handlers.ts'
import { playerHandlers } from './features/player/handlers.ts'
import { walletPolicyHandlers } from './features/policies/handlers.ts'
import { signingKeyHandlers } from './features/signing-keys/handlers.ts'
import { appSolanaHandlers, solanaHandlers } from './features/transfers/chains/solana/handlers.ts'
import { knownTokenHandlers } from './features/tokens/handlers.ts'
import { userHandlers } from './features/users/admin-handlers.ts'
import { appUserHandlers } from './features/users/app-handlers.ts'
import { appVaraHandlers, varaHandlers } from './features/transfers/chains/vara/handlers.ts'
import { adminWalletHandlers, appWalletHandlers, walletHandlers } from './features/wallets/handlers.ts'
import type { createHome } from './features/player/home.ts'
import type { AllHandlers } from './mount.ts'

/** The handlers of all calls of the contract, by group. */
export const createHandlers = (deps: Deps, home: ReturnType<typeof createHome>): AllHandlers => ({
  setup: setupHandlers(deps),
  admins: adminHandlers(deps),
  adminSessions: adminSessionHandlers(deps),
  deviceLogins: deviceLoginHandlers(deps),
  apps: appHandlers(deps),
  appSecrets: appSecretHandlers(deps),
  loginMethods: loginMethodHandlers(deps),
  oidcConnections: oidcConnectionHandlers(deps),
  users: userHandlers(deps),
  adminTransactions: adminTransactionHandlers(deps),
  adminWallets: adminWalletHandlers(deps),
  audit: auditHandlers(deps),
  stats: statsHandlers(deps),
  attention: attentionHandlers(deps),
  signingKeys: signingKeyHandlers(deps),
  health: healthHandlers(deps),
  jobs: jobHandlers(deps),
  keys: keyHandlers(deps),
  appUsers: appUserHandlers(deps),
  login: loginHandlers(deps),
  passkeys: passkeyHandlers(deps),
  account: accountHandlers(deps),
  bind: bindHandlers(deps),
  solana: solanaHandlers(deps),
  appSolana: appSolanaHandlers(deps),
  ethereum: ethereumHandlers(deps),
  appEthereum: appEthereumHandlers(deps),
  vara: varaHandlers(deps),
  appVara: appVaraHandlers(deps),
  wallets: walletHandlers(deps),
  appWallets: appWalletHandlers(deps),
  transactions: transactionHandlers(deps),
  appTransactions: appTransactionHandlers(deps),
  appTokens: appTokenHandlers(deps),
  walletPolicies: walletPolicyHandlers(deps),
  knownTokens: knownTokenHandlers(deps),
  dapps: dappHandlers(deps),
  gameCenters: gameCenterHandlers(deps),
  pictures: pictureHandlers(deps),
  content: contentHandlers(deps),
  dappPermissions: dappPermissionHandlers(deps),
  game: gameHandlers(deps),
  gameRules: gameRulesHandlers(deps),
  gamePlayers: gamePlayerHandlers(deps),
  gameBoards: gameBoardHandlers(deps),
  ringClaims: ringClaimHandlers(deps),
  treasury: treasuryHandlers(deps),
  squads: squadHandlers(deps),
  gameSquads: gameSquadHandlers(deps),
  gameTasks: gameTaskHandlers(deps),
  appTasks: appTaskHandlers(deps),
  appGame: appGameHandlers(deps),
  gameStats: gameStatsHandlers(deps),
  gameReviews: gameReviewHandlers(deps),
  player: playerHandlers(deps, home),
})
