import type { Metric as PrometheusMetric, Registry } from 'prom-client'
import { type Metric, countedMetrics, type MetricFacts, type Sample } from './counters.ts'
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

/** A metric in the form in which prom-client asks for it. https://github.com/siimon/prom-client */
const present = ({ name, help, type, samples }: Omit<MetricFacts, 'labels'> & { type: string; samples: Sample[] }) => {
  const values = samples.map(({ name: metricName, labels, value }) => ({ metricName, labels, value }))
  return { name, get: async () => ({ name, help, type, values, aggregator: 'sum' }) } as unknown as PrometheusMetric
}

const presentCounted = (metric: Metric) => present({ ...metric, samples: metric.samples() })

const presentRead = ({ help }: Gauges, samples: Sample[]) =>
  Object.entries(help).map(([name, text]) =>
    present({ name, help: text, type: 'gauge', samples: samples.filter((sample) => sample.name === name) }),
  )

/** The process's own metrics: event loop, garbage collection, memory, processor time, open files. */
const openProcessMetrics = async (): Promise<{ create: () => Registry; ofProcess: Registry }> => {
  // By its default export: in the server's bundle a CommonJS module that is loaded on demand has no other.
  const { default: prometheus } = await import('prom-client')
  const ofProcess = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: 10 })
  return { create: () => new prometheus.Registry(), ofProcess }
}

let processMetrics: ReturnType<typeof openProcessMetrics> | undefined

/**
 * Writes all metrics of this process and of one server in Prometheus' text format. Loads prom-client at the first call, so that a
 * server that nobody scrapes has none of it. A process has one set of its own metrics, whatever servers are in it.
 */
export const scrape = async (parts: readonly Gauges[]): Promise<Scrape> => {
  processMetrics ??= openProcessMetrics()
  const { create, ofProcess } = await processMetrics
  const registry = create()
  const read = await Promise.all(parts.map(readInTime))
  for (const metric of countedMetrics()) registry.registerMetric(presentCounted(metric))
  for (const [index, part] of parts.entries())
    for (const metric of presentRead(part, read[index]!.samples ?? [])) registry.registerMetric(metric)
  const ups = read.map(({ part, samples }) => ({ name: partUp.name, labels: { part }, value: samples ? 1 : 0 }))
  registry.registerMetric(present({ ...partUp, type: 'gauge', samples: ups }))
  return { contentType: registry.contentType, text: `${await registry.metrics()}\n${await ofProcess.metrics()}` }
}
