import type { LoginNeeds } from '../login/needs.ts'
import type { Notices } from './notices.ts'

/** What changes of an account need: they verify credentials as logins do, and notify the user. */
export interface AccountChangeNeeds extends LoginNeeds {
  notices: Notices
}
