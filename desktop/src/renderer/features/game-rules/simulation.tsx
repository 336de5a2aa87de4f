import type { GameRuleChanges, RuleSimulation } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Card } from '@openauth/ui/card'
import { Section } from '@openauth/ui/section'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Change } from './change.tsx'
import { type MessageId, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useSettled } from '../../lib/use-settled.ts'

type Player = RuleSimulation['players'][number]

const names: Record<Player['id'], MessageId> = {
  casual: 'gameRules.casual',
  regular: 'gameRules.regular',
  devoted: 'gameRules.devoted',
}
const boosts: Record<Player['boosts'], MessageId> = {
  none: 'gameRules.boostsNone',
  half: 'gameRules.boostsHalf',
  all: 'gameRules.boostsAll',
}

/** Rings before and after, with the difference in percent; one number where nothing changes. */
const Comparison = ({ before, after }: { before: number; after: number }) => {
  const t = useTranslate()
  const locale = useLocale()
  const { format } = new Intl.NumberFormat(locale)
  if (before === after) return <strong className="simulation-rings">{t('gameRules.rings', { rings: before })}</strong>
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'always',
    maximumSignificantDigits: 2,
  })
  return (
    <span className="simulation-rings">
      <Change before={format(before)} after={<strong>{format(after)}</strong>} />
      {before > 0 && <Badge tone={after > before ? 'success' : 'warning'}>{percent.format(after / before - 1)}</Badge>}
    </span>
  )
}

const ModelPlayer = ({ player }: { player: Player }) => {
  const t = useTranslate()
  const { sessions, minutes, tapsPerSecond, before, after } = player
  const parts = [
    ['gameRules.fromTaps', before.taps, after.taps],
    ['gameRules.fromTapBot', before.tapBot, after.tapBot],
    ['gameRules.fromDaily', before.daily, after.daily],
  ] as const
  return (
    <li className="simulation-player">
      <p className="policy-rule-title">{t(names[player.id])}</p>
      <Comparison before={before.total} after={after.total} />
      <p className="policy-rule-note">
        {t('gameRules.plays', { sessions, minutes, taps: tapsPerSecond })} {t(boosts[player.boosts])}
      </p>
      <details className="simulation-details">
        <summary>{t('gameRules.sources')}</summary>
        <dl className="simulation-parts">
          {parts.map(([id, was, is]) => (
            <div key={id}>
              <dt>{t(id)}</dt>
              <dd>
                <Comparison before={was} after={is} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

const LastDay = ({ lastDay: { players, sampled, before, after } }: Pick<RuleSimulation, 'lastDay'>) => {
  const t = useTranslate()
  return (
    <div className="simulation-day">
      <p className="policy-rule-title">{t('gameRules.lastDay')}</p>
      {sampled === 0 ? (
        <p className="policy-rule-note">{t('gameRules.nobodyTapped')}</p>
      ) : (
        <>
          <Comparison before={before} after={after} />
          <p className="policy-rule-note">{t('gameRules.sampled', { sampled, players })}</p>
        </>
      )}
    </div>
  )
}

interface Props {
  appId: string
  /** Counts from which version the changes are. */
  version: number
  changes: GameRuleChanges
  /** Whether all that is typed can be read; otherwise `changes` are those that could be read last. */
  isReadable: boolean
}

/** What the changes in the form would do to a day's rings. Nothing is stored. */
export const Simulation = ({ appId, version, changes, isReadable }: Props) => {
  const t = useTranslate()
  const key = useSettled(JSON.stringify(changes))
  const isChanged = key !== '{}'
  const simulation = useQuery({
    queryKey: ['gameRules', 'simulate', appId, version, key],
    queryFn: () => client.gameRules.simulate({ ...(JSON.parse(key) as GameRuleChanges), appId }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t('gameRules.simulation')} description={t('gameRules.simulationLead')}>
      <Card>
        <Loaded query={simulation} lines={8}>
          {({ players, lastDay }) => (
            <div className="simulation" aria-busy={simulation.isPlaceholderData}>
              <p className="policy-rule-note" aria-live="polite">
                {t(
                  isReadable
                    ? isChanged
                      ? 'gameRules.ofChanges'
                      : 'gameRules.ofRulesInForce'
                    : 'gameRules.ofReadable',
                )}
              </p>
              <ul className="simulation-players">
                {players.map((player) => (
                  <ModelPlayer key={player.id} player={player} />
                ))}
              </ul>
              <LastDay lastDay={lastDay} />
            </div>
          )}
        </Loaded>
      </Card>
    </Section>
  )
}
