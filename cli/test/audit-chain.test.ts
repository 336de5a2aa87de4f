import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../api/src/testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions } from './cli.ts'

let home: string
let server: TestServer
let token: string
let app: TestApp
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>

const chain = () => server.app.services.auditChain
const query = (sql: string) => server.resources.db.pool.query(sql)

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Chained')
  await server.resources.db.prisma.auditEvent.createMany({
    data: Array.from({ length: 150 }, (_, n) => ({
      actor: 'server' as const,
      action: n % 50 === 0 ? 'app.update' : 'user.login',
      appId: app.id,
      details: n === 0 ? { name: '=cmd()' } : {},
    })),
  })
  await chain().addLinks()
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
  return () => rm(home, { recursive: true, force: true })
})
afterAll(() => server.stop())

const audit = (...more: string[]) => openauth(['audit', ...more])
const file = (name: string) => join(home, name)

test('verify says how many lines hold, and keeps the head; the next run wants it still there', async () => {
  const { code, stdout, stderr } = await audit('verify', '--head', file('head.json'), '--json')
  const answer = JSON.parse(stdout) as Record<string, unknown>
  expect([code, answer['failed'], answer['first'], answer['pending']]).toEqual([0, 0, null, 0])
  expect(answer['held']).toBe(answer['headSeq'])
  expect(stderr).toContain('Every line holds')
  const kept = JSON.parse(await readFile(file('head.json'), 'utf8')) as { seq: number; hash: string }
  expect([kept.seq, kept.hash]).toEqual([answer['headSeq'], answer['headHash']])
  expect((await audit('verify', '--head', file('head.json'))).code).toBe(0)
  await writeFile(file('cut.json'), JSON.stringify({ ...kept, seq: kept.seq + 5 }))
  const cut = await audit('verify', '--head', file('cut.json'))
  expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('its end was cut off')])
  await writeFile(file('other.json'), JSON.stringify({ ...kept, key: 'A'.repeat(43) }))
  const other = await audit('verify', '--head', file('other.json'))
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('another key')])
  await writeFile(file('none.json'), '{}')
  expect((await audit('verify', '--head', file('none.json'))).code).toBe(2)
})

test('an export is verified without a server, whole and in part; heads are looked for in it', async () => {
  const head = file('head.json')
  await audit('verify', '--head', head)
  const all = await audit('export', '--out', file('all.ndjson'))
  expect([all.code, all.stderr]).toEqual([0, expect.stringMatching(/^\d+ lines were exported to/m)])
  const offline = (...more: string[]) =>
    openauth(['audit', 'verify', '--file', ...more], { env: {}, fetch: undefined as never })
  const whole = await offline(file('all.ndjson'), '--head', head, '--json')
  expect([whole.code, JSON.parse(whole.stdout)]).toEqual([0, expect.objectContaining({ failed: 0 })])
  const part = await audit('export', '--app', 'Chained', '--action', 'app.', '--out', file('part.ndjson'))
  expect([part.code, part.stderr]).toEqual([0, expect.stringContaining('5 lines')])
  const text = await readFile(file('part.ndjson'), 'utf8')
  expect(text.includes('user.login')).toBe(false)
  expect((await offline(file('part.ndjson'), '--head', head)).code).toBe(0)

  const lines = (await readFile(file('all.ndjson'), 'utf8')).trim().split('\n')
  const changed = lines.map((line, index) => (index === 40 ? line.replace('user.login', 'user.logout') : line))
  await writeFile(file('changed.ndjson'), `${changed.join('\n')}\n`)
  const refused = await offline(file('changed.ndjson'))
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Link 40 (user.logout')])
  await writeFile(file('cut.ndjson'), `${lines.slice(0, 20).join('\n')}\n`)
  expect((await offline(file('cut.ndjson'))).stderr).toContain('not sign')
  const section = lines.findIndex((line, index) => index > 1 && line.includes('"signature":"'))
  await writeFile(file('short.ndjson'), `${lines.slice(0, section + 1).join('\n')}\n`)
  expect((await offline(file('short.ndjson'))).code).toBe(0)
  expect((await offline(file('short.ndjson'), '--head', head)).stderr).toContain('its end was cut off')
  await appendFile(file('short.ndjson'), '{"seq":')
  expect((await offline(file('short.ndjson'))).stderr).toContain('is not JSON')
})

test('CSV has the lines that were asked for, with formulas made harmless', async () => {
  const { code, stdout } = await audit('export', '--action', 'app.', '--format', 'csv')
  const rows = stdout.trim().split('\r\n')
  expect([code, rows[0]!.startsWith('seq,createdAt,id,action'), rows.length]).toEqual([0, true, 6])
  expect((await audit('export', '--format', 'xml')).code).toBe(2)
  expect((await audit('export', '--from', 'yesterday')).code).toBe(2)
})

test('a line that was changed in the database ends verify with exit code 1 and its number', async () => {
  await query('ALTER TABLE "AuditEvent" DISABLE TRIGGER USER')
  await query(
    `UPDATE "AuditEvent" SET ip = '203.0.113.9' WHERE id = (SELECT "eventId" FROM "AuditLink" WHERE seq = 60)`,
  )
  const { code, stderr } = await audit('verify', '--head', file('head.json'))
  expect([code, stderr]).toEqual([1, expect.stringContaining('Link 60 (user.login')])
  await expect(readFile(file('head.json'))).rejects.toThrow('ENOENT')
})
