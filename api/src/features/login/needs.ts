import type { Platform } from '../../resources.ts'
import type { IsContractSignature } from '../../lib/wallet-login/contract-wallet.ts'
import type { LoginApps } from '../apps/login-apps.ts'
import type { Avatars } from '../avatars/avatars.ts'
import type { OidcConnections } from '../oidc-connections/connections.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { FailedLogins } from './failed-logins.ts'
import type { LoginOutcomes } from './outcomes.ts'

type LoginPlatform = Pick<Platform, 'db' | 'keys' | 'settings' | 'attempts' | 'mailer' | 'outbound' | 'providers'>

/** What logins need. */
export interface LoginNeeds extends LoginPlatform {
  sessions: Sessions
  loginApps: LoginApps
  avatars: Avatars
  /** Whether a contract wallet says that a signature is its own. */
  isContractSignature: IsContractSignature
  /** The connections of apps to OpenID providers. */
  oidc: OidcConnections
  failedLogins: FailedLogins
  /** Whether logins by each method of an app work. */
  loginOutcomes: LoginOutcomes
}
