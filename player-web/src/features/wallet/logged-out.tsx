import { Highlights, Page } from '../../components/page.tsx'
import { useBrandText } from '../../config/brand.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import { SupportContact } from './support/support-contact.tsx'

/** The wallet page for users who are not logged in. */
export const LoggedOut = () => {
  const t = useTranslate()
  const brandText = useBrandText()
  return (
    <Page title={brandText('wallet')} isCentered>
      <p className="page-lead">{t('wallet.loggedOutHint')}</p>
      <LoginButton />
      <Highlights
        items={[
          { icon: 'send', title: t('wallet.sends'), hint: t('wallet.sendsHint') },
          { icon: 'shield', title: t('wallet.asks'), hint: t('wallet.asksHint') },
          { icon: 'history', title: t('wallet.tells'), hint: t('wallet.tellsHint') },
        ]}
      />
      <SupportContact />
    </Page>
  )
}
