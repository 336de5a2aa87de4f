import { useOpenAuth } from '@openauth/client/react'
import { Link } from 'react-router-dom'
import type { IconName } from '../../components/icon.tsx'
import { CardBody, Highlights, Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useBrandText } from '../../config/brand.ts'
import { useConfig } from '../../config/config.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { safeHref } from '../../lib/safe-link.ts'
import { ExternalLink } from '../../session/external-link.tsx'
import { LoginButton } from '../../session/login/login-button.tsx'
import { REFERRAL_REWARD } from '../../session/rewards.ts'
import { Campaign } from './campaign.tsx'
import './earn-page.css'

interface TaskProps {
  href: string | null
  icon: IconName
  title: string
  hint: string
}

const Task = ({ href, icon, title, hint }: TaskProps) => {
  const address = safeHref(href)
  if (!address) return null
  return (
    <li>
      <ExternalLink className="card" href={address}>
        <CardBody icon={icon} title={title} hint={hint} to="external" />
      </ExternalLink>
    </li>
  )
}

const LoggedOut = () => {
  const t = useTranslate()
  const brandText = useBrandText()
  const { format } = new Intl.NumberFormat(useLocale())
  const { switches } = useConfig()
  const hint = t('earn.inviteHint', { reward: format(REFERRAL_REWARD) })
  return (
    <Page title={brandText('earnLoggedOut')} isCentered>
      <Campaign alt="" />
      <p className="page-lead">{brandText('earnUnlock')}</p>
      <LoginButton />
      <Highlights
        items={[
          { icon: 'check', title: t('earn.quests'), hint: t('earn.questsHint') },
          ...(switches.game ? [{ icon: 'game', title: t('earn.games'), hint: t('earn.gamesHint') } as const] : []),
          ...(switches.referral ? [{ icon: 'invite', title: t('earn.invite'), hint } as const] : []),
        ]}
      />
    </Page>
  )
}

const MoreWays = () => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { switches, app } = useConfig()
  return (
    <>
      {app.tapGame && (
        <li>
          <Link className="card" to="/tap">
            <CardBody icon="ring" title={t('tap.title')} hint={t('tap.lead')} />
          </Link>
        </li>
      )}
      {switches.game && (
        <li>
          <Link className="card" to="/game">
            <CardBody icon="game" title={t('earn.games')} hint={t('earn.gamesHint')} />
          </Link>
        </li>
      )}
      {switches.referral && (
        <li>
          <Link className="card" to="/referral">
            <CardBody
              icon="invite"
              title={t('earn.invite')}
              hint={t('earn.inviteHint', { reward: format(REFERRAL_REWARD) })}
            />
          </Link>
        </li>
      )}
    </>
  )
}

const EarnPage = () => {
  const t = useTranslate()
  const brandText = useBrandText()
  const { earn, app, switches } = useConfig()
  const hasTasks = Boolean(earn.stakeUrl ?? earn.playUrl) || app.tapGame || switches.game || switches.referral
  const { isAuthorized, isLanding } = useOpenAuth()
  if (isLanding) return <Skeleton className="page" lines={4} />
  if (!isAuthorized) return <LoggedOut />
  return (
    <Page title={brandText('earn')}>
      <Campaign alt={t('earn.banner', { network: app.brand.networkName })} />
      {hasTasks && <h2 className="page-subtitle">{t('earn.tasks')}</h2>}
      <ul className="card-list">
        <Task href={earn.stakeUrl} icon="shield" title={brandText('stake')} hint={brandText('stakeHint')} />
        <Task href={earn.playUrl} icon="game" title={brandText('play')} hint={brandText('playHint')} />
        <MoreWays />
      </ul>
    </Page>
  )
}

export default EarnPage
