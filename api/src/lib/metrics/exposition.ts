import type { Registry } from 'prom-client'
import { countedMetrics, labelText, type MetricFacts, type Sample } from './counters.ts'
import type { Gauges } from './gauges.ts'

/** A scrape as text, and its content type. */
export interface Scrape {
  contentType: string
  text: string
}

/** How long a scrape waits for a part of the server. The part is left out if it takes longer. Milliseconds. */
const PATIENCE = 1_000

/** Whether each part was read in time, by itself: an alert on a missing part needs to know that it is missing. */
const partUp = { name: 'openauth_metrics_part_up', help: 'Whether this part of the server was read for this scrape.' }

const readInTime = async ({ part, read }: Gauges): Promise<{ part: string; samples: Sample[] | undefined }> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE).unref()
  })
  const samples = await Promise.race([read().catch(() => undefined), late])
  clearTimeout(timer)
  return { part, samples }
}

const numberOf = (value: number): string =>
  Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? '+Inf' : '-Inf'

const lineOf = ({ name, labels, value }: Sample): string =>
  labels === '' ? `${name} ${numberOf(value)}` : `${name}{${labels}} ${numberOf(value)}`

/** A metric in Prometheus' text format. */
const textOf = (
  { name, help, type }: Pick<MetricFacts, 'name' | 'help'> & { type: string },
  samples: Sample[],
): string => {
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(lineOf)].join('\n')}\n`
}

const textsOf = ({ help }: Gauges, samples: Sample[] = []): string[] =>
  Object.entries(help).map(([name, text]) =>
    textOf(
      { name, help: text, type: 'gauge' },
      samples.filter((sample) => sample.name === name),
    ),
  )

/** The process's own metrics: event loop, garbage collection, memory, processor time, open files. */
const openProcessMetrics = async (): Promise<Registry> => {
  // By its default export: in the server's bundle a CommonJS module that is loaded on demand has no other.
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 })
  return registry
}

let processMetrics: ReturnType<typeof openProcessMetrics> | undefined

/**
 * Writes all metrics of this process and of one server in Prometheus' text format. Loads prom-client at the first call, so that a
 * server that nobody scrapes has none of it; it has Node's metrics, and the others are written here, in a quarter of its time.
 * A process has one set of its own metrics, whatever servers are in it.
 */
export const scrape = async (parts: readonly Gauges[]): Promise<Scrape> => {
  processMetrics ??= openProcessMetrics()
  const registry = await processMetrics
  const read = await Promise.all(parts.map(readInTime))
  const ups = read.map(({ part, samples }) => ({
    name: partUp.name,
    labels: labelText({ part }),
    value: samples ? 1 : 0,
  }))
  const texts = [
    ...countedMetrics().map((metric) => textOf(metric, metric.samples())),
    ...parts.flatMap((part, index) => textsOf(part, read[index]!.samples)),
    textOf({ ...partUp, type: 'gauge' }, ups),
    await registry.metrics(),
  ]
  return { contentType: registry.contentType, text: texts.join('') }
}
