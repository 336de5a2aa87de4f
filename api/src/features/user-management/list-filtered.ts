import { COUNTED_ROWS, type contract, type HandlerInput } from '@openauth/client'
import { type Database, Prisma, type Tx } from '../../db.ts'
import { findApps } from '../apps/require-app.ts'
import {
  allOf,
  atLeast,
  countCapped,
  cursorMeta,
  fromNearerEnd,
  inOrder,
  readCounted,
  readPage,
  type Seek,
  seekOf,
  type SeekPage,
  seekRows,
  type Total,
} from '../keyset.ts'
import { countUsers } from '../rollups/totals.ts'
import { lookupExact } from '../users/find.ts'
import { presentUser } from '../identities/identity.ts'
import { withMethod, withText } from './matching.ts'

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

/** Reads a page and its total. */
type Read = (tx: Tx) => Promise<SeekPage & { total: Total }>

/**
 * Up to this many matches are read by their ids and sorted. More are so common that walking the sorted index finds a page of
 * them soon: at a million users one in 250.
 */
const SORTED_MATCHES = 4_000

/** Of users that are tested one by one, so many are counted at most. */
const TESTED_USERS = 1_000

const at = ({ sort }: Seek) => Prisma.raw(`u."${sort.column}"`)

const isOfApps = (apps: string[], where: Prisma.Sql) =>
  Prisma.sql`u."appId" = ANY(${apps}::uuid[]) AND u."deletedAt" IS NULL AND ${where}`

/** Reads all users with these ids, who are few. OFFSET 0 keeps the planner from reading the table from end to end. */
const readByIds =
  (apps: string[], ids: Prisma.Sql, where: Prisma.Sql, seek: Seek): Read =>
  (tx) =>
    readCounted(
      tx,
      seek,
      Prisma.sql`
        SELECT user_of.* FROM (${ids}) found CROSS JOIN LATERAL (
          SELECT u.id, ${at(seek)} FROM "User" u WHERE u.id = found.id AND ${isOfApps(apps, where)} OFFSET 0) user_of`,
    )

/** The planner merges so many apps row by row; of more each is read until it alone has filled the page. */
const MERGED_APPS = 20

/** Walks the sorted index of each app, so that rows of deleted apps cost nothing, and merges the apps. */
const walk = (apps: string[], where: Prisma.Sql, seek: Seek): Prisma.Sql => {
  const ofApp = (id: Prisma.Sql) => Prisma.sql`
    SELECT u.id, ${at(seek)} AS at FROM "User" u
    WHERE u."appId" = ${id} AND u."deletedAt" IS NULL AND ${where} ${seekRows('u', seek)}`
  if (apps.length > 0 && apps.length <= MERGED_APPS)
    return Prisma.join(
      apps.map((id) => Prisma.sql`(${ofApp(Prisma.sql`${id}::uuid`)})`),
      ' UNION ALL ',
    )
  return Prisma.sql`
    SELECT r.id, r.at FROM unnest(${apps}::uuid[]) a(id) CROSS JOIN LATERAL (${ofApp(Prisma.raw('a.id'))}) r`
}

/** Skipped rows are read too, so a page far from the start waits for the total, to be read from the end where that is nearer. */
const readWalking =
  (apps: string[], where: Prisma.Sql, seek: Seek, count: (tx: Tx) => Promise<Total>): Read =>
  async (tx) => {
    const counting = count(tx)
    const nearer = seek.skip > 0 ? fromNearerEnd(seek, await counting) : seek
    const [total, page] = await Promise.all([counting, readPage(tx, nearer, walk(apps, where, nearer))])
    return { ...page, total: atLeast(total, seek, page) }
  }

/** Counts users by the filters on their columns. */
const countColumns = (apps: string[], where: Prisma.Sql) => (tx: Tx) =>
  countCapped(tx, (limit) => Prisma.sql`SELECT 1 FROM "User" u WHERE ${isOfApps(apps, where)} ${limit}`)

/** Tests some of the users that pass the filters on columns. Where those are not all, at least as many match. */
const countTested = (apps: string[], where: Prisma.Sql, test: Prisma.Sql) => async (tx: Tx) => {
  const [counted] = await tx.$queryRaw<[{ passing: number; tested: number }]>`
    SELECT count(*) FILTER (WHERE u.passes)::int AS passing, count(*)::int AS tested FROM (
      SELECT ${test} AS passes FROM "User" u WHERE ${isOfApps(apps, where)} LIMIT ${TESTED_USERS + 1}) u`
  return { items: counted.passing, isCapped: counted.tested > TESTED_USERS }
}

/** All users of the apps, exactly. */
const countAll = (apps: string[]) => async (tx: Tx) => ({ items: await countUsers(tx, apps), isCapped: false })

const planOf = async (tx: Tx, apps: string[], filters: Filters, seek: Seek): Promise<Read> => {
  const { q, method, search } = filters
  const columns = columnFilters(filters)
  // The method first: an index alone tells it, and a user who lacks it is not tested for the text.
  const matchings = [...(method ? [withMethod(apps, method)] : []), ...(q?.trim() ? [withText(apps, q)] : [])]
  const tests = matchings.map(({ test }) => test)
  const where = allOf([...columns, ...tests])
  if (search?.trim()) {
    const ids = await lookupExact(tx, apps[0]!, search)
    return readByIds(apps, Prisma.sql`SELECT id FROM unnest(${ids}::uuid[]) AS exact (id)`, where, seek)
  }
  if (matchings.length === 0)
    return readWalking(apps, where, seek, columns.length > 0 ? countColumns(apps, where) : countAll(apps))
  const counts = await Promise.all(matchings.map(({ count }) => count(tx)))
  const few = matchings.find((_, index) => !counts[index]!.isCapped && counts[index]!.items <= SORTED_MATCHES)
  if (few) {
    const others = matchings.filter((matching) => matching !== few).map(({ test }) => test)
    return readByIds(apps, few.ids(COUNTED_ROWS), allOf([...columns, ...others]), seek)
  }
  const isAlone = columns.length === 0 && matchings.length === 1
  const count = isAlone ? () => Promise.resolve(counts[0]!) : countTested(apps, allOf(columns), allOf(tests))
  return readWalking(apps, where, seek, count)
}

/**
 * A page of the users of one app, of those `within` or of all, in the form of the API, each with its app. Throws `app_not_found`, and
 * `invalid_input` for a cursor of another sorting.
 */
export const listFiltered = async (
  { prisma }: Database,
  publicUrl: string,
  filters: Filters,
  within?: readonly string[],
) => {
  const seek = seekOf(filters, { column: filters.sortBy, descending: filters.order === 'desc' })
  const found = await findApps(prisma, filters.appId)
  const apps = within ? found.filter(({ id }) => within.includes(id)) : found
  const ids = apps.map(({ id }) => id)
  const read = await planOf(prisma, ids, filters, seek)
  const page = await read(prisma)
  const users = await prisma.user.findMany({ where: { id: { in: page.ids } }, include: { identities: true } })
  const data = inOrder(page.ids, users).map((user) => ({
    ...presentUser(publicUrl, user),
    app: apps.find(({ id }) => id === user.appId)!,
  }))
  return { data, meta: cursorMeta(page.total, filters, page.cursors) }
}
