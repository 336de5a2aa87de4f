import type { GameProfile } from '@openauth/client'
import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import './tabs.css'

const BOOSTS = '/tap/boosts'

const screens = [
  { to: '/tap', label: 'tap.tab' },
  { to: '/tap/tasks', label: 'tap.tasks' },
  { to: BOOSTS, label: 'tap.boosts' },
  { to: '/tap/board', label: 'tap.board' },
  { to: '/tap/friends', label: 'tap.friends' },
] as const satisfies { to: string; label: MessageId }[]

/** Whether the player has something to take that costs nothing: today's reward, what the bot earned, or a free boost. */
export const hasGift = ({ daily, tapBotRings, freeBoosts }: GameProfile): boolean =>
  daily.reward !== null || tapBotRings > 0 || freeBoosts.some(({ left }) => left > 0)

/** The screens of the game. A dot on the boosts says that there is something to take. */
export const Tabs = ({ hasGift: isMarked }: { hasGift: boolean }) => {
  const t = useTranslate()
  const markId = useId()
  const at = useLocation().pathname.toLowerCase().replace(/\/+$/, '')
  // Squads are reached from the board.
  const path = at === '/tap/squads' ? '/tap/board' : at
  return (
    <nav className="tap-tabs" aria-label={t('tap.screens')}>
      {screens.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          replace
          aria-current={path === to ? 'page' : undefined}
          aria-describedby={isMarked && to === BOOSTS ? markId : undefined}
        >
          {t(label)}
          {isMarked && to === BOOSTS && <span className="tap-tab-dot" />}
        </Link>
      ))}
      {isMarked && (
        <span id={markId} className="ui-hidden">
          {t('tap.rewardWaits')}
        </span>
      )}
    </nav>
  )
}
