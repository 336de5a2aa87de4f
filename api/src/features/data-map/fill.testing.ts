import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { tableOf, type UserTable, userTables } from './data-map.ts'

interface Column {
  name: string
  type: string
  /** Of an enum: its first value. */
  first: string | null
}

const columnsOf = async (pool: pg.Pool, table: string): Promise<Column[]> => {
  const { rows } = await pool.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
       (SELECT e.enumlabel FROM pg_enum e WHERE e.enumtypid = a.atttypid ORDER BY e.enumsortorder LIMIT 1)::text AS first
     FROM pg_attribute a WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [`"${table}"`],
  )
  return rows
}

let counted = 0

/** A value of a column that is in no other row; texts, JSON and bytes contain the mark. */
const valueOf = ({ type, first }: Column, mark: string): unknown => {
  counted += 1
  if (first !== null) return first
  if (type === 'uuid') return randomUUID()
  if (type === 'boolean') return true
  if (type === 'date') return `20${10 + (counted % 80)}-0${1 + (counted % 9)}-11`
  if (type.startsWith('timestamp')) return new Date(1_900_000_000_000 + counted * 1000)
  if (type === 'bytea') return Buffer.concat([Buffer.from(mark), randomBytes(4)])
  if (type.startsWith('json')) return JSON.stringify({ value: `${mark} ${counted}` })
  if (type === 'uuid[]') return [randomUUID()]
  if (type.endsWith('[]')) return [`${mark} ${counted}`]
  if (type === 'double precision') return counted + 0.5
  if (['bigint', 'integer', 'smallint', 'numeric'].includes(type)) return 7000 + counted
  return `${mark} ${counted}`
}

/** A row as it is stored, by column. */
export type FilledRow = Record<string, unknown>

const fill = async (
  { client, pool }: { client: pg.PoolClient; pool: pg.Pool },
  { model, rows: { by } }: UserTable,
  given: Record<string, unknown>,
  mark: string,
): Promise<FilledRow> => {
  const table = tableOf(model)
  const columns = await columnsOf(pool, table)
  const values = columns.map((column) =>
    column.name === by || Object.hasOwn(given, column.name)
      ? given[column.name === by ? 'userId' : column.name]
      : valueOf(column, `${mark} ${model}.${column.name}`),
  )
  const names = columns.map(({ name }) => `"${name}"`)
  if (model === 'User') {
    const set = names.map((name, index) => `${name} = $${index + 1}`).join(', ')
    const { rows } = await client.query<FilledRow>(`UPDATE "User" SET ${set} WHERE id = $1 RETURNING *`, values)
    return rows[0]!
  }
  const { rows } = await client.query<FilledRow>(
    `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING *`,
    values,
  )
  return rows[0]!
}

/** Of these a user has rows that stay in use beside those that are made up. */
const lasting: ReadonlySet<string> = new Set(['User', 'Session'])

/** What the columns of all tables have in common. The account stays in use: neither deleted nor disabled. */
const common = (userId: string, appId: string) => ({
  userId,
  appId,
  deletedAt: null,
  disabledAt: null,
  passwordSetAt: null,
  referrerId: null,
  // What has expired counts as absent.
  expiresAt: new Date(Date.now() + 3_600_000),
  isHidden: false,
  isRepeated: false,
})

/** Drops the relations and checks of all tables of a test's database, so that rows may be made up. */
export const dropRelations = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name FROM pg_constraint
     WHERE contype IN ('f', 'c') AND connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
}

/**
 * Gives a user a row in each table of the data map that has rows of users, with values that are in no other row; in place of those the
 * user has. Triggers are off meanwhile. Returns the rows by model. Before it, `dropRelations`.
 */
export const fillTables = async (
  pool: pg.Pool,
  { userId, appId, mark }: { userId: string; appId: string; mark: string },
): Promise<Map<string, FilledRow>> => {
  const client = await pool.connect()
  const filled = new Map<string, FilledRow>()
  try {
    for (const { model } of userTables) await client.query(`ALTER TABLE "${tableOf(model)}" DISABLE TRIGGER USER`)
    for (const table of userTables) {
      const { model, rows } = table
      if (!lasting.has(model)) await client.query(`DELETE FROM "${tableOf(model)}" WHERE "${rows.by}" = $1`, [userId])
      filled.set(model, await fill({ client, pool }, table, common(userId, appId), mark))
    }
  } finally {
    for (const { model } of userTables) await client.query(`ALTER TABLE "${tableOf(model)}" ENABLE TRIGGER USER`)
    client.release()
  }
  return filled
}

/** Adds a row to a table, whose columns are made up but those that are given. */
export const fillTable = async (pool: pg.Pool, table: string, given: FilledRow): Promise<void> => {
  const columns = await columnsOf(pool, table)
  const values = columns.map((column) =>
    Object.hasOwn(given, column.name) ? given[column.name] : valueOf(column, `made up ${table}`),
  )
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await pool.query(
    `INSERT INTO "${table}" (${names}) VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
    values,
  )
}

/** The tables, all of them, with rows that contain a text, as `table: row`. */
export const rowsWith = async (pool: pg.Pool, text: string): Promise<string[]> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
  )
  const found: string[] = []
  const inHex = Buffer.from(text).toString('hex')
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM "${name}" t WHERE to_jsonb(t)::text LIKE $1 OR to_jsonb(t)::text LIKE $2`,
      [`%${text}%`, `%${inHex}%`],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
