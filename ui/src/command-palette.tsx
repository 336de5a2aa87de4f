import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { type PaletteCommand, type PaletteGroup, rankCommands } from './command-rank.ts'
import { Kbd } from './kbd.tsx'
import { Spinner } from './spinner.tsx'
import { useWords } from './words.tsx'
import './overlay.css'
import './dialog.css'
import './popup.css'
import './command-palette.css'

export type { PaletteCommand, PaletteGroup }

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly PaletteGroup[]
  /** Called while typing, to ask a server for more. */
  onSearch?: ((text: string) => void) | undefined
  isLoading?: boolean | undefined
  placeholder?: string | undefined
}

const Item = ({ command, onRun }: { command: PaletteCommand; onRun: (command: PaletteCommand) => void }) => (
  <Command.Item value={command.id} className="ui-item" onSelect={() => onRun(command)}>
    {command.icon}
    <span className="ui-item-text">
      {command.title}
      {command.hint && <span className="ui-item-hint">{command.hint}</span>}
    </span>
    {command.keys && <Kbd keys={command.keys} />}
  </Command.Item>
)

/** The chosen command: the first one, also when an answer arrives later, until the operator chooses another. */
const useChosen = (first: string | undefined) => {
  const [chosen, setChosen] = useState('')
  const hasMoved = useRef(false)
  useEffect(() => {
    if (!hasMoved.current) setChosen(first ?? '')
  }, [first])
  return {
    chosen,
    setChosen,
    onMove: () => {
      hasMoved.current = true
    },
    onType: () => {
      hasMoved.current = false
    },
  }
}

const Commands = ({ groups, onSearch, isLoading, placeholder, onOpenChange }: CommandPaletteProps) => {
  const words = useWords()
  const [text, setText] = useState('')
  const ranked = rankCommands(groups, text)
  const { chosen, setChosen, onMove, onType } = useChosen(ranked[0]?.commands[0]?.id)
  const type = (next: string) => {
    onType()
    setText(next)
    onSearch?.(next)
  }
  const run = (command: PaletteCommand) => {
    onOpenChange(false)
    command.onRun()
  }
  return (
    <Command
      label={words.commands}
      loop
      shouldFilter={false}
      value={chosen}
      onValueChange={setChosen}
      onKeyDown={({ key }) => key.startsWith('Arrow') && onMove()}
      onPointerMove={onMove}
    >
      <div className="ui-palette-search">
        {isLoading ? <Spinner size={16} /> : <Search size={16} />}
        <Command.Input value={text} onValueChange={type} placeholder={placeholder ?? words.search} />
        <Kbd keys={['Esc']} />
      </div>
      <Command.List className="ui-palette-list" label={words.commands}>
        <Command.Empty className="ui-palette-empty">{isLoading ? `${words.loading} …` : words.noMatches}</Command.Empty>
        {ranked.map(({ title, commands }) => (
          <Command.Group key={title} heading={title}>
            {commands.map((command) => (
              <Item key={command.id} command={command} onRun={run} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

/** Everything by its name: type, choose with the arrow keys, Enter runs it. */
export const CommandPalette = (props: CommandPaletteProps) => {
  const words = useWords()
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => props.onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-backdrop" />
        <Dialog.Popup className="ui-overlay ui-palette" aria-label={words.commands}>
          <Commands {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
