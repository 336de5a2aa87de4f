import type { GameProfile } from '@openauth/client'
import { Link } from 'react-router-dom'
import { Icon } from '../../components/icon.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { durationText } from './duration.ts'
import type { TapSession } from './tap-session.ts'
import { useTapView } from './use-tap-view.ts'
import './tap-status.css'

interface Props {
  profile: GameProfile
  session: TapSession | undefined
}

/** Whole seconds, which change what is shown no more often than that. */
const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)

const Turbo = ({ factor, left }: { factor: number; left: number }) => {
  const t = useTranslate()
  const time = durationText(left * 1000, useLocale())
  return (
    <p className="tap-chip" data-kind="turbo">
      <Icon name="earn" />
      {t('tap.turboOn', { factor, time })}
    </p>
  )
}

/** Says that a tap needs more energy than there is, when there is enough, and how to have it at once. */
const OutOfEnergy = ({ untilTap, canFill }: { untilTap: number; canFill: boolean }) => {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <p className="tap-chip">
      {Number.isFinite(untilTap)
        ? t('tap.nextTapIn', { time: durationText(untilTap * 1000, locale) })
        : t('tap.outOfEnergy')}
      {canFill && (
        <Link to="/tap/boosts" replace>
          {t('tap.fillUp')}
        </Link>
      )}
    </p>
  )
}

/** What is special now: turbo, or no energy for a tap. Its place is kept, so that the ring does not move. */
export const TapStatus = ({ profile: { turboFactor, freeBoosts }, session }: Props) => {
  const turboLeft = useTapView(session, (view) => seconds(view.turboLeft), 0)
  const untilTap = useTapView(session, (view) => seconds(view.untilTap), 0)
  const canFill = freeBoosts.some(({ id, left }) => id === 'fullEnergy' && left > 0)
  return (
    <div className="tap-status">
      {turboLeft > 0 && <Turbo factor={turboFactor} left={turboLeft} />}
      {turboLeft === 0 && untilTap > 0 && <OutOfEnergy untilTap={untilTap} canFill={canFill} />}
    </div>
  )
}

/** Below the ring: how fast energy refills, when it is full, or that turbo uses none. */
export const EnergyNote = ({ profile: { energyPerSecond }, session }: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const isTurbo = useTapView(session, (view) => view.isTurbo, false)
  // When a second passes, only the text of minutes matters.
  const fullIn = useTapView(
    session,
    ({ isEmpty, untilFull }) => (isEmpty && Number.isFinite(untilFull) ? durationText(untilFull, locale) : ''),
    '',
  )
  if (isTurbo) return <small>{t('tap.energyUnused')}</small>
  return (
    <small>{fullIn === '' ? t('tap.perSecond', { energy: energyPerSecond }) : t('tap.fullIn', { time: fullIn })}</small>
  )
}
