import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../store.ts'

/** Something an operator can do, by the palette or by its shortcut. */
export interface Command {
  /** Unique, such as `apps.create`. */
  id: string
  title: string
  /** After the title: whose it is, or where it leads. */
  hint?: string
  icon?: LucideIcon
  /** Further words by which the palette finds it. */
  words?: string
  /** One key, or two pressed one after the other: `c`, `g a`. Lower case letters. */
  shortcut?: string
  run: () => void
}

const registered = createStore<readonly Command[]>([])

/**
 * Registers what can be done on a screen while it is shown: `useCommands([{ id: 'apps.create', title, run }])`. The list
 * may be a new one at each rendering; `run` is always the latest one.
 */
export const useCommands = (commands: readonly Command[]): void => {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const shown = commands.map(({ id, title, hint, shortcut }) => [id, title, hint, shortcut].join(' ')).join('\n')
  useEffect(() => {
    const entries = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }))
    registered.set([...registered.get(), ...entries])
    return () => registered.set(registered.get().filter((entry) => !entries.includes(entry)))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Registered again only when what is shown of them changes.
  }, [shown])
}

/** The commands of the screen that is shown. */
export const useScreenCommands = (): readonly Command[] => useStore(registered)
