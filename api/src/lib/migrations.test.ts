import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../test/database.ts'
import { applyMigrations } from './migrations.ts'

const root = mkdtempSync(join(tmpdir(), 'openauth-migrations-'))
const FUNCTION = `CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN n * 2; END; $$;\n`
let pool: pg.Pool
let directory: string
let connectionString: string

beforeEach(async () => {
  const { serverUrl, template } = inject('store')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  connectionString = databaseUrl(serverUrl, name)
  pool = new pg.Pool({ connectionString })
  directory = join(root, name)
  mkdirSync(directory)
  writeFileSync(join(directory, 'migration_lock.toml'), 'provider = "postgresql"\n')
  write('20260101000000_first', 'CREATE TABLE first (n int);\nCREATE TABLE also (n int);\n')
  write('20260102000000_second', FUNCTION)
  return () => pool.end()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, sql: string) => {
  mkdirSync(join(directory, name), { recursive: true })
  writeFileSync(join(directory, name, 'migration.sql'), sql)
}

const migrate = () => applyMigrations({ connectionString, directory })

const history = async () => (await pool.query('SELECT * FROM _prisma_migrations ORDER BY started_at')).rows

const exists = async (table: string) =>
  (await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.found

test('applies migrations in order, once, and records them as the CLI does', async () => {
  expect(await migrate()).toEqual({ applied: ['20260101000000_first', '20260102000000_second'] })
  expect(await migrate()).toEqual({ applied: [] })
  expect((await pool.query('SELECT twice(21) AS n')).rows).toEqual([{ n: 42 }])
  expect(await history()).toEqual([
    expect.objectContaining({ migration_name: '20260101000000_first' }),
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash('sha256').update(FUNCTION).digest('hex'),
      finished_at: expect.any(Date),
      migration_name: '20260102000000_second',
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    },
  ])
})

test('defines the history table as the CLI does', async () => {
  await migrate()
  const { rows } = await pool.query(
    `SELECT column_name AS name, data_type AS type, character_maximum_length AS length, is_nullable = 'YES' AS nullable,
            column_default AS fallback
       FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  )
  const [text, time] = ['character varying', 'timestamp with time zone']
  const plain = { length: null, fallback: null }
  expect(rows).toEqual([
    { name: 'id', type: text, length: 36, nullable: false, fallback: null },
    { name: 'checksum', type: text, length: 64, nullable: false, fallback: null },
    { ...plain, name: 'finished_at', type: time, nullable: true },
    { name: 'migration_name', type: text, length: 255, nullable: false, fallback: null },
    { ...plain, name: 'logs', type: 'text', nullable: true },
    { ...plain, name: 'rolled_back_at', type: time, nullable: true },
    { ...plain, name: 'started_at', type: time, nullable: false, fallback: 'now()' },
    { ...plain, name: 'applied_steps_count', type: 'integer', nullable: false, fallback: '0' },
  ])
})

test('one of four concurrent runners applies, over every kind of connection', async () => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const results = await Promise.all([
    migrate(),
    applyMigrations({ pool, directory }),
    applyMigrations({ client, directory }),
    migrate(),
  ])
  expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 2])
  expect(await history()).toHaveLength(2)
  const { rows } = await client.query(
    `SELECT count(*)::int AS held FROM pg_locks
     WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  expect(rows).toEqual([{ held: 0 }])
  await client.end()
})

test('a failing migration changes nothing, is not recorded, and may be tried again', async () => {
  write('20260103000000_third', 'CREATE TABLE third (n int); SELECT missing_function();')
  await expect(migrate()).rejects.toMatchObject({
    code: 'migration_failed',
    message: expect.stringContaining('20260103000000_third failed: function missing_function() does not exist'),
  })
  expect(await exists('third')).toBe(false)
  expect(await history()).toHaveLength(2)
  write('20260103000000_third', 'CREATE TABLE third (n int);')
  expect(await migrate()).toEqual({ applied: ['20260103000000_third'] })
})

test('a statement that cannot run in a transaction runs outside of one, and its failure is recorded and refused', async () => {
  write('20260103000000_index', 'CREATE INDEX CONCURRENTLY first_n ON first (n);')
  expect((await migrate()).applied).toHaveLength(3)
  expect(await exists('first_n')).toBe(true)
  await pool.query('INSERT INTO also VALUES (1), (1)')
  write('20260104000000_unique', 'CREATE UNIQUE INDEX CONCURRENTLY also_n ON also (n);')
  await expect(migrate()).rejects.toMatchObject({ code: 'migration_failed' })
  const last = (await history()).at(-1) as { finished_at: Date | null; logs: string; applied_steps_count: number }
  expect(last).toMatchObject({ finished_at: null, applied_steps_count: 0, logs: expect.stringContaining('also_n') })
  await expect(migrate()).rejects.toMatchObject({
    code: 'migration_unresolved',
    message: expect.stringContaining('npx prisma migrate resolve --rolled-back 20260104000000_unique'),
  })
})

test('applies a migration again after the CLI marked its failure as rolled back', async () => {
  await migrate()
  const name = '20260103000000_third'
  write(name, 'CREATE TABLE third (n int);')
  await pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, rolled_back_at) VALUES ('x', 'y', $1, now())`,
    [name],
  )
  expect(await migrate()).toEqual({ applied: [name] })
})

test('refuses a migration edited after it was applied, but ignores line endings', async () => {
  await migrate()
  write('20260102000000_second', FUNCTION.replaceAll('\n', '\r\n'))
  expect(await migrate()).toEqual({ applied: [] })
  write('20260102000000_second', `${FUNCTION}-- one more thing\n`)
  await expect(migrate()).rejects.toMatchObject({
    code: 'migration_edited',
    message: expect.stringContaining('20260102000000_second'),
  })
})

test('refuses the database of a newer release before changing it', async () => {
  await migrate()
  const older = `${directory}_older`
  cpSync(directory, older, { recursive: true })
  rmSync(join(older, '20260102000000_second'), { recursive: true })
  mkdirSync(join(older, '20260101120000_between'))
  writeFileSync(join(older, '20260101120000_between', 'migration.sql'), 'CREATE TABLE between_them (n int);')
  await expect(applyMigrations({ connectionString, directory: older })).rejects.toMatchObject({
    code: 'migration_unknown',
    message: expect.stringContaining('20260102000000_second'),
  })
  expect(await exists('between_them')).toBe(false)
})

test('records a script that empties the search path, as pg_dump writes them', async () => {
  write('20260103000000_dump', `SELECT set_config('search_path', '', false);\nCREATE TABLE public.dumped (n int);\n`)
  write('20260104000000_after', 'CREATE TABLE public.after_it (n int);')
  expect((await migrate()).applied).toHaveLength(4)
  expect(await migrate()).toEqual({ applied: [] })
})

test('reports what is missing from the directory', async () => {
  await expect(applyMigrations({ connectionString, directory: join(directory, 'no') })).rejects.toMatchObject({
    code: 'migration_missing',
  })
  rmSync(join(directory, '20260101000000_first', 'migration.sql'))
  await expect(migrate()).rejects.toMatchObject({ code: 'migration_missing' })
})
