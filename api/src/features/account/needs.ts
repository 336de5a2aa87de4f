import type { AccountChangeNeeds } from '../account-changes/needs.ts'
import type { RingAccountNeeds } from '../game/open-account.ts'

/** What the player's own account needs. A referrer that is set later pays a reward of the tap game. */
export type AccountNeeds = AccountChangeNeeds & RingAccountNeeds
