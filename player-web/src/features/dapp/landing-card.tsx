import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../components/avatar.tsx'
import { Title } from '../../config/title.tsx'
import { useConfig } from '../../config/config.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import type { Registered } from './registered.ts'
import './landing-card.css'

/** Set by script, because the page's policy forbids inline styles in markup. */
const colorsOf = ({ bgColor, borderColor }: Registered): CSSProperties =>
  ({ '--dapp-ground': bgColor, '--dapp-border': borderColor }) as CSSProperties

const Artwork = ({ src }: { src: string | undefined }) => {
  const [isBroken, setIsBroken] = useState(false)
  if (src === undefined || isBroken) return null
  return <img className="dapp-art" src={src} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />
}

const Footer = () => {
  const t = useTranslate()
  const { supportEmail } = useConfig()
  return (
    <footer className="dapp-footer">
      <Link to="/privacy">{t('dapp.privacy')}</Link>
      {supportEmail !== null && (
        <a href={`mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`}>{t('dapp.support')}</a>
      )}
    </footer>
  )
}

/** The description of a dapp with a login button, for users who are not logged in. */
export const LandingCard = ({ dapp }: { dapp: Registered }) => {
  const t = useTranslate()
  const { name, description, logo, bgImg } = dapp
  return (
    <div className="dapp-landing">
      <Title>{name}</Title>
      <article className="dapp-card" style={colorsOf(dapp)}>
        <div className="dapp-scene">
          <Artwork src={bgImg} />
        </div>
        <div className="dapp-words">
          <span className="dapp-logo">
            <Avatar src={logo ?? null} name={name} size="large" />
          </span>
          <h1>{name}</h1>
          {description && <p className="dapp-description">{description}</p>}
          <p className="note">{t('dapp.loggedOut', { name })}</p>
          <LoginButton />
        </div>
      </article>
      <Footer />
    </div>
  )
}
