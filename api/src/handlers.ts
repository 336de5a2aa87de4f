import { accountHandlers } from './features/account/handlers.ts'
import { bindHandlers } from './features/account-changes/handlers.ts'
import { adminHandlers } from './features/admins/handlers.ts'
import { adminInvitationHandlers } from './features/admins/invitation-handlers.ts'
import { adminPasskeyHandlers } from './features/admins/passkey-handlers.ts'
import { secondFactorHandlers } from './features/admins/second-factor-handlers.ts'
import { serviceTokenHandlers } from './features/admins/service-token-handlers.ts'
import { adminSessionHandlers } from './features/admins/session-handlers.ts'
import { setupHandlers } from './features/admins/setup.ts'
import { appSecretHandlers } from './features/app-secrets/handlers.ts'
import { appTokenHandlers } from './features/app-tokens/handlers.ts'
import { approvalHandlers } from './features/approvals/handlers.ts'
import type { HandlersIn } from './features/approvals/needs.ts'
import { fourEyesHandlers } from './features/approvals/setting.ts'
import { appHandlers } from './features/apps/handlers.ts'
import { attentionHandlers } from './features/attention/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { deviceLoginHandlers } from './features/device-logins/handlers.ts'
import { contentGroups } from './features/content/feature.ts'
import { dappPermissionHandlers } from './features/dapp-permissions/handlers.ts'
import { gameGroups } from './features/game/feature.ts'
import { logHandlers } from './features/logs/handlers.ts'
import { databaseHandlers } from './features/recovery/handlers.ts'
import { healthHandlers, jobHandlers } from './features/health/handlers.ts'
import { keyHandlers } from './features/keys/handlers.ts'
import { loginHandlers } from './features/login/handlers.ts'
import { loginMethodHandlers } from './features/login-methods/handlers.ts'
import { oidcConnectionHandlers } from './features/oidc-connections/handlers.ts'
import { connectedAppHandlers, oidcClientHandlers } from './features/oidc-provider/handlers.ts'
import { oidcResourceHandlers } from './features/oidc-provider/resources.ts'
import { passkeyHandlers } from './features/passkeys/handlers.ts'
import { pictureHandlers } from './features/pictures/handlers.ts'
import { appDeletionHandlers, deletionHandlers, privacyHandlers } from './features/privacy/handlers.ts'
import { playerHandlers } from './features/player/handlers.ts'
import { walletPolicyHandlers } from './features/policies/handlers.ts'
import { signingKeyHandlers } from './features/signing-keys/handlers.ts'
import { statsHandlers } from './features/statistics/handlers.ts'
import { appTermsHandlers, termsHandlers } from './features/privacy/terms-handlers.ts'
import { knownTokenHandlers } from './features/tokens/handlers.ts'
import { transferGroups } from './features/transfers/feature.ts'
import { userHandlers } from './features/user-management/admin-handlers.ts'
import { appUserHandlers } from './features/user-management/app-handlers.ts'
import { webhookHandlers } from './features/webhooks/handlers.ts'
import { adminWalletHandlers, appWalletHandlers, walletHandlers } from './features/wallets/handlers.ts'
import { databaseIn } from './db.ts'
import type { LogTail } from './lib/log-tail.ts'
import type { RequestCounts } from './lib/request-counts.ts'
import type { AllHandlers } from './handler.ts'
import type { Services } from './services.ts'

type HandlerServices = Services & { logTail: LogTail | undefined; requestCounts: RequestCounts }

/** A cache that is told after a transaction what to forget. */
const forgetting = <C extends { invalidate: (...args: never[]) => void }>(cache: C, afterwards: (() => void)[]): C => ({
  ...cache,
  invalidate: (...args: never[]) => void afterwards.push(() => cache.invalidate(...args)),
})

/** The handlers over a transaction that is under way. */
const handlersIn =
  (services: HandlerServices): HandlersIn =>
  (tx, afterwards) =>
    createHandlers({
      ...services,
      db: databaseIn(services.db, tx),
      sessions: forgetting(services.sessions, afterwards),
      loginApps: forgetting(services.loginApps, afterwards),
      oidc: forgetting(services.oidc, afterwards),
      gameRules: forgetting(services.gameRules, afterwards),
      tokenNames: forgetting(services.tokenNames, afterwards),
    })

/** The handlers of all calls of the contract, by group. Each feature takes of the services what it needs. */
export const createHandlers = (services: HandlerServices): AllHandlers => ({
  setup: setupHandlers(services),
  admins: adminHandlers(services),
  adminSessions: adminSessionHandlers(services),
  adminInvitations: adminInvitationHandlers(services),
  adminPasskeys: adminPasskeyHandlers(services),
  deviceLogins: deviceLoginHandlers(services),
  secondFactor: secondFactorHandlers(services),
  serviceTokens: serviceTokenHandlers(services),
  approvals: approvalHandlers({ ...services, handlersIn: handlersIn(services) }),
  fourEyes: fourEyesHandlers(services),
  apps: appHandlers(services),
  appSecrets: appSecretHandlers(services),
  webhooks: webhookHandlers(services),
  loginMethods: loginMethodHandlers(services),
  oidcConnections: oidcConnectionHandlers(services),
  oidcClients: oidcClientHandlers(services),
  oidcResources: oidcResourceHandlers(services),
  users: userHandlers(services),
  deletions: deletionHandlers(services),
  terms: termsHandlers(services),
  appUsers: appUserHandlers(services),
  appDeletions: appDeletionHandlers(services),
  appTermsAcceptances: appTermsHandlers(services),
  audit: auditHandlers(services),
  stats: statsHandlers(services),
  attention: attentionHandlers(services),
  signingKeys: signingKeyHandlers(services),
  health: healthHandlers(services),
  database: databaseHandlers(services),
  logs: logHandlers(services),
  jobs: jobHandlers(services),
  keys: keyHandlers(services),
  login: loginHandlers(services),
  passkeys: passkeyHandlers(services),
  account: accountHandlers(services),
  privacy: privacyHandlers(services),
  bind: bindHandlers(services),
  ...transferGroups(services),
  wallets: walletHandlers(services),
  adminWallets: adminWalletHandlers(services),
  appWallets: appWalletHandlers(services),
  walletPolicies: walletPolicyHandlers(services),
  appTokens: appTokenHandlers(services),
  knownTokens: knownTokenHandlers(services),
  ...contentGroups(services),
  pictures: pictureHandlers(services),
  dappPermissions: dappPermissionHandlers(services),
  connectedApps: connectedAppHandlers(services),
  ...gameGroups(services),
  player: playerHandlers(services),
})
