import type { Dashboard, Panel } from '../dashboards/queries.mjs'

/** Seconds since 1970, and the value at that time; null where there is none. */
export interface Line {
  name: string
  values: (number | null)[]
}

export interface DrawnPanel {
  title: string
  unit: string
  type: NonNullable<Panel['type']>
  /** Of 24 columns. */
  width: number
  times: number[]
  lines: Line[]
  /** Of a table: a row's cells by the name of their label, with the value under the panel's title. */
  rows: Record<string, string>[]
}

export interface DrawnDashboard {
  title: string
  rows: { title: string; panels: DrawnPanel[] }[]
}

/** The time that is shown, in seconds since 1970, and the seconds between two values. */
export interface Range {
  start: number
  end: number
  step: number
}

interface Found {
  metric: Record<string, string>
  value?: [number, string]
  values?: [number, string][]
}

/** What Grafana puts in place of its variables, of all servers, and of rates that are scraped every few seconds. */
const withVariables = (expression: string, { step }: Range): string =>
  expression.replaceAll(/\$(job|instance)/g, '.+').replaceAll('$__rate_interval', `${Math.max(30, step * 4)}s`)

/** https://prometheus.io/docs/prometheus/latest/querying/api/ @throws {Error} With Prometheus's message, where it refuses the query. */
const ask = async (prometheus: string, call: string, input: Record<string, string>): Promise<Found[]> => {
  const answer = await fetch(`${prometheus}/api/v1/${call}`, { method: 'POST', body: new URLSearchParams(input) })
  const { error, data } = (await answer.json()) as { error?: string; data: { result: Found[] } }
  if (error !== undefined) throw new Error(`${input['query']}: ${error}`)
  return data.result
}

const nameOf = (metric: Record<string, string>, legend: string, title: string): string => {
  if (legend) return legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => metric[label] ?? '')
  const { __name__: name = title, ...labels } = metric
  return Object.values(labels).join(' ') || name
}

const lineOf = (times: number[], { metric, values = [] }: Found, legend: string, title: string): Line => {
  const at = new Map(values.map(([time, value]) => [time, Number(value)]))
  const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null)
  return { name: nameOf(metric, legend, title), values: times.map((time) => finite(at.get(time))) }
}

const readPanel = async (prometheus: string, panel: Panel, range: Range): Promise<DrawnPanel> => {
  const { title, unit, queries, type = 'timeseries', width = 12 } = panel
  const times = Array.from({ length: Math.floor((range.end - range.start) / range.step) + 1 }, (_, index) => {
    return range.start + index * range.step
  })
  const drawn: DrawnPanel = { title, unit, type, width, times, lines: [], rows: [] }
  for (const [expression, legend] of queries) {
    const query = withVariables(expression, range)
    if (type === 'table') {
      const found = await ask(prometheus, 'query', { query, time: String(range.end) })
      drawn.rows.push(...found.map(({ metric, value }) => ({ ...metric, [title]: value?.[1] ?? '' })))
    } else {
      const span = { start: String(range.start), end: String(range.end), step: String(range.step) }
      const found = await ask(prometheus, 'query_range', { query, ...span })
      drawn.lines.push(...found.map((line) => lineOf(times, line, legend, title)))
    }
  }
  return drawn
}

/** Asks a Prometheus for all that a dashboard shows. */
export const readDashboard = async (
  prometheus: string,
  dashboard: Dashboard,
  range: Range,
): Promise<DrawnDashboard> => ({
  title: dashboard.title,
  rows: await Promise.all(
    dashboard.rows.map(async ({ title, panels }) => ({
      title,
      panels: await Promise.all(panels.map((panel) => readPanel(prometheus, panel, range))),
    })),
  ),
})
