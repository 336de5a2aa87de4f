import type { ErrorCode } from '@openauth/client'
import { Prisma, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** The columns that all lists have. */
export interface EntryRow {
  id: number
  name: string
  updatedAt: Date
}

export type Fields = Record<string, unknown>
type Order = Record<string, 'asc'>[]

/** The operations of Prisma on a list's table. Prisma's types do not describe an operation on one of several tables. */
interface Table<Row> {
  findMany(query: { orderBy: Order; skip?: number; take?: number }): Promise<Row[]>
  findUnique(query: { where: { id: number } }): Promise<Row | null>
  count(): Promise<number>
  create(query: { data: Fields }): Promise<Row>
  update(query: { where: { id: number }; data: Fields }): Promise<Row>
  deleteMany(query: { where: { id: number } }): Promise<{ count: number }>
}

/** A list of entries that admins edit and put in order, and that players read: the properties in which lists differ. */
export interface EntryList<Row extends EntryRow> {
  /** The name of the table in PostgreSQL. */
  tableName: string
  table: (tx: Tx) => Table<Row>
  /** The column whose numbers, ascending, are the order; of equal ones the older entry comes first. */
  place: keyof Row & string
  /** What the audit trail calls an entry: the first part of its actions. */
  noun: string
  /** The fields with addresses of pictures. */
  pictures: readonly (keyof Row & string)[]
  /** The fields that the audit trail records of an entry that is added or deleted. */
  auditedFields: readonly (keyof Row & string)[]
  notFound: ErrorCode
  /** Computes columns from the fields of a new or changed entry. */
  derived?: (fields: Fields) => Fields
  /** The error for a name that another entry has; undefined if names need not be unique. */
  nameTaken?: ErrorCode
}

/** The order in which an entry list is read, for Prisma. */
export const orderBy = <Place extends string>({ place }: { place: Place }) => [
  { [place]: 'asc' } as Record<Place, 'asc'>,
  { id: 'asc' as const },
]

/** The table and the column of the order, for SQL. The names are constants of the code. */
export const sqlNames = ({ tableName, place }: { tableName: string; place: string }) => ({
  table: Prisma.raw(`"${tableName}"`),
  place: Prisma.raw(`"${place}"`),
})

/** Throws the list's own `…_not_found`. */
export const findEntry = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>, id: number): Promise<Row> => {
  const entry = await list.table(tx).findUnique({ where: { id } })
  if (!entry) throw new Problem(list.notFound)
  return entry
}
