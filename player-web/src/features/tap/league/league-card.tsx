import type { GameProfile } from '@openauth/client'
import type { ReactNode } from 'react'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { partOf } from '../progress.ts'
import { Emblem } from './emblem.tsx'
import { leagueName } from './league-name.ts'
import './league-card.css'

interface Props {
  league: GameProfile['league']
  /** Rings earned in all. */
  earned: number
  children?: ReactNode
}

/** The player's league, and the way to the next one. */
export const LeagueCard = ({ league, earned, children }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { tier, name, from, nextAt, nextName } = league
  const part = partOf({ from, to: nextAt }, earned)
  return (
    <section className="league-card" aria-label={t('board.league')}>
      <Emblem tier={tier} />
      <div className="league-words">
        <h2>{leagueName(name, t)}</h2>
        <span className="tap-bar" aria-hidden="true">
          <span style={{ transform: `scaleX(${part.toFixed(4)})` }} />
        </span>
        <p className="note">
          {nextAt === null || nextName === null
            ? t('board.lastLeague')
            : t('board.toLeague', { rings: format(Math.max(0, nextAt - earned)), league: leagueName(nextName, t) })}
        </p>
      </div>
      {children}
    </section>
  )
}
