import type { Platform } from '../../resources.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { TokenKeySet } from '../signing-keys/token-keys.ts'
import type { LoginApps } from './login-apps.ts'

/** What the management of apps needs. */
export interface AppNeeds extends Pick<Platform, 'db' | 'keys' | 'settings'> {
  sessions: Sessions
  tokenKeys: TokenKeySet
  loginApps: LoginApps
}
