import { lazy, Suspense, useState } from 'react'
import { type Store, useStore } from '../store.ts'
import { isPaletteOpen, isSheetOpen } from './overlays.ts'
import { useShortcuts } from './shortcuts.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))

/** Whether something has been opened before: it is loaded then, and stays. */
const useOnceOpen = (store: Store<boolean>): boolean => {
  const isOpen = useStore(store)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen || isOpen
}

/** The palette and the sheet of shortcuts, and the keys that open them. */
export const OverlayLayer = () => {
  useShortcuts()
  const [hasPalette, hasSheet] = [useOnceOpen(isPaletteOpen), useOnceOpen(isSheetOpen)]
  return (
    <Suspense>
      {hasPalette && <Palette />}
      {hasSheet && <ShortcutSheet />}
    </Suspense>
  )
}
