import type { AccountChangeNeeds } from '../account-changes/needs.ts'
import type { GameServices } from '../game/needs.ts'
import type { RingAccountNeeds } from '../game/open-account.ts'

/** What operators and partners need to manage users: notices, ends of sessions, and the users' places on boards. */
export type UserManagementNeeds = AccountChangeNeeds & RingAccountNeeds & Pick<GameServices, 'boards'>
