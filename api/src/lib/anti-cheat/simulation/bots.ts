// Programs. Each draws its parameters once, and keeps them: a program has one model.
import { DAY } from '../day.ts'
import { createPerson, createHand, type Person, tapGaps } from './honest.ts'
import { createEnergy, type SimulatedSession } from './play.ts'
import type { Random } from './random.ts'

const HOUR = 3_600_000

export const botKinds = [
  'fixed',
  'jitter all day',
  'jitter with sleep',
  'random gaps',
  'random gaps, human day',
] as const
export type BotKind = (typeof botKinds)[number]

type Gaps = (taps: number) => number[]

/** The gaps of a program: of one length, evenly around it, or log-normal without memory. */
const gapsOf = (kind: BotKind, random: Random): Gaps => {
  const median = random.around(115, 0.25)
  const spread = random.between(0.05, 0.6)
  const sigma = random.between(0.15, 0.6)
  const gap = () => {
    if (kind === 'fixed') return median + random.between(-2, 2)
    if (kind.startsWith('jitter')) return median * (1 + random.between(-spread, spread))
    return random.around(median, sigma)
  }
  return (taps) => Array.from({ length: taps - 1 }, gap)
}

/** Day and night as often as energy is full, or with a sleep of some hours, or as a person would begin. */
const startsOf = (kind: BotKind, random: Random): number[] => {
  const every = random.between(0.2, 1) * HOUR
  const start = random.next() * DAY
  const sleep = kind === 'jitter with sleep' ? random.between(6, 9) * HOUR : 0
  const wake = random.next() * DAY
  const count = Math.ceil(DAY / every)
  const starts = Array.from({ length: count }, (_, index) => start + index * every + random.between(0, 0.3) * every)
  return starts.filter((at) => (at - wake + DAY) % DAY >= sleep && at < start + DAY)
}

const calls = (random: Random): SimulatedSession['calls'] => (random.next() < 0.2 ? ['profile', 'boost'] : ['profile'])

/** One day of a program, which begins at any time. */
export const createBot = (random: Random, kind: BotKind, address: string): SimulatedSession[] => {
  const gapsFor = gapsOf(kind, random)
  const energy = createEnergy()
  const asPerson = kind === 'random gaps, human day'
  const model = asPerson ? createPerson(random, 'addict', address).sessions : []
  const starts = asPerson ? model.map(({ start }) => start) : startsOf(kind, random)
  return starts.flatMap((start) => {
    const taps = Math.floor(energy.left(start))
    if (taps < 5) return []
    energy.use(taps)
    return [{ start, gaps: gapsFor(taps), address, calls: calls(random) }]
  })
}

/** A person's recorded day, with other times of day and noise in each gap. */
export const replay = (person: Person, noise: number, random: Random, address: string): SimulatedSession[] => {
  const shift = random.between(-4, 4) * HOUR
  return person.sessions
    .filter(({ start }) => start + shift > 0)
    .map(({ start, gaps }) => ({
      start: start + shift + random.between(0, 120_000),
      gaps: gaps.map((gap) => Math.max(1, gap * (1 + noise * random.normal()))),
      address,
      calls: calls(random),
    }))
    .toSorted((a, b) => a.start - b.start)
}

/** Accounts that one program plays in turn behind one address, with the gaps of a person: nothing but their order tells. */
export const createFarm = (random: Random, accounts: number, address: string): SimulatedSession[][] => {
  const hands = Array.from({ length: accounts }, () => createHand(random, 'usual'))
  const sessions: SimulatedSession[][] = hands.map(() => [])
  let at = random.between(0, 4) * HOUR
  for (let turn = 0; at < 2 * DAY; turn += 1) {
    const index = turn % accounts
    const gaps = tapGaps(hands[index]!, random.int(150, 500), random)
    sessions[index]!.push({ start: at, gaps, address, calls: calls(random) })
    at += gaps.reduce((sum, gap) => sum + gap, 0) + random.between(1000, 15_000)
    // As people, nobody of the farm plays at night.
    if (at % DAY > 20 * HOUR) at += 4 * HOUR
  }
  return sessions
}
