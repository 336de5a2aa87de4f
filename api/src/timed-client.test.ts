import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './db.ts'
import { countedMetrics } from './lib/metrics/counters.ts'
import { testDatabase } from './testing.ts'
import { plainText, type SlowStatement } from './timed-client.ts'

let db: Database
let slow: SlowStatement[]
let url: string
beforeAll(async () => {
  ;({ url } = await testDatabase())
  db = openDatabase({ url }, 2, { slowAfter: 150, waitSeconds: 60 })
  slow = []
  db.onSlowStatement((statement) => slow.push(statement))
})
afterAll(() => db.close())

const countOf = (statement: string): number =>
  countedMetrics()
    .find(({ name }) => name === 'openauth_database_statement_duration_seconds')!
    .samples()
    .find(({ name, labels }) => name.endsWith('_count') && labels === `statement="${statement}"`)?.value ?? 0

const SECRET = 'ada@example.com'

test('a slow statement is told with its name and text, and without its values, however it is made', async () => {
  await db.query({ name: 'slow-one', text: 'SELECT pg_sleep($1::float8),\n      $2::text AS "asked"' }, [0.3, SECRET])
  await db.prisma.$queryRaw`SELECT pg_sleep(0.3)::text, ${SECRET}::text AS asked`
  await db.transaction(async (tx) => tx.$executeRawUnsafe(`SELECT pg_sleep(0.3), '${SECRET}'`))
  const told = slow.filter(({ text }) => text.includes('pg_sleep'))
  expect(told.map(({ statement }) => statement)).toEqual(['slow-one', 'unnamed', 'unnamed'])
  expect(told[0]).toMatchObject({ text: 'SELECT pg_sleep($1::float8), $2::text AS "asked"', took: expect.any(Number) })
  expect(told[2]!.text).toBe("SELECT pg_sleep(0.3), '…'")
  expect(JSON.stringify(slow)).not.toContain(SECRET)
})

test('a statement that fails is measured too, and its failure stays what it was', async () => {
  const before = countOf('refused')
  const statement = { name: 'refused', text: 'SELECT 1 / $1::int' }
  await expect(db.query(statement, [0])).rejects.toMatchObject({ code: '22012' })
  await expect(db.pool.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' })
  expect(countOf('refused')).toBe(before + 1)
})

test('statements are counted by name, those of Prisma together', async () => {
  const [named, unnamed] = [countOf('counted'), countOf('unnamed')]
  for (let n = 0; n < 3; n += 1) await db.query({ name: 'counted', text: 'SELECT 1 AS one' }, [])
  await db.prisma.app.count()
  expect([countOf('counted') - named, countOf('unnamed') - unnamed]).toEqual([3, 1])
})

test('a connection of its own answers by callback as by promise', async () => {
  const client = await db.pool.connect()
  try {
    const rows = await new Promise((resolve, reject) =>
      client.query('SELECT $1::int AS one', [1], (error, result) => (error ? reject(error) : resolve(result.rows))),
    )
    expect(rows).toEqual([{ one: 1 }])
    const plain = await new Promise((resolve) => client.query('SELECT 2 AS two', (_, result) => resolve(result.rows)))
    expect(plain).toEqual([{ two: 2 }])
    expect((await client.query({ text: 'SELECT $1::int AS three', values: [3] })).rows).toEqual([{ three: 3 }])
  } finally {
    client.release()
  }
})

test.each([
  ["SELECT *\n  FROM t WHERE a = 'O''Hara' AND b = $1", "SELECT * FROM t WHERE a = '…' AND b = $1"],
  ["SELECT 'unended", "SELECT 'unended"],
  [`SELECT ${'x'.repeat(3000)}`, `SELECT ${'x'.repeat(1993)}`],
])('the text of a statement on one line, without what stands in quotes', (text, shown) => {
  expect(plainText(text)).toBe(shown)
})
