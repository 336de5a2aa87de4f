import { createStore } from '../../store.ts'

/**
 * Whether the operator has just made the first admin and is still being guided. The address changes after the session is
 * known to have begun, so that for a moment the start page is the one to show.
 */
export const isFirstTime = createStore(false)
