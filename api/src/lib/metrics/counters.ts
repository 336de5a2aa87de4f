/** What a metric is: a name by Prometheus' conventions, what it counts, and the names of its labels. https://prometheus.io/docs/practices/naming/ */
export interface MetricFacts {
  name: string
  help: string
  labels: readonly string[]
}

/** One number with its labels, as it is exposed. */
export interface Sample {
  /** The metric's name; of histograms with `_bucket`, `_sum` or `_count` behind it. */
  name: string
  /** Prometheus' text, such as `method="GET",route="/user/profile"`: it is made once for each series. */
  labels: string
  value: number
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' }

/** Labels as text. https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details */
export const labelText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\\n"]/g, (each) => escapes[each]!)}"`)
    .join(',')

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
  const items = new Map<string, { labels: string; item: T }>()
  const other = labels.map(() => 'other')
  const find = (values: string[]): T => {
    // No label value has a line break.
    const key = values.length === 1 ? values[0]! : values.join('\n')
    const known = items.get(key)
    if (known) return known.item
    if (items.size >= MOST_SERIES && values !== other) return find(other)
    const item = create()
    const named = Object.fromEntries(labels.map((label, index) => [label, values[index]!]))
    items.set(key, { labels: labelText(named), item })
    return item
  }
  return { find, all: () => [...items.values()] }
}

/** Defines a counter. A plain number is behind each combination of labels; Prometheus' format is made at a scrape. */
export const counter = (name: string, help: string, ...labels: string[]): Counter => {
  const series = createSeries<Cell>(labels, () => ({ value: 0 }))
  // Without labels there is one number, which is there from the start.
  if (labels.length === 0) series.find([])
  const samples = () => series.all().map(({ labels: text, item }) => ({ name, labels: text, value: item.value }))
  define({ type: 'counter', name, help, labels, samples })
  return {
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

/** Buckets are cumulative, and the last one is the count. https://prometheus.io/docs/concepts/metric_types/#histogram */
const createWriter = (name: string, bounds: readonly number[]) => {
  const bucket = `${name}_bucket`
  const ends = [...bounds.map(String), '+Inf'].map((end) => `le="${end}"`)
  return ({ labels, item: { counts, sum } }: { labels: string; item: Durations }): Sample[] => {
    const before = labels === '' ? '' : `${labels},`
    let count = 0
    const buckets = ends.map((end, index) => {
      count += counts[index]!
      return { name: bucket, labels: before + end, value: count }
    })
    return [...buckets, { name: `${name}_sum`, labels, value: sum() }, { name: `${name}_count`, labels, value: count }]
  }
}

/** Defines a histogram of durations in seconds; `bounds` are the upper ends of its buckets, in ascending order. */
export const histogram = (facts: MetricFacts, bounds: readonly number[]): Histogram => {
  const series = createSeries<Durations>(facts.labels, () => createDurations(bounds))
  const write = createWriter(facts.name, bounds)
  define({ ...facts, type: 'histogram', samples: () => series.all().flatMap(write) })
  return { of: (...values) => series.find(values) }
}

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000
