import { createStore } from '../lib/store.ts'

/** Whether the server no longer takes the session while screens are open: a dialog then asks to sign in again. */
export const hasEnded = createStore(false)
