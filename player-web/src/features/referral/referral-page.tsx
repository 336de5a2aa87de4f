import { useOpenAuth } from '@openauth/client/react'
import { Highlights, Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useBrandText } from '../../config/brand.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import { REFERRAL_REWARD } from '../../session/rewards.ts'
import { Invite } from './invite.tsx'
import { Invited } from './invited.tsx'
import './referral-page.css'

const ReferralPage = () => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const brandText = useBrandText()
  const { isAuthorized, profile, status, refresh } = useOpenAuth()
  const back = { to: '/earn', label: t('dapp.back') }
  if (status === 'loading') return <Skeleton className="page" lines={4} />
  if (!isAuthorized)
    return (
      <Page title={brandText('referral')} isCentered back={back}>
        <p className="page-lead">{t('referral.reward', { reward: format(REFERRAL_REWARD) })}</p>
        <LoginButton />
        <Highlights
          items={[
            { icon: 'link', title: t('referral.share'), hint: t('referral.shareHint') },
            { icon: 'invite', title: t('referral.join'), hint: t('referral.joinHint') },
            { icon: 'earn', title: t('referral.count'), hint: t('referral.countHint') },
          ]}
        />
      </Page>
    )
  if (!profile) return <Failure message={t('login.profileFailed')} onRetry={() => void refresh()} />
  return (
    <Page title={t('referral.title')} back={back}>
      <Invite referCode={profile.referCode} />
      <Invited />
    </Page>
  )
}

export default ReferralPage
