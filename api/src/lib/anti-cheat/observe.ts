import { addressIndex, addTo, callKinds, DAY, type DayStatistics, emptyDay, SLOT, type CallKind } from './day.ts'
import { addGap, emptyRhythm, type Rhythm, RHYTHM_BREAK } from './gaps.ts'
import { addToSessions, SESSION_BREAK } from './sessions.ts'
import { emptyReader, keepTraces, MOST_TRACES, readTrace, type TraceReader } from './traces.ts'

/** A batch of taps as a server saw it. */
export interface ObservedBatch {
  /** When it arrived, by the server's clock. Milliseconds. */
  at: number
  seq: number
  count: number
  accepted: number
  /** As the client claims: milliseconds before each tap, the first since the batch before where there are as many as taps. */
  gaps?: readonly number[]
  /** A digest. */
  address?: string
}

/** What a server remembers of a player who taps: the day's statistics since they were last stored, and where the rhythm stands. */
export interface Observed {
  day: number
  statistics: DayStatistics
  seq: number
  lastAt: number
  rhythm: Rhythm
  reader: TraceReader
}

export const startOfDay = (at: number): number => at - (at % DAY)

export const emptyObserved = (at: number): Observed => ({
  day: startOfDay(at),
  statistics: emptyDay(),
  seq: 0,
  lastAt: 0,
  rhythm: emptyRhythm(),
  reader: emptyReader(),
})

/** The rate from which a batch counts as fast: hands reach 20 taps a second at most (research/game.md). */
const CAP_RATE = 20
/** How far the claimed time of a batch may be from the time between arrivals: networks delay. Milliseconds. */
const TOLERANCE = 3000
/** Only batches that follow each other within this time tell how even arrivals are. Milliseconds. */
const SAME_STRETCH = 5000

const addGaps = (observed: Observed, gaps: readonly number[]): void => {
  const { statistics } = observed
  for (const gap of gaps) {
    addGap(statistics.gaps, observed.rhythm, gap)
    if (gap >= 60_000) observed.reader = emptyReader()
    const trace = readTrace(observed.reader, gap)
    if (!trace) continue
    statistics.traces.push(trace)
    if (statistics.traces.length >= 2 * MOST_TRACES) statistics.traces = keepTraces(statistics.traces)
  }
}

/** Whether a batch tells the times of its taps. One gap may be missing: that before the first tap of a session. */
const isTimed = ({ gaps = [], count }: ObservedBatch): boolean => gaps.length > 0 && gaps.length >= count - 1

/** Compares what a batch claims with when it and the one before it arrived. */
const compareWithArrival = (observed: Observed, batch: ObservedBatch): void => {
  const { at, gaps = [], count } = batch
  const { statistics, lastAt } = observed
  const between = at - lastAt
  if (between < SAME_STRETCH) {
    addTo(statistics.arrivals, between)
    addTo(statistics.sizes, count)
  }
  // A first gap of a minute or more is cut off: it tells nothing.
  if (!isTimed(batch) || gaps[0]! >= 60_000) return
  statistics.followed += 1
  const claimed = gaps.reduce((sum, gap) => sum + gap, 0)
  if (Math.abs(claimed - between) > TOLERANCE) statistics.contradicted += 1
}

const isFast = (gaps: readonly number[]): boolean => {
  const span = gaps.reduce((sum, gap) => sum + Math.min(gap, RHYTHM_BREAK), 0)
  return gaps.length >= 5 && gaps.length * 1000 >= CAP_RATE * span
}

const forgetRhythm = (observed: Observed): void => {
  if (observed.rhythm.length > 0) observed.rhythm = emptyRhythm()
  if (observed.reader.gaps.length > 0) observed.reader = emptyReader()
}

/** Adds a batch, in place. The caller begins anew with each day. */
export const observeBatch = (observed: Observed, batch: ObservedBatch): void => {
  const { statistics } = observed
  const { at, seq, count, accepted, gaps = [] } = batch
  // Sent again, because the answer was lost.
  if (seq <= observed.seq) return
  const address = batch.address === undefined ? -1 : addressIndex(statistics.addresses, batch.address)
  const begins = addToSessions(statistics.sessions, at, accepted, address)
  statistics.taps += accepted
  statistics.batches += 1
  if (accepted < count) statistics.cut += 1
  const slot = Math.floor((at - observed.day) / SLOT)
  if (statistics.slots.at(-1) !== slot) statistics.slots.push(slot)
  const follows = observed.seq + 1 === seq
  statistics.seqs = [statistics.seqs?.[0] ?? seq, seq]
  // Where numbers or single gaps are left out the rhythm goes on: who leaves them out would hide it otherwise.
  if (at - observed.lastAt >= SESSION_BREAK || !isTimed(batch)) forgetRhythm(observed)
  if (!isTimed(batch)) statistics.untimed += 1
  else if (isFast(gaps)) statistics.fast += 1
  if (follows && !begins) compareWithArrival(observed, batch)
  addGaps(observed, gaps)
  observed.seq = seq
  observed.lastAt = at
}

/** Counts another call than one of taps, in place. */
export const observeCall = (observed: Observed, kind: CallKind): void => {
  observed.statistics.calls[kind] += 1
}

/** Takes what was observed since the last time, for storing. */
export const takeStatistics = (observed: Observed, at: number): { day: number; statistics: DayStatistics } => {
  const taken = { day: observed.day, statistics: observed.statistics }
  taken.statistics.traces = keepTraces(taken.statistics.traces)
  observed.day = startOfDay(at)
  observed.statistics = emptyDay()
  return taken
}

/** Whether there is anything to store. */
export const hasStatistics = ({ statistics }: Observed): boolean =>
  statistics.batches > 0 || callKinds.some((kind) => statistics.calls[kind] > 0)
