import { type Latency, latencyOf, medianOf, type Parts, within } from './measures.ts'
import type { Memory } from './processes.ts'
import type { Recorder, Sample } from './recorder.ts'

/** The kind of call that measures the machine: an empty server in the soak's own process answers it. */
export const YARDSTICK = 'bare HTTP request (the machine)'

/** The fewest samples of both parts for comparing medians and 99th percentiles. */
const LEAST_FOR_P50 = 20
const LEAST_FOR_P99 = 200
/** The fewest readings of a memory level. */
const LEAST_FOR_MEMORY = 5
/** The greatest ratio of latencies between the last and the first part on an equally fast machine. */
export const P50_RATIO = 2
export const P99_RATIO = 4
/** Memory may grow by a quarter and this many megabytes, since heaps grow until their next collection. */
export const MEMORY_RATIO = 1.25
export const MEMORY_SLACK = 32

/** A chain stores its transactions: megabytes for each send and each transfer of the faucet between the parts. */
export const MEMORY_PER_TRANSACTION = 0.25

export interface MemorySample {
  at: number
  memory: Memory
}

export interface CallRow {
  kind: string
  calls: number
  failures: number
  first: Latency | undefined
  last: Latency | undefined
  /** The reason why it is not flat. */
  steep: string | undefined
}

export interface MemoryRow {
  program: string
  /** Medians of the first and of the last part, in megabytes. */
  start: number | undefined
  end: number | undefined
  steep: string | undefined
}

export interface Findings {
  calls: CallRow[]
  memory: MemoryRow[]
  /** Whether anything had enough samples for a comparison. */
  isJudged: boolean
}

type Measured = Pick<Recorder, 'samples' | 'failures'>

interface Pair {
  first: Latency | undefined
  last: Latency | undefined
}

const pairOf = (samples: readonly Sample[], { first, last }: Parts): Pair => ({
  first: latencyOf(within(samples, first)),
  last: latencyOf(within(samples, last)),
})

/** The slowdown of the machine itself in the last part, at least 1. */
const slowdownOf = (samples: ReadonlyMap<string, readonly Sample[]>, parts: Parts) => {
  const { first, last } = pairOf(samples.get(YARDSTICK) ?? [], parts)
  const ratio = (name: 'p50' | 'p99') => (first && last ? Math.max(1, last[name] / first[name]) : 1)
  return { p50: ratio('p50'), p99: ratio('p99') }
}

const isComparable = ({ first, last }: Pair, least: number): boolean =>
  Math.min(first?.count ?? 0, last?.count ?? 0) >= least

const steepLatency = (pair: Pair, slowdown: { p50: number; p99: number }): string | undefined => {
  const { first, last } = pair
  if (!first || !last || !isComparable(pair, LEAST_FOR_P50)) return undefined
  const p50 = last.p50 / first.p50 / slowdown.p50
  if (p50 > P50_RATIO) return `p50 is ${p50.toFixed(1)} times that of the first part`
  const p99 = last.p99 / first.p99 / slowdown.p99
  if (isComparable(pair, LEAST_FOR_P99) && p99 > P99_RATIO)
    return `p99 is ${p99.toFixed(1)} times that of the first part`
  return undefined
}

const isTransaction = (kind: string): boolean => kind === 'faucet' || kind.endsWith(' confirms')

/** The megabytes that the chains may store between the beginning of the first part and the end of the last. */
const historyOf = ({ samples }: Measured, { first, last }: Parts): number =>
  [...samples]
    .filter(([kind]) => isTransaction(kind))
    .reduce((sum, [, all]) => sum + within(all, [first[0], last[1]]).length * MEMORY_PER_TRANSACTION, 0)

const memoryRows = (samples: readonly MemorySample[], parts: Parts, history: number): MemoryRow[] =>
  Object.keys(samples[0]?.memory ?? {}).map((program) => {
    const [first = [], last = []] = [parts.first, parts.last].map((span) =>
      within(samples, span).map(({ memory }) => memory[program] ?? 0),
    )
    const [start, end] = [medianOf(first), medianOf(last)]
    const isComparable = Math.min(first.length, last.length) >= LEAST_FOR_MEMORY
    if (!isComparable || start === undefined || end === undefined) return { program, start, end, steep: undefined }
    const most = start * MEMORY_RATIO + MEMORY_SLACK + (program.startsWith('localnet') ? history : 0)
    const steep = end > most ? `grew from ${start.toFixed(0)} to ${end.toFixed(0)} MB` : undefined
    return { program, start, end, steep }
  })

/** Compares the first and the last part of a run after its warm-up. */
export const judge = (measured: Measured, memory: readonly MemorySample[], parts: Parts): Findings => {
  const { samples, failures } = measured
  const slowdown = slowdownOf(samples, parts)
  const kinds = [...new Set([...samples.keys(), ...failures.keys()])].toSorted()
  const calls = kinds.map((kind) => {
    const all = samples.get(kind) ?? []
    const pair = pairOf(all, parts)
    const steep = kind === YARDSTICK ? undefined : steepLatency(pair, slowdown)
    return { kind, calls: all.length, failures: failures.get(kind) ?? 0, ...pair, steep }
  })
  const isJudged = calls.some((row) => row.kind !== YARDSTICK && isComparable(row, LEAST_FOR_P50))
  return { calls, memory: memoryRows(memory, parts, historyOf(measured, parts)), isJudged }
}
