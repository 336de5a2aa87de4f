import { Kbd } from '@openauth/ui/kbd'
import Search from 'lucide-react/icons/search'
import { useTranslate } from '../i18n/i18n.ts'
import { isPaletteOpen } from './overlays.ts'
import { paletteKeys } from './shortcut-keys.ts'

/** Opens the command palette. */
export const SearchButton = () => {
  const t = useTranslate()
  return (
    <button type="button" className="search-button" onClick={() => isPaletteOpen.set(true)}>
      <Search size={14} aria-hidden="true" />
      <span>{t('commands.open')}</span>
      <Kbd keys={paletteKeys()} />
    </button>
  )
}
