// What players do, before it reaches a server: sessions of gaps between taps. All times are milliseconds from the start of the first day.
import { DAY, callKinds, type CallKind } from '../day.ts'
import { emptyObserved, observeBatch, observeCall, type Observed, startOfDay, takeStatistics } from '../observe.ts'
import type { Play } from '../judge.ts'
import type { Random } from './random.ts'

export interface SimulatedSession {
  start: number
  /** Before each tap after the first. */
  gaps: number[]
  address: string
  calls: CallKind[]
}

/** How the client and the network divide and delay taps. */
export interface Line {
  /** Median delay of a call, and how much it varies (sigma of its logarithm). */
  delay: number
  jitter: number
  /** The chance that a call waits for many seconds, as in a tunnel. */
  outages: number
  /** Between calls of a client while it taps; ours makes one a second. */
  interval: number
  timed: boolean
}
export const usualLine = (random: Random): Line => ({
  delay: random.around(90, 0.5),
  jitter: random.between(0.15, 0.6),
  outages: random.next() < 0.1 ? 0.01 : 0.0005,
  interval: 1000,
  timed: true,
})

const FIRST_CALL = 300
const LONGEST_GAP = 60_000

/** What a client sends of a session: batches of gaps, and when each is cut; and when its last tap was. */
const batchesOf = ({ start, gaps }: SimulatedSession, lastTap: number, interval: number) => {
  const batches: { cutAt: number; gaps: number[] }[] = []
  let tap = start
  let cutAt = start + FIRST_CALL
  let batch: number[] = [Math.min(LONGEST_GAP, Math.round(start - lastTap))]
  for (const gap of gaps) {
    tap += gap
    if (tap > cutAt && batch.length > 0) {
      batches.push({ cutAt, gaps: batch })
      batch = []
      cutAt = Math.max(cutAt + interval, tap + FIRST_CALL)
    }
    batch.push(Math.min(LONGEST_GAP, Math.round(gap)))
  }
  batches.push({ cutAt: Math.max(cutAt, tap), gaps: batch })
  return { batches, lastTap: tap }
}

/** Passes a player's days through batches and the network to the statistics of two days. */
export const statisticsOf = (sessions: SimulatedSession[], line: Line, random: Random, days = 2): Play => {
  const parts = Array.from({ length: days }, (_, day) => emptyObserved(day * DAY))
  let current: Observed = parts[0]!
  let seq = 0
  let lastArrival = -Infinity
  let lastTap = -Infinity

  const observerAt = (at: number): Observed => {
    const part = parts[Math.min(days - 1, Math.floor(at / DAY))]!
    if (part !== current) {
      Object.assign(part, { rhythm: current.rhythm, reader: current.reader, seq: current.seq, lastAt: current.lastAt })
      current = part
    }
    return current
  }
  const send = (cutAt: number, gaps: number[], address: string) => {
    const wait = random.next() < line.outages ? random.between(3000, 20_000) : random.around(line.delay, line.jitter)
    // One call at a time: the next waits for the answer to the last.
    lastArrival = Math.max(cutAt + wait, lastArrival + line.delay)
    if (lastArrival >= days * DAY) return
    const at = Math.round(lastArrival)
    seq += 1
    const batch = { at, seq, count: gaps.length, accepted: gaps.length, address }
    observeBatch(observerAt(at), line.timed ? { ...batch, gaps } : batch)
  }
  for (const session of sessions) {
    if (session.start >= days * DAY) break
    for (const call of session.calls) observeCall(observerAt(session.start), call)
    const played = batchesOf(session, lastTap, line.interval)
    for (const { cutAt, gaps } of played.batches) send(cutAt, gaps, session.address)
    lastTap = played.lastTap
  }
  const taken = parts.map((part) => takeStatistics(part, startOfDay(part.day)).statistics)
  return { day: (days - 1) * DAY, today: taken.at(-1)!, yesterday: taken.at(-2) }
}

/** The sessions until energy is used up: 1,000 at most, one more each second. */
export const createEnergy = (max = 1000, perSecond = 1) => {
  let energy = max
  let at = 0
  return {
    left: (now: number): number => {
      energy = Math.min(max, energy + Math.max(0, now - at) * (perSecond / 1000))
      at = now
      return energy
    },
    use: (taps: number) => (energy -= taps),
  }
}

/** Some of the calls that a person makes in a session. */
export const someCalls = (random: Random, chance: number): CallKind[] => [
  'profile',
  ...callKinds.filter((kind) => kind !== 'profile' && random.next() < chance),
]
