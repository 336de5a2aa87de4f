import { createStore } from '../lib/store.ts'

/** Whether the server no longer takes the session while screens are open: a dialog then asks to sign in again. */
export const hasEnded = createStore(false)

let renewals = 0

/** How often a session has followed one that ended. A call that began before the last one had the session before. */
export const countRenewals = (): number => renewals

/** Notes that the operator has signed in again. */
export const renewSession = (): void => {
  renewals += 1
  hasEnded.set(false)
}
