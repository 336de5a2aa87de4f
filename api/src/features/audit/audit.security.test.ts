import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { removeOldAuditLines } from '../housekeeping.ts'
import { LINES_PER_USER_AND_ACTION } from './record.ts'

let server: TestServer
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  app = await createTestApp(server, await signInAsAdmin(server), 'Audited')
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const GRANT = 'user.dapp-permission-grant'

const rows = () => server.resources.db.prisma.auditEvent
const addLines = (count: number, line: { actorId: string; action: string; age: number }) =>
  rows().createMany({
    data: Array.from({ length: count }, () => ({
      actor: 'user' as const,
      actorId: line.actorId,
      action: line.action,
      createdAt: new Date(Date.now() - line.age),
    })),
  })
const grant = (user: TestUser, origin: string) =>
  server.send('POST', '/user/dapp-permissions', { token: user.token, body: { origin } })

describe('S16: the audit lines that a user causes', () => {
  test('are limited per day; the answer tells the wait, and a refused call does nothing', async () => {
    const user = await signInAs(server, app.id, 'writer')
    await addLines(LINES_PER_USER_AND_ACTION - 1, { actorId: user.id, action: GRANT, age: 10 * HOUR })
    expect((await grant(user, 'https://last.example')).status).toBe(200)
    const refused = await grant(user, 'https://one-more.example')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    const wait = Number(refused.headers.get('retry-after'))
    expect([wait > 13.5 * 3600, wait <= 14 * 3600]).toEqual([true, true])
    expect(await server.resources.db.prisma.dappPermission.count({ where: { userId: user.id } })).toBe(1)
    expect(await rows().count({ where: { actorId: user.id, action: GRANT } })).toBe(LINES_PER_USER_AND_ACTION)
  })

  test("of one action do not block the user's other actions, nor other users", async () => {
    const [user, other] = [await signInAs(server, app.id, 'victim'), await signInAs(server, app.id, 'neighbour')]
    await addLines(LINES_PER_USER_AND_ACTION, { actorId: user.id, action: GRANT, age: 0 })
    expect((await grant(user, 'https://refused.example')).status).toBe(429)
    await user.client.account.updatePassword({ oldPassword: 'password of victim', newPassword: 'a new password' })
    expect((await grant(other, 'https://granted.example')).status).toBe(200)
  })

  test('of the previous day do not count', async () => {
    const user = await signInAs(server, app.id, 'patient')
    await addLines(LINES_PER_USER_AND_ACTION, { actorId: user.id, action: GRANT, age: 25 * HOUR })
    expect((await grant(user, 'https://today.example')).status).toBe(200)
  })
})

describe('S16: audit lines', () => {
  const actorId = randomUUID()
  const lineCount = () => rows().count({ where: { actorId } })

  test('are deleted after the configured retention, and kept for ever where it is 0', async () => {
    await addLines(3, { actorId, action: 'user.bind', age: 31 * 24 * HOUR })
    await addLines(2, { actorId, action: 'user.bind', age: 29 * 24 * HOUR })
    // As old lines are chained at the first start: by their times.
    await server.resources.db.pool.query('DELETE FROM "AuditPending"')
    await server.resources.db.pool.query(
      'INSERT INTO "AuditPending" ("eventId") SELECT id FROM "AuditEvent" ORDER BY "createdAt"',
    )
    await removeOldAuditLines(server.app.services.auditChain, { auditRetentionDays: 0 })
    expect(await lineCount()).toBe(5)
    await removeOldAuditLines(server.app.services.auditChain, { auditRetentionDays: 30 })
    expect(await lineCount()).toBe(2)
  })

  test('are kept for a year unless the operator says otherwise', () => {
    expect(server.settings.auditRetentionDays).toBe(365)
  })
})
