import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await signInAsAdmin(server)
})
afterAll(() => server.stop())

/** The SQL statements that one refused login sends. */
const statementsOf = async (username: string): Promise<string[]> => {
  const { pool } = server.resources.db
  const statements: string[] = []
  const note = (client: { query: (...args: never[]) => unknown }) => {
    const query = client.query.bind(client)
    client.query = (...args: [never]) => {
      const [statement] = args as unknown as [string | { text: string }]
      statements.push(typeof statement === 'string' ? statement : statement.text)
      return query(...args)
    }
    return () => (client.query = query)
  }
  const noted = new Map<object, () => void>()
  const onAcquire = (client: object) => void (noted.has(client) || noted.set(client, note(client as never)))
  pool.on('acquire', onAcquire)
  await expect(server.as().setup.login({ username, password: 'wrong' })).rejects.toMatchObject({ status: 401 })
  pool.off('acquire', onAcquire)
  for (const undo of noted.values()) undo()
  // Leaves out statements of the server's background work.
  return statements.filter((statement) => /"(Admin|AuditEvent|AdminSession)"/.test(statement))
}

test('S15: a refused login does the same in the database whether the admin exists or not', async () => {
  const { prisma } = server.resources.db
  const known = await statementsOf(adminCredentials.username)
  const unknown = await statementsOf('nobody')
  expect(known.length).toBeGreaterThan(1)
  expect(unknown).toEqual(known)
  const lines = await prisma.auditEvent.findMany({
    where: { action: 'admin.login-refused' },
    orderBy: { id: 'asc' },
  })
  // The name of an unknown admin is not stored: it may be a password.
  expect(lines.map(({ targetId, details }) => ({ targetId, details }))).toEqual([
    { targetId: expect.stringMatching(/^\d+$/), details: {} },
    { targetId: null, details: {} },
  ])
})
