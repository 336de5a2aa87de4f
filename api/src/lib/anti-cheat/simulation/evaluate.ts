// Measures how many programs are found and how many people are suspected, with the rules of the server.
import type { DayStatistics } from '../day.ts'
import { type Flag, isSuspicious, judge, type Play } from '../judge.ts'
import { relayOf } from '../relay.ts'
import type { FlagCode, Thresholds } from '../thresholds.ts'
import { likenessOf, type Trace } from '../traces.ts'
import { type BotKind, botKinds, createBot, createFarm, replay } from './bots.ts'
import { createPerson, type HonestKind, kindOf, type Person } from './honest.ts'
import { type Line, statisticsOf, usualLine } from './play.ts'
import { createRandom, type Random } from './random.ts'

export interface Sizes {
  people: number
  bots: number
  /** Recordings, each played by `copies` accounts. */
  recordings: number
  copies: number
  farms: number
  accounts: number
}

export interface Row {
  name: string
  found: number
  of: number
  /** How often each flag was raised. */
  flags: Partial<Record<FlagCode, number>>
}

interface Judged {
  play: Play
  flags: Flag[]
  address: string
}

const rowOf = (name: string, judged: Judged[]): Row => {
  const flags: Row['flags'] = {}
  for (const { code } of judged.flatMap((each) => each.flags)) flags[code] = (flags[code] ?? 0) + 1
  return {
    name,
    found: judged.filter((each) => isSuspicious(each.flags.map(({ code }) => code))).length,
    of: judged.length,
    flags,
  }
}

const daysOf = ({ today, yesterday }: Play): DayStatistics[] => (yesterday ? [yesterday, today] : [today])
const tracesOf = (play: Play): Trace[] => daysOf(play).flatMap(({ traces }) => traces)

/** Flags whoever has a piece of rhythm in common with another, as the server does with its index of keys. */
const matchTraces = (judged: Judged[], { flags }: Thresholds): void => {
  const byKey = new Map<number, { owner: Judged; trace: Trace }[]>()
  for (const owner of judged)
    for (const trace of tracesOf(owner.play)) byKey.set(trace.key, [...(byKey.get(trace.key) ?? []), { owner, trace }])
  const best = new Map<Judged, number>()
  for (const group of byKey.values())
    for (const one of group)
      for (const other of group) {
        if (one.owner === other.owner) continue
        const value = likenessOf(one.trace, other.trace)
        if (value > (best.get(one.owner) ?? 0)) best.set(one.owner, value)
      }
  const { threshold } = flags.shared_trace
  for (const [owner, value] of best) if (value > threshold) owner.flags.push({ code: 'shared_trace', value, threshold })
}

/** Flags who plays in turn with others of its address. */
const findRelays = (judged: Judged[], { flags }: Thresholds): void => {
  const { threshold } = flags.address_relay
  const byAddress = new Map<string, Judged[]>()
  for (const each of judged) byAddress.set(each.address, [...(byAddress.get(each.address) ?? []), each])
  for (const group of byAddress.values()) {
    const sessions = group.flatMap(({ play }, index) =>
      daysOf(play).flatMap((day) =>
        day.sessions.map(({ start, end, taps }) => ({ userId: String(index), start, end, taps })),
      ),
    )
    for (const [index, value] of relayOf(sessions, threshold))
      group[Number(index)]!.flags.push({ code: 'address_relay', value, threshold })
  }
}

/** Behind the same address: families, offices, and a mobile network. */
const addressOf = (index: number): string => {
  if (index % 10 < 5) return `own ${index}`
  if (index % 10 < 8) return `family ${Math.floor(index / 40)} ${index % 4}`
  return index % 10 === 8 ? `office ${Math.floor(index / 500)}` : `network ${Math.floor(index / 5000)}`
}

const stressed: [string, Partial<Person['hand']>][] = [
  ['people, faster drift (AR 0.8)', { memory: 0.8 }],
  ['people, few pauses (0.4 %)', { pauses: 0.004 }],
  ['people, both', { memory: 0.8, pauses: 0.004 }],
]

interface Trial {
  /** A random source of its own for each player. */
  nextRandom: () => Random
  judgePlay: (play: Play, address: string) => Judged
}

/** People whose hands are nearer to a program's than usual. */
const judgeStressed = ({ nextRandom, judgePlay }: Trial, count: number) =>
  stressed.map(([name, hand]) => {
    const judged = Array.from({ length: count }, () => {
      const random = nextRandom()
      const person = createPerson(random, kindOf(random), '', hand)
      return judgePlay(statisticsOf(person.sessions, usualLine(random), random), '')
    })
    return [name, judged] as const
  })

/** Recordings of people, each played by several accounts with more or less noise. */
const judgeReplays = ({ nextRandom, judgePlay }: Trial, recordings: Person[], copies: number, thresholds: Thresholds) =>
  [0.03, 0.1, 0.3, 0.6].map((noise) => {
    const played = recordings.flatMap((person, index) =>
      Array.from({ length: copies }, (_, copy) => {
        const random = nextRandom()
        const address = `replay ${noise} ${index} ${copy}`
        return judgePlay(statisticsOf(replay(person, noise, random, address), usualLine(random), random), address)
      }),
    )
    // People and copies are compared with each other, as in one app.
    matchTraces(played, thresholds)
    return [`replay, ${noise * 100} % noise`, played] as const
  })

/** Accounts that one machine plays in turn. */
const judgeFarms = ({ nextRandom, judgePlay }: Trial, sizes: Sizes): Judged[] =>
  Array.from({ length: sizes.farms }, (_, farm) => {
    const random = nextRandom()
    const address = `farm ${farm}`
    return createFarm(random, sizes.accounts, address).map((sessions) =>
      judgePlay(statisticsOf(sessions, usualLine(random), random), address),
    )
  }).flat()

/** The table: a row a kind of player. */
export const evaluate = (seed: number, sizes: Sizes, thresholds: Thresholds): Row[] => {
  let stream = 0
  const nextRandom = () => createRandom(seed, (stream += 1))
  const judgePlay = (play: Play, address: string): Judged => ({ play, flags: judge(play, thresholds), address })
  const trial: Trial = { nextRandom, judgePlay }

  const recordings: Person[] = []
  const people = Array.from({ length: sizes.people }, (_, index) => {
    const random = nextRandom()
    const kind: HonestKind = kindOf(random)
    const address = addressOf(index)
    const person = createPerson(random, kind, address)
    return { kind, ...judgePlay(statisticsOf(person.sessions, usualLine(random), random), address) }
  })
  for (let index = 0; recordings.length < sizes.recordings; index += 1)
    recordings.push(createPerson(nextRandom(), index % 4 === 0 ? 'addict' : 'usual', ''))

  const botsOf = (kind: BotKind, change: Partial<Line> = {}) =>
    Array.from({ length: sizes.bots }, (_, index) => {
      const random = nextRandom()
      const address = `bot ${kind} ${index}`
      const sessions = createBot(random, kind, address)
      return judgePlay(statisticsOf(sessions, { ...usualLine(random), ...change }, random), address)
    })
  const bots = botKinds.map((kind) => [kind, botsOf(kind)] as const)
  const untimed = [['fixed', 'fixed, tells no gaps'] as const, ['random gaps', 'random gaps, tells none'] as const].map(
    ([kind, name]) => [name, botsOf(kind, { timed: false })] as const,
  )
  const replays = judgeReplays(trial, recordings, sizes.copies, thresholds)
  const farms = judgeFarms(trial, sizes)
  matchTraces(people, thresholds)
  findRelays([...people, ...farms], thresholds)
  const stress = judgeStressed(trial, sizes.bots)
  const row = ([name, judged]: readonly [string, Judged[]]) => rowOf(name, judged)
  return [
    row(['people', people]),
    ...[...new Set(people.map(({ kind }) => kind))].map((kind) =>
      row([`  ${kind}`, people.filter((each) => each.kind === kind)]),
    ),
    ...[...bots, ...untimed, ...replays, ['farm in turn', farms] as const, ...stress].map(row),
  ]
}
