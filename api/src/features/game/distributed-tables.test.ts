import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gameWorld } from './game.testing.ts'

const world = gameWorld()

/** The tables that docs/scale.md distributes by player. */
const documented = [
  ...readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8').matchAll(
    /create_distributed_table\('"(\w+)"', '(\w+)'/g,
  ),
].map(([, table, column]) => ({ table: table!, column: column! }))

const query = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
  (await world.server.resources.db.pool.query(text, values)).rows as Row[]

test('every table whose key begins with a player, and that refers to no other, is distributed by docs/scale.md', async () => {
  const rows = await query<{ table: string }>(
    `SELECT c.relname AS table FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
     WHERE i.indisprimary AND a.attname = 'userId' AND c.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f')`,
    [],
  )
  expect(documented.map(({ table }) => table).toSorted()).toEqual(rows.map(({ table }) => table).toSorted())
  expect(new Set(documented.map(({ column }) => column))).toEqual(new Set(['userId']))
})

test.each(documented)('$table: each unique key has the player, and nothing refers to it', async ({ table }) => {
  const keys = await query<{ name: string; columns: string[] }>(
    `SELECT k.relname AS name, array_agg(a.attname::text) AS columns FROM pg_index i JOIN pg_class k ON k.oid = i.indexrelid
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
     WHERE i.indrelid = $1::regclass AND i.indisunique GROUP BY 1`,
    [`"${table}"`],
  )
  expect(keys.length).toBeGreaterThan(0)
  for (const { columns } of keys) expect(columns).toContain('userId')
  // PostgreSQL 15 and later give each constraint of a foreign key; Citus takes none between distributed and other tables.
  const references = await query(
    'SELECT 1 FROM pg_constraint WHERE contype = $2 AND $1::regclass IN (conrelid, confrelid)',
    [`"${table}"`, 'f'],
  )
  expect(references).toEqual([])
  const triggers = await query('SELECT 1 FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal', [
    `"${table}"`,
  ])
  expect(triggers).toEqual([])
})
