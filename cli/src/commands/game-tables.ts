import type { GameStats, RuleSimulation } from '@openauth/client'
import type { TableOfFields } from '../noun.ts'

const share = (part: number | null): string | null => (part === null ? null : `${Math.round(part * 100)} %`)

/** A line for each day (UTC), the last of which is today so far. */
export const statisticsByDay: TableOfFields = {
  fields: ['days', 'today'],
  rows: (answer) =>
    (answer as unknown as GameStats).days.map(({ at, taps, activePlayers, newPlayers, rings, retention }) => ({
      day: new Date(at).toISOString().slice(0, 10),
      taps,
      activePlayers,
      newPlayers,
      ...rings,
      day1: share(retention.day1),
      day7: share(retention.day7),
      day30: share(retention.day30),
    })),
}

const compared = (before: number, after: number) => ({
  before,
  after,
  change:
    before === after
      ? 'none'
      : before === 0
        ? null
        : `${after > before ? '+' : ''}${Math.round((after / before - 1) * 100)} %`,
})

const sources = { taps: 'taps', tapBot: 'tap bot', daily: 'daily reward', total: 'all' } as const

/** Rings by the rules in force beside those by the changed ones: a day of each model player, and the taps of the last 24 hours. */
export const simulatedRings: TableOfFields = {
  fields: ['rules', 'players', 'lastDay'],
  rows: (answer) => {
    const { players, lastDay } = answer as unknown as RuleSimulation
    const ofModels = players.flatMap(({ id, before, after }) =>
      (Object.keys(sources) as (keyof typeof sources)[]).map((source) => ({
        player: id,
        ringsFrom: sources[source],
        ...compared(before[source], after[source]),
      })),
    )
    const player = `${lastDay.sampled} of ${lastDay.players} who tapped`
    return [...ofModels, { player, ringsFrom: 'taps of 24 hours', ...compared(lastDay.before, lastDay.after) }]
  },
}
