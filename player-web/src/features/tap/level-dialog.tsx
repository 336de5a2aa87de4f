import type { GameProfile } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { Celebration } from './celebration.tsx'
import { Emblem } from './league/emblem.tsx'
import { leagueName } from './league/league-name.ts'

/** Says that a level, or a league, has been reached while the page is open. A tap beside it does not close it. */
export const LevelDialog = ({ profile: { level, league } }: { profile: GameProfile }) => {
  const t = useTranslate()
  const [seen, setSeen] = useState({ level, league: league.id })
  if (level <= seen.level) return null
  const close = () => setSeen({ level, league: league.id })
  return (
    <Dialog title={t('tap.levelUp', { level })} onClose={close} closesOutside={false} hasCloseButton={false}>
      <Celebration>
        <Emblem tier={league.tier} />
      </Celebration>
      <p className="note">
        {league.id === seen.league ? t('tap.levelUpText') : t('tap.leagueUp', { league: leagueName(league.name, t) })}
      </p>
      <Button variant="primary" onClick={close}>
        {t('tap.goOn')}
      </Button>
    </Dialog>
  )
}
