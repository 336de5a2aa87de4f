import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../api/src/testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions, fileWith } from './cli.ts'

let home: string
let server: TestServer
let token: string
let app: TestApp
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
const users = [
  {
    id: '9f6e2b1c-0000-4000-8000-000000000001',
    identities: [
      { provider: 'google', subject: '1001', display: 'export-1@example.com' },
      { provider: 'username', subject: 'export-one', display: 'Export-One' },
    ],
    externalId: '=cmd()',
    displayName: 'One, "the first"',
    avatar: null,
    referCode: 'EXPORT01',
    createdAt: 1_600_000_000_001,
    lastSeenAt: 1_700_000_000_000,
    disabled: true,
  },
  {
    id: '9f6e2b1c-0000-4000-8000-000000000002',
    identities: [],
    externalId: null,
    displayName: '@two',
    avatar: 'https://pictures.example/2.png',
    referCode: 'EXPORT02',
    createdAt: 1_600_000_000_001,
    lastSeenAt: 1_600_000_000_001,
    disabled: false,
  },
]

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Exported')
  await server.as(token).users.bulkImport({ appId: app.id, users: users as never })
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
  return () => rm(home, { recursive: true, force: true })
})
afterAll(() => server.stop())

const run = (...more: string[]) => openauth(['users', 'export', '--app', 'Exported', ...more])

test('NDJSON on standard output, which nothing else is written to', async () => {
  const { code, stdout, stderr } = await run()
  expect([code, stderr]).toEqual([0, '2 users were exported.\n'])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(users)
})

test.each(['users.csv', 'users.json', 'users.ndjson'])(
  '%s is imported elsewhere as it was, and has no formulas',
  async (name) => {
    const path = join(home, name)
    expect((await run('--out', path)).code).toBe(0)
    expect(await readdir(home)).toContain(name)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const text = await readFile(path, 'utf8')
    if (name.endsWith('.csv')) expect(text).not.toMatch(/(^|,)"?[=@+]/m)
    await server.resources.db.prisma.$executeRaw`TRUNCATE "User" CASCADE`
    await server.resources.db.prisma.dataKey.deleteMany({ where: { owner: 'user' } })
    // As spreadsheets save it, with a byte order mark.
    const imported = await openauth(['users', 'import', await fileWith(`\uFEFF${text}`), '--app', 'Exported', '--json'])
    expect(JSON.parse(imported.stdout)).toMatchObject({ created: 2, refused: 0 })
    expect((await server.as(token).users.bulkExport({ appId: app.id })).data).toEqual(users)
  },
)

test('a file appears when it is complete: a failure leaves neither it nor a part', async () => {
  let calls = 0
  const failing: typeof fetch = async (input, init) => {
    if ((input as string).includes('bulk-export') && (calls += 1) === 1) throw new Error('the cable is out')
    return fetch(input, init)
  }
  const path = join(home, 'users.ndjson')
  expect((await openauth(['users', 'export', '--app', 'Exported', '--out', path], { fetch: failing })).code).toBe(1)
  expect((await readdir(home)).filter((name) => name.startsWith('users'))).toEqual([])
  expect((await run('--out', join(home, 'nowhere', 'users.csv'))).code).toBe(1)
})

test('an unknown format and an id are wrong use', async () => {
  expect((await run('--format', 'xml')).code).toBe(2)
  expect((await openauth(['users', 'export', users[0]!.id])).code).toBe(2)
})

test('pages follow one another by cursor, also among users of the same moment', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({
    externalId: `moment-${index}`,
    createdAt: 1_650_000_000_000,
  }))
  await server.as(token).users.bulkImport({ appId: app.id, users: rows })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await server.as(token).users.bulkExport({ appId: app.id, limit: 4, ...(cursor ? { cursor } : {}) })
    found.push(...page.data.map(({ id }) => id))
    cursor = page.meta.nextCursor ?? undefined
  } while (cursor)
  expect(found.length).toBeGreaterThanOrEqual(25)
  expect(new Set(found).size).toBe(found.length)
})

test('every user once in the order of registration, when others appear in a page that was asked for already', async () => {
  await server.resources.db.prisma.$executeRaw`
    INSERT INTO "User" (id, "appId", "referCode", "externalId", "createdAt", "lastSeenAt")
    SELECT gen_random_uuid(), ${app.id}::uuid, lpad(n::text, 8, '0'), 'early-' || n, to_timestamp(1500000000 + n * 60), now()
    FROM generate_series(1, 3500) n`
  let pages = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init)
    const { url } = input instanceof Request ? input : { url: String(input) }
    if (!url.includes('bulk-export')) return response
    pages += 1
    // The first page has told where the third begins. Another page of users appears before that.
    if (pages === 1)
      await server.resources.db.prisma.$executeRaw`
        INSERT INTO "User" (id, "appId", "referCode", "externalId", "createdAt", "lastSeenAt")
        SELECT gen_random_uuid(), "appId", 'B' || lpad(right("externalId", 4), 7, '-'), 'between-' || "externalId", "createdAt" + interval '1 second', now()
        FROM "User" WHERE "externalId" ~ '^early-1[1-4]..$'`
    return response
  }
  const { openauth: watched } = await createOperator(
    { fetch, env: { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token } },
    home,
  )
  const { code, stdout, stderr } = await watched(['users', 'export', '--app', 'Exported'])
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^39\d\d users were exported/)])
  const found = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; externalId: string; createdAt: number })
  const expected = await server.resources.db.prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM "User" WHERE "appId" = ${app.id}::uuid ORDER BY "createdAt", id`
  expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
})
