import { createStore } from '../store.ts'

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false)

/** Whether the sheet of shortcuts is open. */
export const isSheetOpen = createStore(false)

/** Whether an element of these selectors is shown. A select that was open once stays in the document, hidden. */
export const isOverlayShown = (selectors: string): boolean =>
  [...document.querySelectorAll(selectors)].some((element) => element.getClientRects().length > 0)
