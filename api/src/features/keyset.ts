import { COUNTED_ROWS, type CursorMeta } from '@openauth/client'
import { Prisma, type Tx } from '../db.ts'
import { Problem } from '../errors.ts'

/** The place of a row in a list: the time by which the list is sorted, then the id. */
interface Position {
  at: Date
  id: string
}

/** Which rows of a sorted list a call wants. */
export interface Seek {
  /** `createdAt` or `lastSeenAt`, and whether the newest come first. */
  sort: { column: 'createdAt' | 'lastSeenAt'; descending: boolean }
  /** Read from the position, or from the end, towards the first row. */
  backward: boolean
  /** Rows beyond this one, itself excluded. */
  position: Position | undefined
  skip: number
  limit: number
}

interface CursorInput {
  page: number
  limit: number
  cursor?: string | undefined
}

const CURSOR =
  /^(createdAt|lastSeenAt)\.(asc|desc)\.(next|previous)(?:\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/

const encode = ({ sort: { column, descending } }: Seek, to: 'next' | 'previous', position?: Position): string => {
  const place = position ? `.${position.at.getTime()}.${position.id}` : ''
  return Buffer.from(`${column}.${descending ? 'desc' : 'asc'}.${to}${place}`).toString('base64url')
}

const unknownCursor = () =>
  new Problem('invalid_input', {
    message: 'cursor is not one of this list and sorting',
    issues: [{ path: 'cursor', message: 'is not one of this list and sorting' }],
  })

/** The rows that a page or cursor stands for. Throws `invalid_input` for a cursor of another sorting. */
export const seekOf = ({ page, limit, cursor }: CursorInput, sort: Seek['sort']): Seek => {
  if (cursor === undefined) return { sort, backward: false, position: undefined, skip: (page - 1) * limit, limit }
  const found = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())
  if (!found || found[1] !== sort.column || (found[2] === 'desc') !== sort.descending) throw unknownCursor()
  const position = found[4] === undefined ? undefined : { at: new Date(Number(found[4])), id: found[5]! }
  if (position && Number.isNaN(position.at.getTime())) throw unknownCursor()
  return { sort, backward: found[3] === 'previous', position, skip: 0, limit }
}

/** The statement's end for the rows of `table`: the bound of the position, the order, and the number of rows needed. */
export const seekRows = (table: string, { sort, backward, position, skip, limit }: Seek): Prisma.Sql => {
  const descending = sort.descending !== backward
  const at = Prisma.raw(`${table}."${sort.column}"`)
  const id = Prisma.raw(`${table}.id`)
  const direction = Prisma.raw(descending ? 'DESC' : 'ASC')
  const beyond = Prisma.raw(descending ? '<' : '>')
  const bound = position
    ? Prisma.sql`AND (${at}, ${id}) ${beyond} (${position.at}::timestamptz, ${position.id}::uuid)`
    : Prisma.empty
  return Prisma.sql`${bound} ORDER BY ${at} ${direction}, ${id} ${direction} LIMIT ${skip + limit + 1}`
}

/** One page of ids, in the order of the list, and the cursors around it. */
export interface SeekPage {
  ids: string[]
  cursors: Pick<CursorMeta, 'nextCursor' | 'previousCursor' | 'lastCursor'>
}

/**
 * Reads one page. `rows` selects `id` and `at` of the matching rows and ends with what seekRows gives; a union of several such
 * selects may have more rows than the page.
 */
export const readPage = async (tx: Tx, seek: Seek, rows: Prisma.Sql): Promise<SeekPage> => {
  const { skip, limit } = seek
  const found = await tx.$queryRaw<Position[]>`
    SELECT found.id::text AS id, found.at FROM (${rows}) found ${orderOf(seek, 'found')} OFFSET ${skip} LIMIT ${limit + 1}`
  return pageOf(seek, found)
}

/** The order of rows that have `at` and `id`. */
const orderOf = ({ sort, backward }: Seek, table: string): Prisma.Sql => {
  const direction = sort.descending !== backward ? 'DESC' : 'ASC'
  return Prisma.raw(`ORDER BY ${table}.at ${direction}, ${table}.id ${direction}`)
}

/** The page that begins with the rows found, of which one more than the page has was looked for. */
const pageOf = (seek: Seek, found: Position[]): SeekPage => {
  const { backward, position, skip, limit } = seek
  const more = found.length > limit
  const page = backward ? found.slice(0, limit).toReversed() : found.slice(0, limit)
  const [first, last] = [page[0], page.at(-1)]
  const hasBehind = position !== undefined || skip > 0
  const [hasNext, hasPrevious] = backward ? [hasBehind, more] : [more, hasBehind]
  return {
    ids: page.map(({ id }) => id),
    cursors: {
      nextCursor: hasNext && last ? encode(seek, 'next', last) : null,
      previousCursor: hasPrevious ? encode(seek, 'previous', first) : null,
      lastCursor: encode(seek, 'previous'),
    },
  }
}

/**
 * Reads one page of few rows and their exact number in one statement. `all` selects `id` and the column of the sorting of every
 * matching row.
 */
export const readCounted = async (tx: Tx, seek: Seek, all: Prisma.Sql): Promise<SeekPage & { total: Total }> => {
  const found = await tx.$queryRaw<{ items: number; id: string | null; at: Date | null }[]>`
    WITH matches AS MATERIALIZED (${all})
    SELECT counted.items, page.id::text AS id, page.at FROM (SELECT count(*)::int AS items FROM matches) counted
    LEFT JOIN (
      SELECT m.id, m.${Prisma.raw(`"${seek.sort.column}"`)} AS at FROM matches m WHERE TRUE ${seekRows('m', seek)} OFFSET ${seek.skip}
    ) page ON TRUE ${orderOf(seek, 'page')}`
  const rows = found.filter((row): row is { items: number } & Position => row.id !== null)
  return { ...pageOf(seek, rows), total: { items: found[0]!.items, isCapped: false } }
}

/** A number of matching rows; capped where more match that were not counted. */
export interface Total {
  items: number
  isCapped: boolean
}

/** Counts rows, no further than needed to know that there are more than `COUNTED_ROWS`. `rows` takes the limit. */
export const countCapped = async (tx: Tx, rows: (limit: Prisma.Sql) => Prisma.Sql): Promise<Total> => {
  const [counted] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (${rows(Prisma.sql`LIMIT ${COUNTED_ROWS + 1}`)}) counted`
  return { items: Math.min(counted.count, COUNTED_ROWS), isCapped: counted.count > COUNTED_ROWS }
}

/** The same page, read from the end of the list where that is nearer: skipped rows are read too. */
export const fromNearerEnd = (seek: Seek, { items, isCapped }: Total): Seek => {
  const { skip, limit } = seek
  if (isCapped || skip < items / 2 || skip >= items) return seek
  return { ...seek, backward: true, skip: Math.max(0, items - skip - limit), limit: Math.min(limit, items - skip) }
}

/** A total that was capped, but is no smaller than the page shows. */
export const atLeast = ({ items, isCapped }: Total, { skip, limit }: Seek, { ids, cursors }: SeekPage): Total => {
  const shown = skip + ids.length + (ids.length === limit && cursors.nextCursor !== null ? 1 : 0)
  return { items: isCapped ? Math.max(items, shown) : items, isCapped }
}

/** The metadata of a page. */
export const cursorMeta = (
  { items, isCapped }: Total,
  { limit }: { limit: number },
  cursors: SeekPage['cursors'],
): CursorMeta => ({ totalItems: items, totalPages: Math.ceil(items / limit), totalIsCapped: isCapped, ...cursors })

/** Rows in the order of their ids; those that are gone meanwhile are left out. */
export const inOrder = <T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** All of the conditions, for a WHERE. */
export const allOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...conditions], ' AND ')

/** A text as the beginning of a LIKE pattern. */
export const prefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
