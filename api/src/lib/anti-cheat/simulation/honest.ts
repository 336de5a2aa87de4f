// People: a model without recordings, from research: log-normal gaps with a slow drift, fatigue, pauses, sessions in a waking day, some who play very much.
// More kinds are added because real people differ from any model.
import { DAY } from '../day.ts'
import { createEnergy, type SimulatedSession, someCalls } from './play.ts'
import type { Random } from './random.ts'

const HOUR = 3_600_000

export const honestKinds = ['usual', 'addict', 'shift worker', 'many fingers', 'short'] as const
export type HonestKind = (typeof honestKinds)[number]

/** How a person's hand taps. */
export interface Hand {
  median: number
  /** Of the logarithm of gaps: what differs from tap to tap, and what drifts. */
  noise: number
  drift: number
  /** How much of the drift remains at the next tap. */
  memory: number
  fatigue: number
  pauses: number
  /** Above 1, the fingers of a hand come down nearly together. */
  fingers: number
}

export const createHand = (random: Random, kind: HonestKind): Hand => ({
  median: random.around(115, 0.25),
  noise: random.between(0.18, 0.35),
  drift: random.between(0.12, 0.3),
  memory: 0.97,
  fatigue: random.between(0.05, 0.3),
  pauses: random.around(0.012, 0.35),
  fingers: kind === 'many fingers' ? random.int(2, 5) : 1,
})

/** The gaps of a session of so many taps. */
export const tapGaps = (hand: Hand, taps: number, random: Random): number[] => {
  const gaps: number[] = []
  let drift = hand.drift * random.normal()
  const step = hand.drift * Math.sqrt(1 - hand.memory ** 2)
  for (let tap = 1; tap < taps; tap += 1) {
    drift = hand.memory * drift + step * random.normal()
    const isChord = hand.fingers > 1 && tap % hand.fingers !== 0
    const slower = 1 + (hand.fatigue * Math.min(tap, 1500)) / 1000
    const base = isChord ? random.around(14, 0.5) : hand.median * (hand.fingers > 1 ? 2.2 : 1) * slower
    const gap = base * Math.exp(drift + hand.noise * random.normal())
    const isPause = random.next() < hand.pauses
    gaps.push(Math.max(1, isPause ? gap + Math.min(19_000, random.around(1300, 0.8)) : gap))
  }
  return gaps
}

interface Habits {
  /** When a day begins, and how long the person is awake. */
  wakes: number
  awake: number
  sessions: number
  /** Taps that the person would make in a session, if energy lasts. */
  wants: number
  calls: number
}

const habitsOf = (random: Random, kind: HonestKind): Habits => {
  const common = {
    wakes: random.between(0, 24) * HOUR,
    awake: random.between(14.5, 17) * HOUR,
    calls: random.between(0.05, 0.4),
  }
  if (kind === 'addict') return { ...common, sessions: random.int(14, 40), wants: random.around(900, 0.4) }
  if (kind === 'short') return { ...common, sessions: random.int(1, 4), wants: random.around(90, 0.8) }
  return { ...common, sessions: random.int(3, 12), wants: random.around(500, 0.6) }
}

/** When a person begins to tap: at any time while awake. A shift worker changes between early, late and night shifts. */
const startsOf = ({ wakes, awake, sessions }: Habits, kind: HonestKind, random: Random): number[] => {
  const starts: number[] = []
  for (let day = -1; day < 2; day += 1) {
    const shift = kind === 'shift worker' ? random.int(0, 2) * 5 * HOUR : 0
    const from = day * DAY + wakes + shift + random.normal() * 0.7 * HOUR
    const length = awake + random.normal() * 0.5 * HOUR
    for (let index = 0; index < sessions; index += 1) starts.push(from + random.next() * length)
  }
  return starts.filter((start) => start > 0).toSorted((a, b) => a - b)
}

export interface Person {
  kind: HonestKind
  hand: Hand
  sessions: SimulatedSession[]
}

/** Two days of a person. */
export const createPerson = (random: Random, kind: HonestKind, address: string, change: Partial<Hand> = {}): Person => {
  const hand = { ...createHand(random, kind), ...change }
  const habits = habitsOf(random, kind)
  const energy = createEnergy()
  const sessions: SimulatedSession[] = []
  let free = 0
  for (const start of startsOf(habits, kind, random)) {
    if (start < free) continue
    const taps = Math.floor(Math.min(energy.left(start), random.around(habits.wants, 0.5)))
    if (taps < 5) continue
    const gaps = tapGaps(hand, taps, random)
    energy.use(taps)
    free = start + gaps.reduce((sum, gap) => sum + gap, 0) + 5000
    sessions.push({ start, gaps, address, calls: someCalls(random, habits.calls) })
  }
  return { kind, hand, sessions }
}

/** 8 % play very much; some have shifts, many fingers, or little time. */
export const kindOf = (random: Random): HonestKind => {
  const chance = random.next()
  if (chance < 0.08) return 'addict'
  if (chance < 0.13) return 'shift worker'
  if (chance < 0.23) return 'many fingers'
  return chance < 0.38 ? 'short' : 'usual'
}
