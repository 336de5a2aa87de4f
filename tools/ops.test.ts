import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dashboards } from '../ops/grafana/dashboards.mjs'
import { fileOf } from '../ops/grafana/write.mjs'
import { root } from '../api/src/paths.ts'
import { freePort, testServer, type TestServer } from '../api/src/testing.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

const alertsFile = join(root, 'ops/prometheus/alerts.yml')
const alerts = (parse(readFileSync(alertsFile, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)

/** By metric, the names of its labels that a scrape has; none for those without a number yet. */
let known: Map<string, string>
let server: TestServer
beforeAll(async () => {
  const port = await freePort()
  server = await testServer({ OPENAUTH_METRICS_PORT: String(port) })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  known = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]))
})
afterAll(() => server.stop())

const functions = new Set([
  'sum',
  'rate',
  'increase',
  'max',
  'min',
  'by',
  'histogram_quantile',
  'topk',
  'count',
  'vector',
  'or',
  'and',
])

/** The metrics of a query, without functions, labels and variables. */
const metricsOf = (query: string): string[] => {
  const bare = query
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without) *\([^)]*\)/g, '')
    .replace(/\b\d[\w.]*/g, '')
  return [...bare.matchAll(/[a-z_]\w*/g)].map(([name]) => name).filter((name) => !functions.has(name))
}

const isKnown = (name: string): boolean => {
  const [, base = name, suffix] = /^(\w+)_(bucket|count|sum)$/.exec(name) ?? []
  return (
    name === 'up' || known.has(name) || (suffix !== undefined && ['histogram', 'summary'].includes(known.get(base)!))
  )
}

const panelsOf = ({ rows }: (typeof dashboards)[number]) => rows.flatMap(({ panels }) => panels)

describe('dashboards', () => {
  test.each(dashboards)(
    '$uid is the file that Grafana imports, and asks for metrics that the server has',
    (dashboard) => {
      const { path, text: written } = fileOf(dashboard)
      expect(readFileSync(path, 'utf8'), 'npm run dashboards writes them').toBe(written)
      const asked = panelsOf(dashboard).flatMap(({ queries }) => queries.flatMap(([expr]) => metricsOf(expr)))
      expect(asked.length).toBeGreaterThan(10)
      expect(asked.filter((name) => !isKnown(name))).toEqual([])
    },
  )

  test('every metric of the server is on a dashboard', () => {
    const shown = dashboards.flatMap(panelsOf).flatMap(({ queries }) => queries.flatMap(([expr]) => metricsOf(expr)))
    const bases = new Set(shown.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect([...known.keys()].filter((name) => name.startsWith('openauth_') && !bases.has(name))).toEqual([])
  })

  test('panels lie beside each other, and none on another', () => {
    for (const dashboard of dashboards) {
      const { panels } = JSON.parse(fileOf(dashboard).text) as {
        panels: { gridPos: { x: number; y: number; w: number; h: number } }[]
      }
      const taken = new Set<string>()
      for (const { gridPos: at } of panels) {
        expect(at.x + at.w).toBeLessThanOrEqual(24)
        for (let x = at.x; x < at.x + at.w; x += 1)
          for (let y = at.y; y < at.y + at.h; y += 1) {
            expect(taken.has(`${x} ${y}`)).toBe(false)
            taken.add(`${x} ${y}`)
          }
      }
    }
  })
})

describe('alerts', () => {
  test('ask for metrics that the server has', () => {
    expect(alerts.flatMap(({ expr }) => metricsOf(expr)).filter((name) => !isKnown(name))).toEqual([])
  })

  test.each(alerts)(
    '$alert has a runbook that says what it means, how to look and what to do',
    ({ alert, annotations }) => {
      const runbook = readFileSync(join(root, annotations.runbook), 'utf8')
      const [title, meaning, ...rest] = runbook.split('\n\n')
      expect(title).toBe(`# ${alert}`)
      expect(meaning!.length).toBeGreaterThan(40)
      expect(rest.filter((part) => part.startsWith('## '))).toEqual(['## How to look', '## What to do'])
    },
  )

  test('every runbook is that of an alert', () => {
    const named = alerts.map(({ annotations }) => annotations.runbook.replace('docs/runbooks/', ''))
    expect(readdirSync(join(root, 'docs/runbooks')).toSorted()).toEqual(named.toSorted())
  })
})
