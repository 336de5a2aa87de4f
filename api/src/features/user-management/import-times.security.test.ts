import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Times')
})
afterAll(() => server.stop())

describe('a user of another system did not register', () => {
  test.each([
    ['at a number of seconds', 1_700_000_000, 'this may be seconds'],
    ['at a number of microseconds', 1_700_000_000_000_000, 'this may be microseconds'],
    ['before the epoch', -62_135_596_800_000, 'milliseconds since the epoch'],
    ['at the epoch', 0, 'milliseconds since the epoch'],
    ['in the year 9998', Date.UTC(9998, 0), 'future'],
    ['at a text', '2026-02-31', ''],
    ['at a part of a millisecond', 1_700_000_000_000.5, ''],
  ])('%s', async (_, at, message) => {
    for (const field of ['createdAt', 'lastSeenAt']) {
      const user = { id: randomUUID(), [field]: at }
      const { body } = await server.send('POST', `/admin/apps/${app.id}/users/bulk-import`, {
        token,
        body: { users: [user] },
      })
      expect(body.data.verdicts[0]).toMatchObject({ verdict: 'refused', issues: [{ path: field }] })
      expect(body.data.verdicts[0].issues[0].message).toContain(message)
      const legacy = await server.send('POST', `/admin/apps/${app.id}/users/import`, {
        token,
        body: { users: [user] },
      })
      expect([legacy.status, legacy.body.code]).toEqual([400, 'invalid_input'])
    }
  })
})
