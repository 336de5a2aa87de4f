import type { GameProfile } from '@openauth/client'
import { useNavigate } from 'react-router-dom'
import { CardBody } from '../../components/page.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type FreeBoost, freeWords } from './boost-words.ts'
import { durationText } from './duration.ts'
import type { TapSession } from './tap-session.ts'
import { useGameAction } from './use-game-action.ts'
import { useTapView } from './use-tap-view.ts'

interface Props {
  boost: FreeBoost
  profile: GameProfile
  session: TapSession | undefined
}

/** Why a free boost would be spent for nothing now; undefined where it would not. */
const useReasonToKeep = (id: FreeBoost['id'], session: TapSession | undefined): string | undefined => {
  const t = useTranslate()
  const locale = useLocale()
  const isFull = useTapView(session, ({ untilFull }) => untilFull === 0, true)
  const turboLeft = useTapView(session, (view) => Math.ceil(view.turboLeft / 1000), 0)
  if (id === 'fullEnergy') return isFull ? t('tap.energyIsFull') : undefined
  return turboLeft > 0 ? t('tap.turboRuns', { time: durationText(turboLeft * 1000, locale) }) : undefined
}

/** A free boost of today: what it does, how often it is left, and why it is better kept. */
export const FreeCard = ({ boost: { id, left }, profile: { turboFactor }, session }: Props) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const { run, isBusy } = useGameAction()
  const { icon, title, hint } = freeWords[id]
  const reason = useReasonToKeep(id, session)
  const use = async () => {
    // oxlint-disable-next-line react/hooks -- a call of the server
    if (await run((calls) => calls.useBoost({ boost: id }))) void navigate('/tap', { replace: true })
  }
  const text = reason ?? t(hint, { factor: turboFactor })
  return (
    <li>
      <button
        type="button"
        className="card tap-card"
        disabled={left === 0 || reason !== undefined || isBusy}
        onClick={() => void use()}
      >
        <CardBody
          icon={icon}
          title={t(title)}
          hint={left === 0 ? t('tap.noneLeft') : `${t('tap.leftToday', { left })} · ${text}`}
        />
      </button>
    </li>
  )
}
