// What is kept of a player's play in a day (UTC): sums and counts that can be added up, since several servers may each see a part of it.
import { addNumbers, emptyGaps, type GapSums, mergeGaps } from './gaps.ts'
import { mergeSessions, type Session } from './sessions.ts'
import { keepTraces, type Trace } from './traces.ts'

export const DAY = 86_400_000
/** A day has so many slots of ten minutes, of which those are marked in which the player tapped. */
export const SLOTS = 144
export const SLOT = DAY / SLOTS

/** How many addresses of a day are kept. Sessions at others have none. */
export const MOST_ADDRESSES = 8

/** What else than taps a player calls. */
export const callKinds = ['profile', 'boost', 'daily', 'tapBot', 'claim', 'board', 'friends'] as const
export type CallKind = (typeof callKinds)[number]

/** Count, sum, and sum of squares. */
export type Sums = [count: number, sum: number, squares: number]

export interface DayStatistics {
  taps: number
  batches: number
  /** The lowest and the highest number of a batch; absent without batches. */
  seqs?: [lowest: number, highest: number]
  /** Batches that do not tell the times between their taps. */
  untimed: number
  /** Batches of which not every tap counted: without energy, or faster than the rules allow. */
  cut: number
  /** Batches that claim at least CAP_RATE taps a second. */
  fast: number
  gaps: GapSums
  /** Taps of a batch within a session, and milliseconds between two arrivals. */
  sizes: Sums
  arrivals: Sums
  /** Batches that follow the one before them, and those whose claimed times do not fit their arrivals. */
  followed: number
  contradicted: number
  /** The marked slots. */
  slots: number[]
  sessions: Session[]
  /** Digests of addresses, to which sessions refer by their index. */
  addresses: string[]
  calls: Record<CallKind, number>
  traces: Trace[]
}

export const emptyDay = (): DayStatistics => ({
  taps: 0,
  batches: 0,
  untimed: 0,
  cut: 0,
  fast: 0,
  gaps: emptyGaps(),
  sizes: [0, 0, 0],
  arrivals: [0, 0, 0],
  followed: 0,
  contradicted: 0,
  slots: [],
  sessions: [],
  addresses: [],
  calls: { profile: 0, boost: 0, daily: 0, tapBot: 0, claim: 0, board: 0, friends: 0 },
  traces: [],
})

/** The index of an address, which is added; -1 where there are too many. */
export const addressIndex = (addresses: string[], address: string): number => {
  const index = addresses.indexOf(address)
  if (index >= 0 || addresses.length >= MOST_ADDRESSES) return index
  return addresses.push(address) - 1
}

const mergeSeqs = ({ seqs: one }: DayStatistics, { seqs: other }: DayStatistics): Pick<DayStatistics, 'seqs'> => {
  if (!one || !other) return one || other ? { seqs: (one ?? other)! } : {}
  return { seqs: [Math.min(one[0], other[0]), Math.max(one[1], other[1])] }
}

const mergeCalls = (one: DayStatistics['calls'], other: DayStatistics['calls']) =>
  Object.fromEntries(callKinds.map((kind) => [kind, one[kind] + other[kind]])) as DayStatistics['calls']

/** Both parts of one day. */
export const mergeDays = (one: DayStatistics, other: DayStatistics): DayStatistics => {
  const addresses = [...one.addresses]
  const indexes = other.addresses.map((address) => addressIndex(addresses, address))
  const moved = other.sessions.map((session) => ({ ...session, address: indexes[session.address] ?? -1 }))
  return {
    taps: one.taps + other.taps,
    batches: one.batches + other.batches,
    ...mergeSeqs(one, other),
    untimed: one.untimed + other.untimed,
    cut: one.cut + other.cut,
    fast: one.fast + other.fast,
    gaps: mergeGaps(one.gaps, other.gaps),
    sizes: addNumbers(one.sizes, other.sizes) as Sums,
    arrivals: addNumbers(one.arrivals, other.arrivals) as Sums,
    followed: one.followed + other.followed,
    contradicted: one.contradicted + other.contradicted,
    slots: [...new Set([...one.slots, ...other.slots])].toSorted((a, b) => a - b),
    sessions: mergeSessions([...one.sessions, ...moved]),
    addresses,
    calls: mergeCalls(one.calls, other.calls),
    traces: keepTraces([...one.traces, ...other.traces]),
  }
}

/** The coefficient of variation, the standard deviation in parts of the mean; 0 for no values. */
export const variation = ([count, sum, squares]: Sums): number => {
  if (count === 0 || sum === 0) return 0
  const mean = sum / count
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) / mean
}

/** Adds a value to sums, in place. */
export const addTo = (sums: Sums, value: number): void => {
  sums[0] += 1
  sums[1] += value
  sums[2] += value * value
}
