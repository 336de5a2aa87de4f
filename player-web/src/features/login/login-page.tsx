import { useOpenAuth } from '@openauth/client/react'
import { Link, Navigate } from 'react-router-dom'
import { useTranslate } from '../../i18n/i18n.ts'
import { LanguageChoice } from '../../components/language-choice.tsx'
import { BrandMark } from '../../components/brand-mark.tsx'
import splash from '../../components/splash.svg'
import { useBrandText } from '../../config/brand.ts'
import { Title } from '../../config/title.tsx'
import { useConfig } from '../../config/config.ts'
import { safeHref } from '../../lib/safe-link.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import './login-page.css'

/** A translated sentence with a link at the place that the language requires. */
const PrivacyNotice = () => {
  const t = useTranslate()
  const [before, after] = t('login.privacy', { policy: '\n' }).split('\n')
  return (
    <p className="note">
      {before}
      <Link to="/privacy">{t('login.privacyPolicy')}</Link>
      {after}
    </p>
  )
}

/** The first page. Users who are logged in are redirected to the earn page. */
export const LoginPage = () => {
  const t = useTranslate()
  const { isAuthorized } = useOpenAuth()
  const { app } = useConfig()
  const brandText = useBrandText()
  if (isAuthorized) return <Navigate to="/earn" replace />
  return (
    <div className="login-page">
      <Title>{t('login.logIn')}</Title>
      <img className="splash" src={safeHref(app.brand.loginPictureUrl) ?? splash} width={450} height={420} alt="" />
      <div className="login-words">
        <p className="login-brand">
          {app.brand.logoUrl !== null && <BrandMark />}
          {app.name}
        </p>
        <h1>{brandText('login')}</h1>
        <LoginButton />
        <PrivacyNotice />
        <LanguageChoice />
      </div>
    </div>
  )
}
