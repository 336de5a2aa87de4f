import { LAST_PLACE } from '@openauth/client'
import { Prisma, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { type EntryList, type EntryRow, sqlNames } from './entry-list.ts'
import { lockOrder } from './order.ts'

/** The distance between the places of two entries after they were spread. */
const STEP = 1000

interface Placed {
  id: number
  name: string
  place: number
}

/** The target of a move: directly before or after another entry of the list. */
export interface Move {
  id: number
  before?: number | undefined
  after?: number | undefined
}

const readPlaced = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>, id: number) => {
  const { table, place } = sqlNames(list)
  const rows = await tx.$queryRaw<Placed[]>`SELECT "id", "name", ${place} AS "place" FROM ${table} WHERE "id" = ${id}`
  return rows[0]
}

/** The entry directly before or after another one, as if the entry `moved` were not there. */
const readNeighbour = async <Row extends EntryRow>(
  tx: Tx,
  list: EntryList<Row>,
  of: Placed,
  { side, moved }: { side: 'before' | 'after'; moved: number },
) => {
  const { table, place } = sqlNames(list)
  const [compare, direction] = (side === 'before' ? ['<', 'DESC'] : ['>', 'ASC']).map((sql) => Prisma.raw(sql))
  const rows = await tx.$queryRaw<Placed[]>`
    SELECT "id", "name", ${place} AS "place" FROM ${table}
    WHERE (${place}, "id") ${compare} (${of.place}, ${of.id}) AND "id" <> ${moved}
    ORDER BY ${place} ${direction}, "id" ${direction} LIMIT 1`
  return rows[0]
}

/** A whole number between two places, or beyond the place if only one is given. Undefined if no number is left. */
export const placeBetween = (lower: number | undefined, upper: number | undefined): number | undefined => {
  const low = lower ?? -LAST_PLACE - 1
  const high = upper ?? LAST_PLACE + 1
  const middle = Math.floor((low + high) / 2)
  const place = lower === undefined ? Math.max(middle, high - STEP) : Math.min(middle, low + STEP)
  return place > low && place < high ? place : undefined
}

/** Spreads the places of all entries evenly, in their present order. */
const spread = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>): Promise<void> => {
  const { table, place } = sqlNames(list)
  const step = Math.max(2, Math.min(STEP, Math.floor(LAST_PLACE / ((await list.table(tx).count()) + 1))))
  await tx.$executeRaw`
    UPDATE ${table} AS entry SET ${place} = ordered."at" * ${step}::int
    FROM (SELECT "id", row_number() OVER (ORDER BY ${place}, "id") AS "at" FROM ${table}) AS ordered
    WHERE entry."id" = ordered."id"`
}

/** The two entries between which the moved one is placed. Throws `neighbour_gone`. */
const readGap = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>, { id, before, after }: Move) => {
  const neighbour = await readPlaced(tx, list, (before ?? after)!)
  if (!neighbour) throw new Problem('neighbour_gone')
  return before === undefined
    ? { lower: neighbour, upper: await readNeighbour(tx, list, neighbour, { side: 'after', moved: id }) }
    : { lower: await readNeighbour(tx, list, neighbour, { side: 'before', moved: id }), upper: neighbour }
}

const findPlace = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>, move: Move): Promise<number> => {
  const { lower, upper } = await readGap(tx, list, move)
  const place = placeBetween(lower?.place, upper?.place)
  if (place !== undefined) return place
  await spread(tx, list)
  const wider = await readGap(tx, list, move)
  return placeBetween(wider.lower?.place, wider.upper?.place)!
}

/**
 * Puts an entry directly before or after another one. Returns what the audit trail tells of it, undefined for an entry that stands
 * there already. Throws the list's `…_not_found`, and `neighbour_gone`.
 *
 * Places are whole numbers with gaps. A move writes one row: it takes the number in the middle of the gap. Where the gap
 * is used up, the entries are spread again, by one statement of the same transaction; that happens about once in ten moves to
 * the same gap, or after a reorder of the whole list. Whole numbers suit the existing API: players read `order` of games as a
 * number, and admins may set it. Fractional keys as text would need no spreading, but grow with every move, and their order
 * depends on the collation. Moves are relative to another entry, so that they need no version of the list: they follow one
 * another by the lock of its order, and each is applied to the list that the one before it left.
 */
export const moveEntry = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>, move: Move) => {
  const { id } = move
  await lockOrder(tx, list)
  const entry = await readPlaced(tx, list, id)
  if (!entry) throw new Problem(list.notFound)
  if (id === move.before || id === move.after) return undefined
  const { lower } = await readGap(tx, list, move)
  const was = await readNeighbour(tx, list, entry, { side: 'before', moved: id })
  if (was?.id === lower?.id) return undefined
  const { table, place } = sqlNames(list)
  await tx.$executeRaw`UPDATE ${table} SET ${place} = ${await findPlace(tx, list, move)} WHERE "id" = ${id}`
  const [before, after] = [was, lower].map((other) => ({ follows: other?.name ?? null }))
  return { name: entry.name, changed: ['follows'], before: before!, after: after! }
}
