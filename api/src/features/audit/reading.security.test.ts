import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { adminCredentials, createTestApp, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  await server.app.services.auditChain.addLinks()
})
afterAll(() => server.stop())

test.each([
  ['verifies', '/admin/audit/verify'],
  ['extracts', '/admin/audit/extract'],
])(
  'an admin who %s the audit trail a hundred times at once holds two connections, and nobody else up',
  async (_, path) => {
    const { pool } = server.resources.db
    // Whoever reads the links waits until this transaction ends.
    const holder = await pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('BEGIN; LOCK TABLE "AuditLink" IN ACCESS EXCLUSIVE MODE')
    const answers: number[] = []
    const calls = Array.from({ length: 100 }, async () =>
      answers.push((await server.send('GET', path, { token })).status),
    )
    const waiting = () =>
      holder.query(
        `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = current_database() AND l.relation = '"AuditLink"'::regclass AND NOT l.granted`,
      )
    await vi.waitFor(async () => expect((await waiting()).rowCount).toBe(2), 30_000)
    const { token: another } = await server.as().setup.login(adminCredentials)
    expect((await server.as(another).setup.whoami()).username).toBe(adminCredentials.username)
    expect((await waiting()).rowCount).toBe(2)
    // All have arrived, and those that do not fit are refused before any is answered.
    await vi.waitFor(() => expect(answers).toEqual(Array.from({ length: 78 }, () => 429)), 30_000)
    await holder.query('COMMIT')
    await Promise.all(calls)
    expect(answers.slice(78)).toEqual(Array.from({ length: 22 }, () => 200))
  },
)

test('an admin of some apps extracts the lines of these and nothing of others, and reads the chain of none', async () => {
  const owner = server.as(token)
  const [mine, other] = [
    await createTestApp(server, token, 'Of mine'),
    await createTestApp(server, token, 'Of somebody else'),
  ]
  const rights = { username: 'of one app', password: 'long enough to log in' }
  await owner.admins.create({ ...rights, role: 'viewer', apps: [mine.id] })
  const viewer = server.as((await server.as().setup.login(rights)).token)
  await server.app.services.auditChain.addLinks()
  const { links } = await viewer.audit.extract({})
  const lines = links.flatMap(({ line }) => (line === null ? [] : [line]))
  expect(lines.length).toBeGreaterThan(0)
  expect(new Set(lines.map(({ appId }) => appId))).toEqual(new Set([mine.id]))
  expect(JSON.stringify(links)).not.toContain(other.id)
  const outside = { status: 403, code: 'outside_your_apps' }
  await expect(viewer.audit.extract({ appId: other.id })).rejects.toMatchObject(outside)
  await expect(viewer.audit.chain()).rejects.toMatchObject(outside)
  await expect(viewer.audit.verify()).rejects.toMatchObject(outside)
})
