import type pg from 'pg'
import { STAGING } from './database-session.ts'
import { inSchema } from './tables.ts'

/** The columns of a staged table, and how each is read from the table of the same name in use. */
export const columnsOf = async (client: pg.Client, table: string) => {
  const { rows } = await client.query<{ column: string; cast: string | null }>(
    `SELECT quote_ident(a.attname) AS column, CASE WHEN t.typtype = 'e' THEN quote_ident(t.typname) END AS cast
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`,
    [inSchema(STAGING, table)],
  )
  const read = ({ column, cast }: (typeof rows)[number]) =>
    cast === null ? `e.${column}` : `e.${column}::text::${STAGING}.${cast}`
  return { columns: rows.map(({ column }) => column), values: rows.map(read) }
}

/** Adds the rows of a table in use that match to those of the backup, which keeps its own where both have one. */
export const addRows = async (client: pg.Client, live: string, table: string, condition: string): Promise<void> => {
  const { columns, values } = await columnsOf(client, table)
  await client.query(
    `INSERT INTO ${inSchema(STAGING, table)} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM ${inSchema(live, table)} e WHERE ${condition} ON CONFLICT DO NOTHING`,
  )
}
