import { endpoints, ApiError, type PlayerAccount } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { EmptyState } from '@openauth/ui/empty-state'
import { Notice } from '@openauth/ui/notice'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { May } from '../../../components/may.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { AdjustRings } from './adjust-rings.tsx'
import { PlayDays } from './play-days.tsx'
import { RingLedger } from './ring-ledger.tsx'
import { useShownUser } from './user-ref.ts'

const Account = ({ account }: { account: PlayerAccount }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { boosts } = account
  const items: Definition[] = [
    { term: t('game.rings'), value: format(account.rings) },
    { term: t('game.earned'), value: format(account.earnedRings) },
    { term: t('game.claimed'), value: format(account.claimedRings) },
    { term: t('game.level'), value: t('game.levelInLeague', { level: account.level, league: account.league }) },
    {
      term: t('game.energy'),
      value: t('game.energyOf', {
        energy: format(account.energy),
        max: format(account.maxEnergy),
        perSecond: format(account.energyPerSecond),
      }),
    },
    { term: t('game.ringsPerTap'), value: format(account.ringsPerTap) },
    { term: t('game.boosts'), value: t('game.boostLevels', { ...boosts }) },
    { term: t('game.streak'), value: t('game.days', { count: account.streakDays }) },
    { term: t('game.began'), value: <Time at={account.createdAt} isExact /> },
    { term: t('game.lastPlayed'), value: <Time at={account.lastPlayedAt} isExact /> },
  ]
  return (
    <Card className="user-facts">
      <DefinitionList items={items} />
    </Card>
  )
}

const LedgerDifference = ({ ledger }: Pick<PlayerAccount, 'ledger'>) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  if (ledger.isSound) return null
  return (
    <Notice tone="danger" title={t('game.ledgerDiffers')}>
      {t('game.ledgerDiffersLead', { balance: format(ledger.balance), earned: format(ledger.earned) })}
    </Notice>
  )
}

const Player = ({ account }: { account: PlayerAccount }) => {
  const t = useTranslate()
  const [isAdjusting, setIsAdjusting] = useState(false)
  return (
    <>
      <Section
        title={t('game.account')}
        actions={
          <May call={endpoints.gamePlayers.adjust}>
            <Button size="small" onClick={() => setIsAdjusting(true)}>
              {t('game.adjust')}
            </Button>
          </May>
        }
      >
        <Account account={account} />
      </Section>
      <Section title={t('game.ledger')}>
        <LedgerDifference ledger={account.ledger} />
        <RingLedger toolbar={account.ledger.isSound && <Badge tone="success">{t('game.ledgerSound')}</Badge>} />
      </Section>
      <PlayDays />
      <AdjustRings open={isAdjusting} onOpenChange={setIsAdjusting} />
    </>
  )
}

/** A user's account in the tap game, and its ledger. */
export const Game = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const account = useQuery(queries.gamePlayers.get(scope))
  const hasNone = account.error instanceof ApiError && account.error.code === 'player_not_found'
  if (hasNone)
    return (
      <EmptyState icon={<Gamepad2 size={18} />} title={t('game.neverPlayed')} reason={t('game.neverPlayedReason')} />
    )
  return <Loaded query={account}>{(data) => <Player account={data} />}</Loaded>
}
