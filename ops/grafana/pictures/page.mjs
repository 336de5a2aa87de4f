// Runs in the page: draws what read.ts has read.
/// <reference lib="dom" />
/** @import { DrawnDashboard, DrawnPanel } from './read.ts' */
/** @import UPlot from 'uplot' */

const colours = [
  '#73bf69',
  '#f2cc0c',
  '#5794f2',
  '#ff780a',
  '#f2495c',
  '#b877d9',
  '#8ab8ff',
  '#96d98d',
  '#ffcb7d',
  '#ca95e5',
]

/** Steps of a unit, from the largest: what it is divided by, and its name. @type {Record<string, [number, string][]>} */
const steps = {
  s: [
    [1, ' s'],
    [1e-3, ' ms'],
    [1e-6, ' µs'],
  ],
  bytes: [
    [2 ** 30, ' GiB'],
    [2 ** 20, ' MiB'],
    [2 ** 10, ' KiB'],
  ],
}
/** @type {Record<string, string>} */
const names = { ops: ' /s', reqps: ' req/s' }

/** A value with its unit, as short as it can be read. @param {number} value @param {string} unit */
const textOf = (value, unit) => {
  const number = (/** @type {number} */ of) => String(Number(of.toPrecision(3)))
  if (unit === 'percentunit') return `${number(value * 100)} %`
  const [by, name] = steps[unit]?.find(([size]) => Math.abs(value) >= size) ?? [1, names[unit] ?? '']
  return number(value / by) + (value === 0 ? '' : name)
}

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {string} className @param {string} [text] */
const element = (tag, className, text = '') => {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** @param {HTMLElement} place @param {DrawnPanel} panel */
const drawTable = (place, { rows, title }) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const table = element('table', '')
  const cells = (/** @type {'th' | 'td'} */ tag, /** @type {string[]} */ texts) => {
    const row = table.insertRow()
    row.append(...texts.map((text) => element(tag, '', text)))
  }
  cells('th', columns)
  for (const row of rows)
    cells(
      'td',
      columns.map((column) => row[column] ?? ''),
    )
  if (rows.length > 0) place.append(table)
  else place.append(element('p', 'none', `No ${title.toLowerCase()}`))
}

const colourOf = (/** @type {number} */ index) => colours[index % colours.length] ?? '#fff'

/** @param {DrawnPanel} panel @returns {UPlot.Options} */
const optionsOf = ({ lines, unit }) => {
  const axis = { stroke: '#9fa7b3', grid: { stroke: '#2c3235', width: 1 }, ticks: { show: false } }
  const texts = (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((value) => textOf(value, unit))
  /** @type {(_: unknown, __: number, most: number) => [number, number]} */
  const fromZero = (_, __, most) => [0, most > 0 ? most * 1.05 : 1]
  const lineOf = (/** @type {{ name: string }} */ { name }, /** @type {number} */ index) => ({
    label: name,
    stroke: colourOf(index),
    width: 1.5,
    points: { show: false },
  })
  return {
    width: 0,
    height: 170,
    legend: { show: false },
    series: [{}, ...lines.map(lineOf)],
    axes: [axis, { ...axis, size: 76, values: texts }],
    scales: { y: { range: fromZero } },
  }
}

/** @param {HTMLElement} place @param {DrawnPanel} panel */
const drawLines = (place, panel) => {
  const { times, lines, unit } = panel
  /** @type {typeof UPlot} */
  const uPlot = Reflect.get(globalThis, 'uPlot')
  const options = { ...optionsOf(panel), width: place.clientWidth }
  const { root } = new uPlot(options, [times, ...lines.map(({ values }) => values)])
  const legend = element('div', 'legend')
  lines.forEach(({ name, values }, index) => {
    const last = values.findLast((value) => value !== null)
    const entry = element('span', '', `${name}  ${last === undefined || last === null ? '' : textOf(last, unit)}`)
    entry.style.setProperty('--line', colourOf(index))
    legend.append(entry)
  })
  place.append(root, legend)
}

/** @param {HTMLElement} place @param {DrawnPanel} panel */
const drawPanel = (place, panel) => {
  place.append(element('h3', '', panel.title))
  if (panel.type === 'table') return drawTable(place, panel)
  if (panel.lines.length === 0) return place.append(element('p', 'none', 'No data'))
  if (panel.type === 'timeseries') return drawLines(place, panel)
  const last = panel.lines[0]?.values.findLast((value) => value !== null)
  place.append(element('p', 'stat', last === undefined || last === null ? '–' : textOf(last, panel.unit)))
}

/** Draws a dashboard under what the page has already. @param {DrawnDashboard} dashboard */
export const draw = ({ title, rows }) => {
  document.body.append(element('h1', '', title))
  for (const row of rows) {
    document.body.append(element('h2', '', row.title))
    const grid = element('div', 'grid')
    document.body.append(grid)
    for (const panel of row.panels) {
      const place = element('section', panel.type)
      place.style.gridColumn = `span ${panel.width}`
      grid.append(place)
      drawPanel(place, panel)
    }
  }
}

Reflect.set(globalThis, 'draw', draw)
