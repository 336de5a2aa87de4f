import { type App, defaultBrandNames, type PlayerLanguage } from '@openauth/client'
import type { CSSProperties } from 'react'
import { useTranslate } from '../../../i18n/i18n.ts'
import { type BrandValues, colourOf } from './brand-form.ts'
import { usePlayerWords } from './use-player-words.ts'

/** The place of a picture. Pictures of other sites are not loaded: they would see which apps operators open. */
const Picture = ({ className, address, name }: { className: string; address: string; name: string }) => (
  <div className={className}>
    <span dir="auto">{URL.canParse(address) ? `${name}: ${new URL(address).host}` : name}</span>
  </div>
)

interface Props {
  app: App
  values: BrandValues
  language: PlayerLanguage
}

/** The players' login page as it will be with what is in the fields. */
export const Preview = ({ app, values, language }: Props) => {
  const t = useTranslate()
  const words = usePlayerWords(language)
  const brand = values.name.trim() || defaultBrandNames.name
  const logo = values.logoUrl.trim() || (app.logoUrl ?? '')
  const style = { '--ui-accent': colourOf(values.color) } as CSSProperties
  const [before, after] = words('login.privacy', { policy: '\n' }).split('\n')
  return (
    <figure className="brand-preview" aria-label={t('branding.preview')}>
      <div className="brand-page" data-theme="dark" style={style} lang={language}>
        <Picture className="brand-picture" address={values.loginPictureUrl} name={t('branding.loginPictureUrl')} />
        <div className="brand-words">
          {logo !== '' && <Picture className="brand-logo" address={logo} name={t('branding.logoUrl')} />}
          <p className="brand-app" dir="auto">
            {app.name}
          </p>
          <p className="brand-title" dir="auto">
            {values.texts.login[language].trim() || words('login.explore', { brand })}
          </p>
          <span className="brand-button">{words('login.logIn')}</span>
          <p className="brand-note">
            {before}
            <span>{words('login.privacyPolicy')}</span>
            {after}
          </p>
        </div>
      </div>
      <figcaption>{t('branding.previewNote')}</figcaption>
    </figure>
  )
}
