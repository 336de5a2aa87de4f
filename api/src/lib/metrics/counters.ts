/** What a metric is: a name by Prometheus' conventions, what it counts, and the names of its labels. https://prometheus.io/docs/practices/naming/ */
export interface MetricFacts {
  name: string
  help: string
  labels: readonly string[]
}

/** One number with its labels, as it is exposed. `name` may end in `_bucket`, `_sum` or `_count`. */
export interface Sample {
  name: string
  labels: Record<string, string | number>
  value: number
}

/** A metric of this process, and its numbers at this moment. */
export interface Metric extends MetricFacts {
  type: 'counter' | 'histogram'
  samples: () => Sample[]
}

/** A number that code adds to: `cell.value += 1`. */
export interface Cell {
  value: number
}

export interface Counter {
  /** The number of these label values, in the order of the labels. The same values have the same cell, so that hot code holds it. */
  of: (...values: string[]) => Cell
  /** Makes these numbers appear as 0: Prometheus sees no increase in a number that begins with 1. */
  expect: (...values: string[][]) => void
  /** Adds one. */
  count: (...values: string[]) => void
  /** All numbers at this moment. */
  samples: () => Sample[]
}

export interface Timing {
  /** Adds a duration in seconds. */
  observe: (seconds: number) => void
}

export interface Histogram {
  /** The durations of these label values, in the order of the labels. */
  of: (...values: string[]) => Timing
}

/** The most combinations of label values of a metric. Further ones count as `other`, whatever code passes: a scrape stays bounded. */
export const MOST_SERIES = 2_000

/** All metrics that count in this process, by name: Prometheus scrapes processes. */
const metrics = new Map<string, Metric>()

/** All metrics that this process counts, in alphabetical order. Those of a module are there once it is loaded. */
export const countedMetrics = (): Metric[] =>
  [...metrics.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** A module that a test loads twice defines its metrics twice: the latest counts. */
const define = (metric: Metric): void => void metrics.set(metric.name, metric)

/** The items of each combination of label values. */
const createSeries = <T>(labels: readonly string[], create: () => T) => {
  const items = new Map<string, { values: string[]; item: T }>()
  const other = labels.map(() => 'other')
  const find = (values: string[]): T => {
    // No label value has a line break.
    const key = values.length === 1 ? values[0]! : values.join('\n')
    const known = items.get(key)
    if (known) return known.item
    if (items.size >= MOST_SERIES && values !== other) return find(other)
    const item = create()
    items.set(key, { values, item })
    return item
  }
  const named = (values: string[]) => Object.fromEntries(labels.map((label, index) => [label, values[index]!]))
  return {
    find,
    all: () => [...items.values()].map(({ values, item }) => ({ labels: named(values), item })),
  }
}

/** Defines a counter. A plain number is behind each combination of labels; Prometheus' format is made at a scrape. */
export const counter = (name: string, help: string, ...labels: string[]): Counter => {
  const series = createSeries<Cell>(labels, () => ({ value: 0 }))
  // Without labels there is one number, which is there from the start.
  if (labels.length === 0) series.find([])
  const samples = () => series.all().map((each) => ({ name, labels: each.labels, value: each.item.value }))
  define({ type: 'counter', name, help, labels, samples })
  return {
    samples,
    of: (...values) => series.find(values),
    expect: (...all) => all.forEach(series.find),
    count: (...values) => {
      series.find(values).value += 1
    },
  }
}

interface Durations extends Timing {
  /** How many durations were at most each bound, and above all of them; not cumulative. */
  counts: number[]
  sum: () => number
}

const createDurations = (bounds: readonly number[]): Durations => {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0)
  let sum = 0
  return {
    counts,
    sum: () => sum,
    observe: (seconds) => {
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at += 1
      counts[at]! += 1
      sum += seconds
    },
  }
}

/** Buckets are cumulative, and the last one is the count. https://prometheus.io/docs/instrumenting/exposition_formats/ */
const samplesOf = (name: string, bounds: readonly number[], labels: Record<string, string>, durations: Durations) => {
  const samples: Sample[] = []
  let count = 0
  for (const [index, bucket] of durations.counts.entries()) {
    count += bucket
    samples.push({ name: `${name}_bucket`, labels: { ...labels, le: bounds[index] ?? '+Inf' }, value: count })
  }
  samples.push({ name: `${name}_sum`, labels, value: durations.sum() }, { name: `${name}_count`, labels, value: count })
  return samples
}

/** Defines a histogram of durations in seconds; `bounds` are the upper ends of its buckets, in ascending order. */
export const histogram = (facts: MetricFacts, bounds: readonly number[]): Histogram => {
  const { name, labels } = facts
  const series = createSeries<Durations>(labels, () => createDurations(bounds))
  define({
    ...facts,
    type: 'histogram',
    samples: () => series.all().flatMap((each) => samplesOf(name, bounds, each.labels, each.item)),
  })
  return { of: (...values) => series.find(values) }
}

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000
