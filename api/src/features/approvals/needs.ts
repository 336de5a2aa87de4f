import type { AllHandlers } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'

/**
 * The handlers of all calls, over a transaction that is under way. What they would forget from caches is pushed to `afterwards`:
 * until the commit, a reader would cache the old state again.
 */
export type HandlersIn = (tx: Tx, afterwards: (() => void)[]) => AllHandlers

/** What holding a call needs. */
export type HoldNeeds = Pick<Platform, 'db' | 'keys' | 'attempts' | 'settings' | 'mailer'>

export interface ApprovalNeeds extends HoldNeeds, Pick<Platform, 'clock'> {
  handlersIn: HandlersIn
}
