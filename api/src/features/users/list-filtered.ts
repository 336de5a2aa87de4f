import { COUNTED_ROWS, type contract, type HandlerInput } from '@openauth/client'
import { type Database, Prisma, type Tx } from '../../db.ts'
import { findApps } from '../apps/require-app.ts'
import {
  allOf,
  countCapped,
  cursorMeta,
  fromNearerEnd,
  inOrder,
  readPage,
  type Seek,
  seekOf,
  seekRows,
  type Total,
} from '../keyset.ts'
import { countUsers } from '../statistics/totals.ts'
import { lookupExact } from './find.ts'
import { presentUser } from './identity.ts'
import { fewIds, type Matching, withMethod, withText } from './matching.ts'

type Filters = HandlerInput<typeof contract.users.find> & {
  /** An exact text; needs an app. */
  search?: string | undefined
}

/** The filters on columns of the user `u`. */
const columnFilters = (filters: Filters): Prisma.Sql[] => {
  const { state, createdFrom, createdTo, lastSeenFrom, lastSeenTo } = filters
  const disabled = { disabled: Prisma.sql`u."disabledAt" IS NOT NULL`, active: Prisma.sql`u."disabledAt" IS NULL` }
  return [
    ...(state ? [disabled[state]] : []),
    ...(createdFrom ? [Prisma.sql`u."createdAt" >= ${createdFrom}::timestamptz`] : []),
    ...(createdTo ? [Prisma.sql`u."createdAt" < ${createdTo}::timestamptz`] : []),
    ...(lastSeenFrom ? [Prisma.sql`u."lastSeenAt" >= ${lastSeenFrom}::timestamptz`] : []),
    ...(lastSeenTo ? [Prisma.sql`u."lastSeenAt" < ${lastSeenTo}::timestamptz`] : []),
  ]
}

/** How a list finds its rows. */
interface Plan {
  /** Selects `id` and `at` of the matching users, with what seekRows gives. */
  rows: (end: Prisma.Sql) => Prisma.Sql
  total: () => Promise<Total>
}

const at = ({ sort }: Seek) => Prisma.raw(`u."${sort.column}"`)

/** Reads the few users with these ids. */
const planByIds = (tx: Tx, apps: string[], ids: string[], where: Prisma.Sql, seek: Seek): Plan => {
  const rows = (end: Prisma.Sql) => Prisma.sql`
    SELECT u.id, ${at(seek)} AS at FROM "User" u
    WHERE u.id = ANY(${ids}::uuid[]) AND u."appId" = ANY(${apps}::uuid[]) AND u."deletedAt" IS NULL AND ${where} ${end}`
  return { rows, total: () => countCapped(tx, rows) }
}

/** Walks each app's own sorted index, so that rows of deleted apps cost nothing, and merges the apps. */
const walk = (apps: string[], where: Prisma.Sql, seek: Seek) => (end: Prisma.Sql) =>
  Prisma.sql`
  SELECT r.id, r.at FROM unnest(${apps}::uuid[]) a(id) CROSS JOIN LATERAL (
    SELECT u.id, ${at(seek)} AS at FROM "User" u
    WHERE u."appId" = a.id AND u."deletedAt" IS NULL AND ${where} ${end}) r`

const countMatching = (tx: Tx, apps: string[], where: Prisma.Sql): Promise<Total> =>
  countCapped(
    tx,
    (limit) => Prisma.sql`
      SELECT 1 FROM "User" u WHERE u."appId" = ANY(${apps}::uuid[]) AND u."deletedAt" IS NULL AND ${where} ${limit}`,
  )

/** Counts what passes the filters among the first matches: where those are not all, there are at least as many. */
const countAmong = async (tx: Tx, matching: Matching, where: Prisma.Sql): Promise<Total> => {
  const [counted] = await tx.$queryRaw<[{ matches: number; passing: number }]>`
    SELECT count(*)::int AS matches, count(u.id)::int AS passing
    FROM (SELECT m.id FROM (${matching.ids(COUNTED_ROWS + 1)}) m LIMIT ${COUNTED_ROWS + 1}) found
    LEFT JOIN "User" u ON u.id = found.id AND u."deletedAt" IS NULL AND ${where}`
  return { items: Math.min(counted.passing, COUNTED_ROWS), isCapped: counted.matches > COUNTED_ROWS }
}

/** All users of the apps, exactly. */
const countAll = async (tx: Tx, apps: string[]): Promise<Total> => ({
  items: await countUsers(tx, apps),
  isCapped: false,
})

const planOf = async (tx: Tx, apps: string[], filters: Filters, seek: Seek): Promise<Plan> => {
  const { q, method, search } = filters
  const columns = columnFilters(filters)
  const matchings = [...(q?.trim() ? [withText(apps, q)] : []), ...(method ? [withMethod(apps, method)] : [])]
  const [main, ...others] = matchings
  const where = allOf([...columns, ...others.map(({ test }) => test)])
  if (search?.trim()) {
    const tests = allOf([...columns, ...matchings.map(({ test }) => test)])
    return planByIds(tx, apps, await lookupExact(tx, apps[0]!, search), tests, seek)
  }
  if (!main) {
    const total = () => (columns.length > 0 ? countMatching(tx, apps, where) : countAll(tx, apps))
    return { rows: walk(apps, where, seek), total }
  }
  const ids = await fewIds(tx, main)
  if (ids) return planByIds(tx, apps, ids, where, seek)
  return { rows: walk(apps, allOf([where, main.test]), seek), total: () => countAmong(tx, main, where) }
}

/**
 * A page of the users of one app or of all, in the form of the API, each with its app. Throws `app_not_found`, and
 * `invalid_input` for a cursor of another sorting.
 */
export const listFiltered = async (db: Database, publicUrl: string, filters: Filters) => {
  const asked = seekOf(filters, { column: filters.sortBy, descending: filters.order === 'desc' })
  const apps = await findApps(db.prisma, filters.appId)
  const plan = await planOf(
    db.prisma,
    apps.map(({ id }) => id),
    filters,
    asked,
  )
  const total = await plan.total()
  const seek = fromNearerEnd(asked, total)
  const { ids, cursors } = await readPage(db.prisma, seek, plan.rows(seekRows('u', seek)))
  const users = await db.prisma.user.findMany({ where: { id: { in: ids } }, include: { identities: true } })
  const data = inOrder(ids, users).map((user) => ({
    ...presentUser(publicUrl, user),
    app: apps.find(({ id }) => id === user.appId)!,
  }))
  return { data, meta: cursorMeta(total, filters, cursors) }
}
