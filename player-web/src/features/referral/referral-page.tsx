import { useOpenAuth } from '@openauth/client/react'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import { REFERRAL_REWARD } from '../../session/rewards.ts'
import { Invite } from './invite.tsx'
import { Invited } from './invited.tsx'
import './referral-page.css'

const ReferralPage = () => {
  const t = useTranslate()
  const { isAuthorized, profile, status } = useOpenAuth()
  if (status === 'loading') return <Skeleton className="page" lines={4} />
  if (!isAuthorized)
    return (
      <Page title={t('referral.loggedOut')} isCentered>
        <p className="page-lead">{t('referral.reward', { reward: REFERRAL_REWARD })}</p>
        <LoginButton />
      </Page>
    )
  return (
    <Page title={t('referral.title')}>
      {profile && <Invite referCode={profile.referCode} />}
      <Invited />
    </Page>
  )
}

export default ReferralPage
