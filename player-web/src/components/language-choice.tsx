import { useId } from 'react'
import { chooseLocale, useLocale, useTranslate } from '../i18n/i18n.ts'
import { type Locale, locales } from '../i18n/locales.ts'
import { Icon } from './icon.tsx'
import './language-choice.css'

/** The page's language, each by its own name. */
export const LanguageChoice = () => {
  const t = useTranslate()
  const locale = useLocale()
  const id = useId()
  return (
    <div className="language">
      <Icon name="language" />
      <label htmlFor={id}>{t('wallet.language')}</label>
      <select id={id} value={locale} onChange={({ target }) => void chooseLocale(target.value as Locale)}>
        {Object.entries(locales).map(([name, title]) => (
          <option key={name} value={name} lang={name}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
