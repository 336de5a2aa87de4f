import type { Platform } from '../../resources.ts'
import type { LoginApps } from '../apps/login-apps.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ProviderKeySet } from '../signing-keys/provider-keys.ts'

/** What an app needs to be an OpenID provider. */
export interface OidcProviderNeeds extends Pick<Platform, 'db' | 'keys' | 'settings' | 'attempts' | 'guardedOutbound'> {
  loginApps: LoginApps
  sessions: Sessions
  providerKeys: ProviderKeySet
}
