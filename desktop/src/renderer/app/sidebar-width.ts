import { createStoredChoice, useStore } from '../lib/store.ts'

const width = createStoredChoice('Sidebar', ['wide', 'narrow'])

/** Whether the sidebar shows icons only. */
export const useIsNarrow = (): boolean => useStore(width) === 'narrow'

/** Shows or hides the words of the sidebar. */
export const toggleSidebar = (): void => width.set(width.get() === 'wide' ? 'narrow' : 'wide')
