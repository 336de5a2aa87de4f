import pg from 'pg'

export interface StoredTable {
  name: string
  columns: string[]
  /** Of its rows, without indexes. */
  bytes: number
}

/** A name as a part of a statement. */
export const quoted = pg.escapeIdentifier

/** A table of a schema as a part of a statement. */
export const inSchema = (schema: string, name: string): string => `${quoted(schema)}.${quoted(name)}`

/** Columns as a part of a statement. */
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** The tables of a schema, the canaries first: they decide whether the rest is of use. */
export const tablesOf = async (client: Pick<pg.ClientBase, 'query'>, schema: string): Promise<StoredTable[]> => {
  const { rows } = await client.query<StoredTable>(
    `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS bytes,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
     GROUP BY c.oid, c.relname ORDER BY c.relname <> 'KeyCanary', c.relname`,
    [quoted(schema)],
  )
  return rows
}

/** The schema of the server's tables. */
export const currentSchema = async (client: Pick<pg.ClientBase, 'query'>): Promise<string> => {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema')
  return rows[0]!.schema
}
