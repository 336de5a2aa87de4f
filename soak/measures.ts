import { createHistogram } from 'node:perf_hooks'
import type { Sample } from './recorder.ts'

/** Milliseconds since the start of the run. */
export type Span = readonly [from: number, to: number]

/** The two parts of a run that are compared. */
export interface Parts {
  first: Span
  last: Span
}

/** The longest warm-up, in which compilers, caches and pools fill. Milliseconds. */
const WARM_UP = 60_000

/**
 * Divides the time after the warm-up (a quarter of the run, at most a minute) into thirds; returns the first and the
 * last.
 */
export const partsOf = (length: number): Parts => {
  const begin = Math.min(length / 4, WARM_UP)
  const third = (length - begin) / 3
  return { first: [begin, begin + third], last: [length - third, length] }
}

export const within = <T extends { at: number }>(items: readonly T[], [from, to]: Span): T[] =>
  items.filter(({ at }) => at >= from && at <= to)

/** Milliseconds. */
export interface Latency {
  count: number
  p50: number
  p99: number
}

const MICROSECONDS = 1000

/** Undefined without samples. */
export const latencyOf = (samples: readonly Sample[]): Latency | undefined => {
  if (samples.length === 0) return undefined
  const histogram = createHistogram()
  for (const { took } of samples) histogram.record(Math.max(1, Math.round(took * MICROSECONDS)))
  const at = (percent: number) => histogram.percentile(percent) / MICROSECONDS
  return { count: samples.length, p50: at(50), p99: at(99) }
}

/** Undefined without values. */
export const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
