import type { Platform } from '../../resources.ts'
import type { LoginApps } from '../apps/login-apps.ts'

/** What the set-up of login methods and its tests need. */
export interface LoginMethodNeeds extends Pick<
  Platform,
  'db' | 'keys' | 'settings' | 'attempts' | 'mailer' | 'outbound' | 'guardedOutbound'
> {
  loginApps: LoginApps
}
