import type { contract, HandlerInput } from '@openauth/client'
import { type AuditEventModel, Prisma, type Tx } from '../../db.ts'
import { allOf, countCapped, cursorMeta, inOrder, prefixPattern, readPage, seekOf, seekRows } from '../keyset.ts'
import { nameKey } from '../name-key.ts'
import { namesOfUsers } from '../identities/names.ts'
import { withPersonal } from './personal.ts'

type Filters = Omit<HandlerInput<typeof contract.audit.list>, 'appId'> & {
  /** Lines about these apps only. */
  appIds?: readonly string[] | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The address of an admin's call stands in its line, that of a user's beside it. */
const fromAddress = (ip: string): Prisma.Sql => Prisma.sql`e.id IN (
  SELECT id FROM "AuditEvent" WHERE ip = ${ip} UNION ALL SELECT "eventId" FROM "AuditPersonal" WHERE ip = ${ip})`

/** The filters on columns of the event `e`. */
const columnFilters = ({ actor, actorId, action, targetId, ip, from, to }: Filters): Prisma.Sql[] => [
  ...(actor ? [Prisma.sql`e.actor = ${actor}::"ActorKind"`] : []),
  ...(actorId ? [Prisma.sql`e."actorId" = ${actorId}`] : []),
  ...(action ? [Prisma.sql`e.action LIKE ${prefixPattern(action)}`] : []),
  ...(targetId ? [Prisma.sql`e."targetId" = ${targetId}`] : []),
  ...(ip ? [fromAddress(ip)] : []),
  ...(from ? [Prisma.sql`e."createdAt" >= ${from}::timestamptz`] : []),
  ...(to ? [Prisma.sql`e."createdAt" < ${to}::timestamptz`] : []),
]

/** The most users of one name, of whom each app may have one, whose events a search shows. */
const NAMESAKES = 20

/** The ids of users that are called so exactly, without regard to case, in any app. */
const usersCalled = async (tx: Tx, text: string): Promise<string[]> => {
  const apps = (await tx.app.findMany({ select: { id: true } })).map(({ id }) => id)
  const found = await tx.$queryRaw<{ id: string }[]>`
    (SELECT "userId"::text AS id FROM "Identity" WHERE "appId" = ANY(${apps}::uuid[]) AND lower(display) = lower(${text}) LIMIT ${NAMESAKES})
    UNION (SELECT "userId"::text FROM "Identity" WHERE "appId" = ANY(${apps}::uuid[]) AND subject = ANY(${[text, nameKey(text)]}) LIMIT ${NAMESAKES})
    UNION (SELECT id::text FROM "User" WHERE "appId" = ANY(${apps}::uuid[]) AND lower("displayName") = lower(${text})
      AND "displayName" IS NOT NULL AND "deletedAt" IS NULL LIMIT ${NAMESAKES})`
  return found.map(({ id }) => id)
}

const adminsCalled = async (tx: Tx, text: string): Promise<string[]> => {
  const admins = await tx.admin.findMany({ where: { username: { equals: text, mode: 'insensitive' } } })
  return admins.map(({ id }) => String(id))
}

const appsCalled = async (tx: Tx, text: string): Promise<string[]> => {
  const where = { OR: [{ nameKey: nameKey(text) }, ...(UUID.test(text) ? [{ id: text }] : [])] }
  return (await tx.app.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

/** Conditions, each with an index, of which an event that the text finds meets at least one. */
const searchConditions = async (tx: Tx, text: string): Promise<Prisma.Sql[]> => {
  const ids = [...new Set([text, text.toLowerCase(), ...(UUID.test(text) ? [] : await usersCalled(tx, text))])]
  const [admins, apps] = [await adminsCalled(tx, text), await appsCalled(tx, text)]
  // One condition for each id: the index has the events of one id in the order of time.
  return [
    ...ids.flatMap((id) => [Prisma.sql`e."actorId" = ${id}`, Prisma.sql`e."targetId" = ${id}`]),
    ...apps.map((id) => Prisma.sql`e."appId" = ${id}::uuid`),
    ...admins.flatMap((id) => [
      Prisma.sql`e."actorId" = ${id} AND e.actor = 'admin'`,
      Prisma.sql`e."targetId" = ${id} AND e.action LIKE 'admin.%'`,
    ]),
  ]
}

/** The events of each app are found by an index of their own. */
const appConditions = ({ appIds }: Filters): Prisma.Sql[] =>
  appIds ? appIds.map((id) => Prisma.sql`e."appId" = ${id}::uuid`) : [Prisma.sql`TRUE`]

/** The matching events by time; those of each condition by its own index. */
const rowsOf = async (tx: Tx, filters: Filters) => {
  const where = allOf(columnFilters(filters))
  const text = filters.q?.normalize('NFKC').trim()
  const found = text ? await searchConditions(tx, text) : [Prisma.sql`TRUE`]
  const apps = appConditions(filters)
  // An admin without any app sees nothing.
  const pairs = found.flatMap((one) => apps.map((app) => Prisma.sql`${one} AND ${app}`))
  const conditions = pairs.length > 0 ? pairs : [Prisma.sql`FALSE`]
  return (end: Prisma.Sql) =>
    Prisma.join(
      conditions.map(
        (condition) =>
          Prisma.sql`(SELECT e.id, e."createdAt" AS at FROM "AuditEvent" e WHERE ${condition} AND ${where} ${end})`,
      ),
      ' UNION ',
    )
}

/** What the admins, apps and users of events are called now, by kind and id. */
const namesIn = async (tx: Tx, events: AuditEventModel[]) => {
  const isOfAdmins = ({ action }: AuditEventModel) => action.startsWith('admin.')
  const adminIds = events.flatMap((event) => [
    ...(event.actor === 'admin' ? [Number(event.actorId)] : []),
    ...(isOfAdmins(event) ? [Number(event.targetId)] : []),
  ])
  const uuids = events
    .flatMap(({ actorId, targetId, appId }) => [actorId, targetId, appId])
    .filter((id): id is string => id !== null && UUID.test(id))
  const admins = await tx.admin.findMany({ where: { id: { in: adminIds.filter(Number.isInteger) } } })
  const apps = await tx.app.findMany({ where: { id: { in: uuids } }, select: { id: true, name: true } })
  const names = await namesOfUsers(tx, uuids)
  for (const { id, name } of apps) names.set(id, name)
  const adminNames = new Map(admins.map(({ id, username }) => [String(id), username]))
  const nameOf = (id: string | null, isAdmin: boolean) => (isAdmin ? adminNames : names).get(id ?? '') ?? null
  return (event: AuditEventModel) => ({
    actorName: nameOf(event.actorId, event.actor === 'admin'),
    appName: nameOf(event.appId, false),
    targetName: nameOf(event.targetId, isOfAdmins(event)),
  })
}

/** A page of the audit trail with the names of those concerned. */
export const listEvents = async (tx: Tx, filters: Filters) => {
  const seek = seekOf(filters, { column: 'createdAt', descending: filters.order === 'desc' })
  const rows = await rowsOf(tx, filters)
  const { ids, cursors } = await readPage(tx, seek, rows(seekRows('e', seek)))
  const [events, links] = await Promise.all([
    tx.auditEvent.findMany({ where: { id: { in: ids } } }),
    tx.auditLink.findMany({ where: { eventId: { in: ids } }, select: { eventId: true, seq: true } }),
  ])
  const numbers = new Map(links.map(({ eventId, seq }) => [eventId, Number(seq)]))
  const names = await namesIn(tx, events)
  const data = (await withPersonal(tx, inOrder(ids, events))).map((event) => ({
    ...event,
    ...names(event),
    details: event.details as Record<string, unknown>,
    seq: numbers.get(event.id) ?? null,
  }))
  return { data, meta: cursorMeta(await countCapped(tx, rows), filters, cursors) }
}
