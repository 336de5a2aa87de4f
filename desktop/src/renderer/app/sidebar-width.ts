import { useSyncExternalStore } from 'react'
import { createStoredChoice } from '../store.ts'

/** Where words beside the screen would take half of the window. Absent in tests under Node. */
const small = globalThis.window?.matchMedia('(max-width: 40rem)')

const ofWindow = createStoredChoice('Sidebar', ['wide', 'narrow'])
const ofSmallWindow = createStoredChoice('SidebarOfSmallWindow', ['narrow', 'wide'])
const choice = () => (small?.matches ? ofSmallWindow : ofWindow)

const subscribe = (listener: () => void) => {
  const ends = [ofWindow.subscribe(listener), ofSmallWindow.subscribe(listener)]
  small?.addEventListener('change', listener)
  return () => {
    for (const end of ends) end()
    small?.removeEventListener('change', listener)
  }
}

const isNarrow = () => choice().get() === 'narrow'

/** Whether the sidebar shows icons only: in a small window at first, in others by choice. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, isNarrow)

/** Shows or hides the words of the sidebar. */
export const toggleSidebar = (): void => choice().set(isNarrow() ? 'wide' : 'narrow')
