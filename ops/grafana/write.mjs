// Writes the dashboards of dashboards.mjs as files that Grafana imports: `npm run dashboards`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dashboards } from './dashboards.mjs'

/** @import { Dashboard, Panel } from './dashboards/queries.mjs' */

const datasource = { type: 'prometheus', uid: '${datasource}' }

/** Of 24 columns. */
const WIDTH = 12
const HEIGHT = { stat: 4, timeseries: 8, table: 8 }

/** @param {Panel} panel @param {{ id: number, x: number, y: number }} place */
const panelOf = ({ title, help, unit, queries, type = 'timeseries', width = WIDTH }, { id, x, y }) => ({
  id,
  title,
  ...(help ? { description: help } : {}),
  type,
  datasource,
  gridPos: { h: HEIGHT[type], w: width, x, y },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options:
    type === 'timeseries' ? { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } } : {},
  ...(type === 'table'
    ? {
        transformations: [
          { id: 'organize', options: { excludeByName: { Time: true }, renameByName: { Value: title } } },
        ],
      }
    : {}),
  targets: queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource,
    expr,
    legendFormat: legendFormat || '__auto',
    ...(type === 'table' ? { format: 'table', instant: true } : {}),
  })),
})

/** Panels from left to right, rows from top to bottom. @param {Dashboard['rows']} rows */
const placed = (rows) => {
  const panels = []
  let [id, y] = [0, 0]
  for (const row of rows) {
    panels.push({
      id: (id += 1),
      title: row.title,
      type: 'row',
      collapsed: false,
      gridPos: { h: 1, w: 24, x: 0, y },
      panels: [],
    })
    y += 1
    let [x, tallest] = [0, 0]
    for (const panel of row.panels) {
      const width = panel.width ?? WIDTH
      if (x + width > 24) [x, y, tallest] = [0, y + tallest, 0]
      panels.push(panelOf(panel, { id: (id += 1), x, y }))
      x += width
      tallest = Math.max(tallest, HEIGHT[panel.type ?? 'timeseries'])
    }
    y += tallest
  }
  return panels
}

/** @param {string} name @param {string} label @param {string} query */
const variable = (name, label, query) => ({
  name,
  label,
  type: 'query',
  datasource,
  query: { query, refId: name },
  refresh: 2,
  includeAll: true,
  multi: true,
  allValue: '.+',
  current: { selected: true, text: ['All'], value: ['$__all'] },
})

/** A dashboard in Grafana's form. https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/ @param {Dashboard} dashboard */
export const grafanaOf = ({ uid, title, rows }) => ({
  uid,
  title,
  tags: ['openauth'],
  timezone: 'browser',
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
      variable('job', 'Job', 'label_values(openauth_build_info, job)'),
      variable('instance', 'Server', 'label_values(openauth_build_info{job=~"$job"}, instance)'),
    ],
  },
  panels: placed(rows),
})

/** The file of a dashboard, and what is in it. @param {Dashboard} dashboard */
export const fileOf = (dashboard) => ({
  path: fileURLToPath(new URL(`${dashboard.uid}.json`, import.meta.url)),
  text: `${JSON.stringify(grafanaOf(dashboard), undefined, 2)}\n`,
})

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { path, text } of dashboards.map(fileOf)) writeFileSync(path, text)
