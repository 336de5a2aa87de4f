import { switchOf, loginMethods, providers, identityFields, userName } from '@openauth/client'
import { printable } from '../printable.ts'
import { layOut, type TableColumn } from '../table.ts'
import { shorten, widthOf } from '../terminal-width.ts'
import { agoText, countText, dayText, shortTime } from './amounts-text.ts'
import type { App, AuditEvent, FoundUser, Stats } from './calls.ts'
import { loginCount } from './facts.ts'
import type { Clock } from './user-facts.ts'

/** A table: what heads its columns, and the cells of each row. The most important columns come first. */
export interface Table {
  headers: readonly string[]
  rows: readonly (readonly string[])[]
  /** Indexes of columns that are never cut. */
  fixed?: readonly number[]
  /** The column that is not cut where it has room in half of the width: further columns are left out before. */
  main: number
}

/** Columns stay where they are while times pass and counts grow. */
const AGO_WIDTH = 10
const COUNT_WIDTH = 6

/** The login methods of an app that are on. */
export const methodsOf = (app: App): string[] => loginMethods.filter((method) => app[switchOf[method]])

/** Apps with their figures of today; of those that were not asked for, none. */
export const appTable = (apps: readonly App[], figures: ReadonlyMap<string, Stats>): Table => ({
  main: 0,
  headers: ['APP', ...['USERS', 'NEW', 'LOGINS'].map((header) => header.padStart(COUNT_WIDTH)), 'METHODS'],
  fixed: [1, 2, 3],
  rows: apps.map((app) => {
    const stats = figures.get(app.id)
    const counts = stats ? [stats.users, stats.totals.registrations, loginCount(stats)].map(countText) : ['', '', '']
    return [app.name, ...counts.map((count) => count.padStart(COUNT_WIDTH)), methodsOf(app).join(', ')]
  }),
})

const who = ({ actor, actorName, actorId }: AuditEvent): string =>
  actorName ?? (actorId ? `${actor} ${shorten(actorId)}` : actor)

const targetOf = ({ targetName, targetId, appName }: AuditEvent): string =>
  targetName ?? (targetId === null ? (appName ?? '') : shorten(targetId))

/** Events of the audit, newest first. */
export const eventTable = (events: readonly AuditEvent[], { now, isUtc }: Clock): Table => ({
  main: 1,
  headers: ['TIME', 'ACTION', 'BY', 'WHAT', 'APP'],
  fixed: [0],
  rows: events.map((event) => [
    shortTime(event.createdAt, now, isUtc),
    event.action,
    who(event),
    targetOf(event),
    event.appName === targetOf(event) ? '' : (event.appName ?? ''),
  ]),
})

/** Users of a list. `isOfAll`: of all apps, whose names are told then. */
export const userTable = (users: readonly FoundUser[], isOfAll: boolean, { now, isUtc }: Clock): Table => ({
  main: 0,
  headers: ['USER', 'SEEN', 'STATE', ...(isOfAll ? ['APP'] : []), 'LOGINS', 'REGISTERED', 'REFER CODE'],
  fixed: [1, 2],
  rows: users.map((user) => [
    userName(user),
    agoText(user.lastSeenAt, now).padEnd(AGO_WIDTH),
    user.disabled ? 'disabled' : 'active',
    ...(isOfAll ? [user.app.name] : []),
    providers.filter((provider) => user[identityFields[provider]] !== null).join(', '),
    dayText(user.createdAt, isUtc),
    user.referCode,
  ]),
})

/** The lines of a table of a width: the first heads the columns. Empty columns are left out, and those without room, the last first. */
export const tableLines = ({ headers, rows, fixed = [], main }: Table, width: number): string[] => {
  const isShown = (index: number) => index === main || rows.some((row) => row[index]!.trim() !== '')
  const columns = headers.flatMap((header, index): TableColumn[] => {
    if (!isShown(index)) return []
    const cells = rows.map((row) => printable(row[index]!))
    const isShort = () => Math.max(...cells.map(widthOf), widthOf(header)) <= width / 2
    return [{ header, cells, fixed: fixed.includes(index) || (index === main && isShort()) }]
  })
  return layOut(columns, width, { header: (text) => text }, 1).text.split('\n')
}
