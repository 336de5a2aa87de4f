import { countText } from './amounts-text.ts'
import {
  attentionText,
  failedFact,
  type Fact,
  loginCount,
  loginFacts,
  loginsByHour,
  requestFacts,
  sendCount,
  sendFacts,
  serverFacts,
  userFacts,
} from './facts.ts'
import { beside, blank, columnWidths, type Line, line, span, wrapLine } from './lines.ts'
import { todayLines } from './today.ts'
import { countLines, factFlow, factLines, firstFacts, sparkLine, titleLine } from './panels.ts'
import type { OverviewData } from './places.ts'
import { rowLines } from './rows.ts'
import type { BoardState } from './state.ts'
import { appTable, eventTable } from './tables.ts'

/** What a view is drawn for. Columns and lines. */
export interface Size {
  width: number
  height: number
}

type Look = Pick<BoardState, 'rates' | 'now' | 'isUtc' | 'link'>
type Draw = (data: OverviewData, look: Look, width: number) => Line[]

const requests: Draw = ({ health }, { rates }, width) => [
  titleLine('Requests'),
  ...factLines(requestFacts(health), width),
  sparkLine('trend ', rates, width),
]

const users: Draw = ({ today }, _, width) => [titleLine('Users'), ...countLines(userFacts(today), Math.min(width, 24))]

/** What health says, with what is known since. */
const serverOf = ({ health }: OverviewData, { link }: Look): Fact[] => {
  const facts = serverFacts(health)
  return link.kind === 'gone' ? facts.with(0, { label: 'status', value: 'no answer', tone: 'bad' }) : facts
}

const server =
  (most: number): Draw =>
  (data, look, width) => [titleLine('Server'), ...factLines(serverOf(data, look), width).slice(0, most)]

const titleWithCount = (title: string, count: number): Line => [
  ...titleLine(title),
  span(`  ${countText(count)}`, 'plain'),
]

const logins =
  (most: number): Draw =>
  ({ today }, _, width) => [
    titleWithCount('Logins today', loginCount(today)),
    ...countLines([...firstFacts(loginFacts(today), most), failedFact(today)], width),
  ]

const hours: Draw = ({ today }, _, width) => [sparkLine('by hour', loginsByHour(today), width)]

/** States that some sends are in, and those that every server has. */
const sends =
  (most: number): Draw =>
  ({ today }, _, width) => {
    const facts = sendFacts(today)
    const usual = new Set(['submitted', 'confirmed', 'failed'])
    const shown = facts.filter(({ label, count }) => usual.has(label) || count !== 0).slice(0, most)
    return [titleWithCount('Sends today', sendCount(today)), ...countLines(shown, width)]
  }

const joined =
  (...parts: Draw[]): Draw =>
  (data, look, width) =>
    parts.flatMap((part, index) => [...(index === 0 ? [] : [blank]), ...part(data, look, width)])

const followed =
  (...parts: Draw[]): Draw =>
  (data, look, width) =>
    parts.flatMap((part) => part(data, look, width))

/** Panels beside each other, each in a column of one size. */
const inColumns =
  (...panels: Draw[]): Draw =>
  (data, look, width) => {
    const widths = columnWidths(width, panels.length)
    return beside(panels.map((panel, index) => ({ lines: panel(data, look, widths[index]!), width: widths[index]! })))
  }

const compactServer: Draw = (data, look, width) => [
  ...factFlow(serverOf(data, look).slice(0, 7), width),
  ...factFlow(
    requestFacts(data.health).map((fact) => ({ ...fact, label: fact.label === 'rate' ? 'requests' : fact.label })),
    width,
  ),
  sparkLine('trend', look.rates, Math.min(width, 60)),
]

const compactFigures: Draw = ({ today }, _, width) => todayLines(today, width)

/** The figures above the lists, by the width and height of the terminal. */
const figuresFor = ({ width, height }: Size): Draw => {
  if (width >= 140) return inColumns(server(9), joined(requests, users), followed(logins(6), hours), sends(5))
  if (width >= 88 && height >= 18) return inColumns(server(7), joined(requests, users), joined(logins(3), sends(3)))
  if (width >= 54 && height >= 26) return joined(compactServer, inColumns(logins(4), joined(users, sends(4))))
  return followed(compactServer, compactFigures)
}

const apps = ({ apps: all, figures }: OverviewData, row: number, { width, height }: Size): Line[] => [
  titleWithCount('Apps', all.length),
  ...(all.length === 0
    ? [line('None yet. To create one: openauth apps create "My app"', 'faint')]
    : rowLines(appTable(all, figures), width, height - 1, row)),
]

const events = ({ events: all }: OverviewData, look: Look, { width, height }: Size): Line[] => [
  titleLine('Newest events'),
  ...(all.length === 0 ? [line('None yet.', 'faint')] : rowLines(eventTable(all, look), width, height - 1)),
]

/** Apps and events, beside each other where there is room. */
const lists = (data: OverviewData, row: number, look: Look, { width, height }: Size): Line[] => {
  if (width >= 140) {
    const left = Math.floor(width * 0.42)
    const right = width - left - 2
    return beside([
      { lines: apps(data, row, { width: left, height }), width: left },
      { lines: events(data, look, { width: right, height }), width: right },
    ])
  }
  const forApps = Math.min(data.apps.length + 2, Math.max(3, Math.floor(height / 2)))
  const above = apps(data, row, { width, height: forApps })
  return height - above.length < 4
    ? above
    : [...above, blank, ...events(data, look, { width, height: height - above.length - 1 })]
}

/** The least lines for apps and events: a blank one, a title, a header and a few rows. */
const LISTS = 6

/** The overview of the server, in the lines that there are. Where they are few, figures make room for the apps. */
export const overviewLines = (data: OverviewData, row: number, look: Look, size: Size): Line[] => {
  const attention = attentionText(data.attention)
  const notice = attention === undefined ? [] : [...wrapLine(attention, size.width, 'warn').slice(0, 2), blank]
  const figures = [...notice, ...figuresFor(size)(data, look, size.width)]
  const top = figures.slice(0, Math.max(1, size.height - LISTS))
  return [...top, blank, ...lists(data, row, look, { ...size, height: size.height - top.length - 1 })]
}
