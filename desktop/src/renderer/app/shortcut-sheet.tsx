import { Dialog } from '@openauth/ui/dialog'
import { Kbd } from '@openauth/ui/kbd'
import { useTranslate } from '../i18n/i18n.ts'
import { useStore } from '../store.ts'
import { useAllCommands } from './all-commands.ts'
import { isSheetOpen } from './overlays.ts'
import { keysOf, paletteKeys } from './shortcut-keys.ts'
import './shortcut-sheet.css'

const Line = ({ title, keys }: { title: string; keys: string[] }) => (
  <li>
    <span>{title}</span>
    <Kbd keys={keys} />
  </li>
)

/** All shortcuts that work now. */
export const ShortcutSheet = () => {
  const t = useTranslate()
  const groups = useAllCommands()
    .map(({ title, commands }) => ({ title, commands: commands.filter(({ shortcut }) => shortcut) }))
    .filter(({ commands }) => commands.length > 0)
  return (
    <Dialog title={t('commands.shortcuts')} open={useStore(isSheetOpen)} onOpenChange={(open) => isSheetOpen.set(open)}>
      <ul className="shortcuts">
        <Line title={t('commands.open')} keys={paletteKeys()} />
      </ul>
      {groups.map(({ title, commands }) => (
        <section key={title}>
          <h3 className="shortcuts-title">{title}</h3>
          <ul className="shortcuts">
            {commands.map((command) => (
              <Line key={command.id} title={command.title} keys={keysOf(command.shortcut) ?? []} />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
