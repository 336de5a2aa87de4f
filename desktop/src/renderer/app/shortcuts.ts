import { useEffect, useRef } from 'react'
import { useAllCommands } from './all-commands.ts'
import { isOverlayShown, isPaletteOpen } from './overlays.ts'
import { createKeySequence, isPaletteKey, keyOf } from './shortcut-keys.ts'

/** Where keys are text, or belong to a menu or dialog that is open. */
const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) ||
  isOverlayShown('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')

/** Runs commands by their shortcuts, and opens the palette with Ctrl+K or ⌘K. */
export const useShortcuts = (): void => {
  const groups = useAllCommands()
  const latest = useRef(groups)
  useEffect(() => {
    latest.current = groups
  })
  useEffect(() => {
    const next = createKeySequence()
    const find = (shortcut: string) =>
      latest.current.flatMap(({ commands }) => commands).find((command) => command.shortcut === shortcut)
    const press = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        isPaletteOpen.set(!isPaletteOpen.get())
        return
      }
      const key = keyOf(event)
      if (!key || event.defaultPrevented || event.repeat || isElsewhere(event.target)) return
      const command = next(key, event.timeStamp, find)
      if (!command) return
      event.preventDefault()
      command.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
