import { createStore } from '../lib/store.ts'

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false)

/** Whether the sheet of shortcuts is open. */
export const isSheetOpen = createStore(false)
