import { playFlags } from '@openauth/client'
import { type DayStatistics, mergeDays, SLOT, SLOTS, variation } from './day.ts'
import { driftOf, pauseShare, spreadOf } from './gaps.ts'
import type { FlagCode, Thresholds } from './thresholds.ts'

/** Something about a player's play that people seldom do. */
export interface Flag {
  code: FlagCode
  /** What was measured, and the value that it had to pass. */
  value: number
  threshold: number
}

/** Some statistics of a player: a day's, and those of the day before, if there were any. */
export interface Play {
  /** The start of the day. */
  day: number
  today: DayStatistics
  yesterday?: DayStatistics | undefined
}

type Measure = (play: Play, merged: DayStatistics, at: Thresholds) => number | undefined

/** The marked slots of both days, those of the day before first. */
const slotsOf = ({ today, yesterday }: Play): number[] => [
  ...(yesterday?.slots ?? []),
  ...today.slots.map((slot) => slot + SLOTS),
]

/** The slots of the 24 hours up to the last one, where the player has been known for that long. */
const lastDay = (play: Play): number[] | undefined => {
  const slots = slotsOf(play)
  const end = slots.at(-1) ?? 0
  const isLong = slots[0] !== undefined && end - slots[0] >= SLOTS - 2
  return isLong ? slots.filter((slot) => slot > end - SLOTS) : undefined
}

/** The longest rest within the last 24 hours, in hours. */
const longestRest: Measure = (play) => {
  const slots = lastDay(play)
  if (!slots) return undefined
  const rests = slots.map((slot, index) =>
    index === 0 ? slot - (slots.at(-1)! - SLOTS + 1) : slot - slots[index - 1]! - 1,
  )
  return (Math.max(...rests) * SLOT) / 3_600_000
}

const hoursActive: Measure = (play) => {
  const slots = lastDay(play)
  return slots && new Set(slots.map((slot) => Math.floor(slot / 6))).size
}

/** How evenly values are spread. */
const variationOf = (values: number[]) =>
  variation([
    values.length,
    values.reduce((sum, value) => sum + value, 0),
    values.reduce((sum, value) => sum + value * value, 0),
  ])

const startGaps = ({ sessions }: DayStatistics) =>
  sessions.slice(1).map(({ start }, index) => start - sessions[index]!.start)

const otherCalls = ({ calls }: DayStatistics) =>
  Object.entries(calls).reduce((sum, [kind, count]) => sum + (kind === 'profile' ? 0 : count), 0)

const measures: Record<FlagCode, Measure> = {
  steady_gaps: (_, { gaps }, at) => (gaps.count >= at.gaps ? spreadOf(gaps).spread : undefined),
  short_rest: longestRest,
  many_hours: hoursActive,
  steady_sessions: (_, merged, at) =>
    merged.sessions.length >= at.sessions ? variationOf(startGaps(merged)) : undefined,
  contradicted_gaps: (_, { followed, contradicted }, at) =>
    followed >= at.batches ? contradicted / followed : undefined,
  no_drift: (_, { gaps }, at) => (gaps.count >= at.rhythmGaps ? driftOf(gaps) : undefined),
  no_pauses: (_, { gaps }, at) => (gaps.count >= at.rhythmGaps ? pauseShare(gaps) : undefined),
  only_taps: (_, merged, at) =>
    merged.taps >= at.rhythmGaps && merged.sessions.length >= at.sessions ? otherCalls(merged) : undefined,
  steady_batches: (_, { sizes }, at) => (sizes[0] >= at.batches ? variation(sizes) : undefined),
  steady_arrivals: (_, { arrivals }, at) => (arrivals[0] >= at.batches ? variation(arrivals) : undefined),
  at_cap: (_, { batches, fast }, at) => (batches >= at.batches ? fast / batches : undefined),
  over_cap: (_, { batches, cut }, at) => (batches >= at.batches ? cut / batches : undefined),
  skipped_numbers: (_, { batches, seqs }, at) =>
    seqs && batches >= at.batches ? 1 - Math.min(1, batches / (seqs[1] - seqs[0] + 1)) : undefined,
  untimed_taps: (_, { batches, untimed }, at) => (batches >= at.batches ? untimed / batches : undefined),
  // Found by comparing players; see traces.ts, relay.ts and the server's find-shared.ts.
  shared_trace: () => undefined,
  repeated_trace: () => undefined,
  address_relay: () => undefined,
  invited_together: () => undefined,
}

/** What the statistics show, by name, as far as there are enough of them. */
export const measure = (play: Play, thresholds: Thresholds): Partial<Record<FlagCode, number>> => {
  const merged = play.yesterday ? mergeDays(play.yesterday, play.today) : play.today
  const entries = Object.entries(measures).map(([code, of]) => [code, of(play, merged, thresholds)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The flags of a player's own statistics. */
export const judge = (play: Play, thresholds: Thresholds): Flag[] =>
  Object.entries(measure(play, thresholds)).flatMap(([name, value]) => {
    const code = name as FlagCode
    const { above, threshold } = thresholds.flags[code]
    return (above ? value > threshold : value < threshold) ? [{ code, value, threshold }] : []
  })

/** Whether flags are enough to hold a payout: one strong flag or two weak ones. */
export const isSuspicious = (codes: FlagCode[]): boolean =>
  codes.some((code) => playFlags[code].strong) || new Set(codes).size >= 2
