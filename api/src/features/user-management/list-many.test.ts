import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

/** More than are counted. Of these every second is called `half …`, every fifth has e-mail, every hundredth is disabled. */
const USERS = 10_400
const HALF = USERS / 2

let server: TestServer
let admin: ReturnType<TestServer['as']>
let app: TestApp
let other: TestApp

const sql = (text: string, ...values: unknown[]) => server.resources.db.prisma.$executeRawUnsafe(text, ...values)

/** User `n` is the older the greater `n`. */
const addUsers = async (prefix: string, count: number, appId: string) => {
  const made = `'2026-03-01'::timestamptz - make_interval(mins => n)`
  await sql(
    `INSERT INTO "User" (id, "appId", "referCode", "createdAt", "lastSeenAt", "disabledAt", "disabledBy")
     SELECT gen_random_uuid(), $1::uuid, $2 || n, ${made}, '2026-03-02'::timestamptz + make_interval(secs => n * 37 % 10007),
       CASE WHEN n % 100 = 0 THEN now() END, CASE WHEN n % 100 = 0 THEN 'admin'::"ActorKind" END FROM generate_series(1, $3::int) n`,
    appId,
    prefix,
    count,
  )
  await sql(
    `INSERT INTO "Identity" ("appId", provider, subject, display, "userId", "lookalikeKey")
     SELECT $1::uuid, provider, subject, subject, u.id, subject FROM generate_series(1, $3::int) n
     JOIN "User" u ON u."appId" = $1::uuid AND u."referCode" = $2 || n
     CROSS JOIN LATERAL (VALUES ('username', CASE n % 2 WHEN 0 THEN 'half ' ELSE 'odd ' END || n), ('email', CASE n % 5 WHEN 0 THEN n || '@example.com' END))
       AS i (provider, subject) WHERE subject IS NOT NULL`,
    appId,
    prefix,
    count,
  )
}

beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  app = await createTestApp(server, token, 'Many')
  other = await createTestApp(server, token, 'Few')
  await addUsers('M', USERS, app.id)
  await addUsers('F', 30, other.id)
})
afterAll(() => server.stop())

const codes = ({ data }: { data: { referCode: string }[] }) => data.map(({ referCode }) => Number(referCode.slice(1)))
const range = (from: number, until: number, step = 1) =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => from + index * step)

describe('totals', () => {
  test('of all users are exact', async () => {
    expect((await admin.users.find({})).meta).toMatchObject({ totalItems: USERS + 30, totalIsCapped: false })
    expect((await admin.users.list({ appId: other.id })).meta).toMatchObject({ totalItems: 30, totalIsCapped: false })
  })

  test.each([
    ['a search that sorts its matches', { q: '1' }, 303],
    ['a search that walks the list', { q: 'half' }, HALF],
    ['a provider', { method: 'email' as const }, USERS / 5],
    ['a state', { state: 'disabled' as const }, USERS / 100],
    ['a provider and a state', { method: 'username' as const, state: 'disabled' as const }, USERS / 100],
    ['a search and a state', { q: 'half', state: 'disabled' as const }, USERS / 100],
    ['a search and a provider', { q: 'HALF', method: 'email' as const }, USERS / 10],
    ['a search of another app', { q: 'half', method: 'github' as const }, 0],
    ['dates', { createdFrom: Date.UTC(2026, 1, 28), createdTo: Date.UTC(2026, 1, 28, 1) }, 60],
  ])('under %s are those of the rows', async (_, filters, rows) => {
    const { meta } = await admin.users.list({ appId: app.id, ...filters, limit: 10 })
    expect(meta).toMatchObject({ totalItems: rows, totalIsCapped: false })
  })

  test.each([
    ['a provider that more have than are counted', { method: 'username' as const }, USERS],
    ['active users', { state: 'active' as const }, (USERS * 99) / 100],
    ['a search and active users', { q: 'half', state: 'active' as const }, HALF - USERS / 100],
  ])('under %s say that at least so many match, and no fewer than are shown', async (_, filters, rows) => {
    for (const page of [1, 30]) {
      const { data, meta } = await admin.users.list({ appId: app.id, ...filters, page, limit: 100 })
      expect(meta.totalIsCapped).toBe(true)
      expect(meta.totalItems).toBeGreaterThanOrEqual((page - 1) * 100 + data.length)
      expect(meta.totalItems).toBeLessThanOrEqual(rows)
    }
  })
})

describe('pages', () => {
  test('of a search with many matches are in order, from the first to the very last', async () => {
    const page = (number: number) => admin.users.list({ appId: app.id, q: 'half', page: number })
    expect(codes(await page(1))).toEqual(range(2, 42, 2))
    expect(codes(await page(3))).toEqual(range(82, 122, 2))
    const last = await page(HALF / 20)
    expect(codes(last)).toEqual(range(USERS - 38, USERS + 1, 2))
    expect(last.meta.nextCursor).toBeNull()
  })

  test.each([
    ['and a provider that all have', { q: 'half', method: 'username' as const }],
    ['and a state', { q: 'half', state: 'active' as const }],
  ])('of a search with many matches %s are reached by cursors in both directions', async (_, filters) => {
    const input = { appId: app.id, ...filters, limit: 30 }
    const first = await admin.users.list(input)
    const second = await admin.users.list({ ...input, cursor: first.meta.nextCursor! })
    const matching = range(2, 200, 2).filter((n) => !('state' in filters) || n % 100 !== 0)
    expect(codes(first)).toEqual(matching.slice(0, 30))
    expect(codes(second)).toEqual(matching.slice(30, 60))
    const back = await admin.users.list({ ...input, cursor: second.meta.previousCursor! })
    expect(codes(back)).toEqual(codes(first))
  })

  test('of both apps are merged, by either time', async () => {
    expect(codes(await admin.users.find({ q: 'half', limit: 20 }))).toEqual(range(2, 22, 2).flatMap((n) => [n, n]))
    const seen = await admin.users.find({ method: 'email', sortBy: 'lastSeenAt', limit: 100 })
    const times = seen.data.map(({ lastSeenAt }) => lastSeenAt)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(seen.data.map(({ id }) => id)).size).toBe(100)
  })

  test('show every user once, forth to the very last and back, while others come and go', async () => {
    const input = { appId: other.id, limit: 7 }
    const start = await admin.users.list({ ...input, limit: 100 })
    const [gone, ...rest] = start.data
    const ids = rest.map(({ id }) => id)
    const added: string[] = []
    const disturb = async () => {
      if (added.length >= 10) return
      // One before every page, one behind them all.
      for (const days of [1, 400]) {
        const { id } = await other.client.appUsers.findOrCreate({ telegram: String(7_000_000 + added.length) })
        await sql(
          `UPDATE "User" SET "createdAt" = '2026-03-01'::timestamptz - make_interval(days => $2::int - 2) WHERE id = $1::uuid`,
          id,
          days,
        )
        added.push(id)
      }
    }
    const walk = async (
      cursor: string | undefined,
      by: 'nextCursor' | 'previousCursor',
      between?: () => Promise<void>,
    ) => {
      const seen: string[] = []
      for (let next: string | null | undefined = cursor; next !== null;) {
        const { data, meta } = await admin.users.list({ ...input, ...(next === undefined ? {} : { cursor: next }) })
        seen.push(...(by === 'nextCursor' ? data : data.toReversed()).map(({ id }) => id))
        next = meta[by]
        await between?.()
      }
      return seen
    }
    const forth = await walk(undefined, 'nextCursor', disturb)
    expect(forth.filter((id) => !added.includes(id))).toEqual([gone!.id, ...ids])
    expect(new Set(forth).size).toBe(forth.length)
    expect(added.filter((id) => forth.includes(id)).length).toBeGreaterThan(0)
    await admin.users.delete({ appId: other.id, id: gone!.id })
    const { meta } = await admin.users.list(input)
    const back = await walk(meta.lastCursor, 'previousCursor')
    expect(back.filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    expect(back).toHaveLength(ids.length + added.length)
    expect(meta.totalItems).toBe(ids.length + added.length)
  })
})
