import { printable } from '../printable.ts'
import {
  attentionText,
  type Fact,
  failedFact,
  loginFacts,
  requestFacts,
  sendFacts,
  serverFacts,
  userFacts,
} from './facts.ts'
import type { AppData, OverviewData, PlaceData, SearchData } from './places.ts'
import { appTable, eventTable, methodsOf, type Table, userTable } from './tables.ts'
import { type Clock, userSections } from './user-facts.ts'

const factTexts = (facts: readonly Fact[]): string[] => facts.map(({ label, value }) => `${label}: ${value}`)

/** Each row in a line, every cell but the first behind the name of its column. */
const rowTexts = ({ headers, rows }: Table): string[] =>
  rows.map(([first = '', ...cells]) => {
    const named = cells.map((cell, index) => [headers[index + 1]!.trim().toLowerCase(), cell.trim()] as const)
    const told = named.filter(([, cell]) => cell !== '').map(([name, cell]) => `${name} ${cell}`)
    return [first.trim(), ...told].join(', ')
  })

/** Rows that can be opened have numbers, from `first` on. */
const numbered = (table: Table, first = 1): string[] =>
  rowTexts(table).map((text, index) => `${index + first}. ${text}`)

const section = (title: string, lines: readonly string[], none = 'None.'): string[] => [
  '',
  `${title}:`,
  ...(lines.length === 0 ? [none] : lines),
]

const EVENTS = 10

const overviewText = ({ health, today, events, apps, figures, attention }: OverviewData, clock: Clock): string[] => {
  const notice = attentionText(attention)
  return [
    ...(notice === undefined ? [] : [notice]),
    ...section('Server', factTexts(serverFacts(health))),
    ...section('Requests', factTexts(requestFacts(health))),
    ...section('Users', factTexts(userFacts(today))),
    ...section('Logins today', factTexts([...loginFacts(today), failedFact(today)])),
    ...section('Sends today', factTexts(sendFacts(today))),
    ...section('Newest events', rowTexts(eventTable(events.slice(0, EVENTS), clock))),
    ...section('Apps', numbered(appTable(apps, figures))),
  ]
}

const appText = ({ app, today, list }: AppData, clock: Clock): string[] => [
  ...section(`App ${app.name}`, [`id: ${app.id}`, `login methods: ${methodsOf(app).join(', ') || 'none'}`]),
  ...section('Figures', factTexts(userFacts(today))),
  ...section('Logins today', factTexts([...loginFacts(today), failedFact(today)])),
  ...section('Sends today', factTexts(sendFacts(today))),
  ...section(
    `Users, newest first, ${list.users.length} of ${list.total}`,
    numbered(userTable(list.users, false, clock)),
  ),
]

const searchText = ({ apps, list }: SearchData, clock: Clock): string[] => [
  ...(apps.length === 0 ? [] : section('Apps found', numbered(appTable(apps, new Map())))),
  ...section(
    `Users found, ${list.users.length} of ${list.total}`,
    numbered(userTable(list.users, true, clock), apps.length + 1),
  ),
]

const textOf = (data: PlaceData, clock: Clock): string[] => {
  switch (data.kind) {
    case 'overview':
      return overviewText(data, clock)
    case 'app':
      return appText(data, clock)
    case 'search':
      return searchText(data, clock)
    case 'user':
      return userSections(data, clock).flatMap(({ title, facts, none }) => section(title, factTexts(facts), none))
  }
}

/** All that a place says, as lines of text without a layout. */
export const plainTextOf = (data: PlaceData, clock: Clock): string[] => textOf(data, clock).map(printable)

/** The events that are newer than one that is known, the oldest first. */
export const newEventTexts = ({ events }: OverviewData, known: string | undefined, clock: Clock): string[] => {
  const index = events.findIndex(({ id }) => id === known)
  return rowTexts(eventTable(events.slice(0, Math.max(0, index)), clock))
    .map((text) => printable(`New event: ${text}`))
    .toReversed()
}
