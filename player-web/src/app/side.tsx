import { BrandMark } from '../components/brand-mark.tsx'
import { useBrandText } from '../config/brand.ts'
import { useConfig } from '../config/config.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { TabLinks } from './tab-bar.tsx'

/** Shown beside the column on a wide screen: the app's name, and its sections. */
export const Side = ({ hasWallet, hasTabs }: { hasWallet: boolean; hasTabs: boolean }) => {
  const t = useTranslate()
  const brandText = useBrandText()
  const { app } = useConfig()
  return (
    <aside className="side" aria-label={app.name}>
      <p className="side-brand">
        <BrandMark />
        {app.name}
      </p>
      <p className="side-words">{app.description ?? brandText('login')}</p>
      {hasTabs && (
        <nav className="side-nav" aria-label={t('nav.label')}>
          <TabLinks hasWallet={hasWallet} />
        </nav>
      )}
    </aside>
  )
}
