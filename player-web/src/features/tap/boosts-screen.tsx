import type { GameProfile } from '@openauth/client'
import { useState } from 'react'
import { CardBody } from '../../components/page.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { BoostDialog } from './boost-dialog.tsx'
import { type BoughtBoost, boughtWords } from './boost-words.ts'
import { ClaimsCard } from './claims/claims-card.tsx'
import { DailyDialog } from './daily-dialog.tsx'
import { FreeCard } from './free-card.tsx'
import type { TapSession } from './tap-session.ts'
import { useGameAction } from './use-game-action.ts'
import { useTapView } from './use-tap-view.ts'
import { useSettledProfile } from './use-tap-session.ts'
import './boosts-screen.css'

const BoughtCard = ({ boost, onOpen }: { boost: BoughtBoost; onOpen: () => void }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { id, level, price } = boost
  const { icon, title } = boughtWords[id]
  const state = t('tap.level', { level })
  const hint =
    price === null ? `${state} · ${t('tap.highest')}` : `${state} · ${t('tap.price', { rings: format(price) })}`
  return (
    <li>
      <button type="button" className="card tap-card" disabled={price === null} onClick={onOpen}>
        <CardBody icon={icon} title={t(title)} hint={hint} />
      </button>
    </li>
  )
}

/** What the tap bot has earned, to collect. */
const TapBot = ({ rings }: { rings: number }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { run, isBusy } = useGameAction()
  return (
    <button
      type="button"
      className="card tap-card tap-gift"
      disabled={isBusy}
      onClick={() => void run((calls) => calls.collectTapBot())}
    >
      <CardBody icon="history" title={t('tap.botEarned', { rings: format(rings) })} hint={t('tap.collect')} />
    </button>
  )
}

const Daily = ({ daily, onOpen }: { daily: GameProfile['daily']; onOpen: () => void }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const hint =
    daily.reward === null
      ? t('tap.dailyTaken', { days: daily.days })
      : t('tap.dailyWaits', { rings: format(daily.reward) })
  return (
    <button type="button" className={`card tap-card${daily.reward === null ? '' : ' tap-gift'}`} onClick={onOpen}>
      <CardBody icon={daily.reward === null ? 'check' : 'gift'} title={t('tap.daily')} hint={hint} />
    </button>
  )
}

interface Props {
  profile: GameProfile
  session: TapSession | undefined
}

/** Daily reward, free boosts, and boosts for rings. */
export const BoostsScreen = ({ profile, session }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const [opened, setOpened] = useState<BoughtBoost['id'] | 'daily'>()
  useSettledProfile(session, profile)
  const rings = useTapView(session, (view) => view.rings, profile.rings)
  const boost = profile.boosts.find(({ id }) => id === opened)
  const close = () => setOpened(undefined)
  const { daily, freeBoosts, boosts, tapBotRings } = profile
  return (
    <>
      <p className="tap-price tap-balance">
        <span className="tap-coin" />
        {format(rings)}
      </p>
      {tapBotRings > 0 && <TapBot rings={tapBotRings} />}
      {daily.rewards.length > 0 && <Daily daily={daily} onOpen={() => setOpened('daily')} />}
      <ClaimsCard profile={profile} />
      <h2 className="page-subtitle">{t('tap.free')}</h2>
      <ul className="card-list">
        {freeBoosts.map((each) => (
          <FreeCard key={each.id} boost={each} profile={profile} session={session} />
        ))}
      </ul>
      <h2 className="page-subtitle">{t('tap.forRings')}</h2>
      <ul className="card-list">
        {boosts.map((each) => (
          <BoughtCard key={each.id} boost={each} onOpen={() => setOpened(each.id)} />
        ))}
      </ul>
      {boost && <BoostDialog boost={boost} rings={rings} onClose={close} />}
      {opened === 'daily' && <DailyDialog daily={daily} onClose={close} />}
    </>
  )
}
