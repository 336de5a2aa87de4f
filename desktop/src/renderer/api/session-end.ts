import { createStore } from '../store.ts'

/** Whether the server refuses the session while screens are open: a dialog then asks to sign in again. */
export const hasEnded = createStore(false)

let renewals = 0

/** How often the operator has signed in again. A call that began at a lower count was made with an earlier session. */
export const countRenewals = (): number => renewals

/** Notes that the operator has signed in again. */
export const renewSession = (): void => {
  renewals += 1
  hasEnded.set(false)
}
