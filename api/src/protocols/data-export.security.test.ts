import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DATA_EXPORT_PATH } from '@openauth/client'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataExport } from './data-export.ts'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer, type TestUser } from '../testing.ts'

let server: TestServer
let appId: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  appId = (await createTestApp(server, await signInAsAdmin(server), 'Slow readers')).id
})
afterAll(() => server.stop())

/** A server of exports alone that waits for readers as long as a test can. */
const startExports = async (patience: number): Promise<string> => {
  const app = Fastify()
  await app.register(dataExport, { ...server.app.services, patience })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${DATA_EXPORT_PATH}`
}

/** A user with more data than the buffers between server and reader hold: 60 MB. */
const userWithMuch = async (name: string): Promise<TestUser> => {
  const user = await signInAs(server, appId, name)
  await server.resources.db.pool.query(
    `INSERT INTO "AccountChange" (id, "userId", kind, method, credential)
     SELECT gen_random_uuid(), $1, 'bind', 'email', jsonb_build_object('much', repeat('x', 20000)) FROM generate_series(1, 3000)`,
    [user.id],
  )
  return user
}

/** Asks for an export, and does not read what comes. */
const askOnly = (url: string, { token }: TestUser): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request(url, { method: 'POST', agent: false, headers }, (answer) => {
      answer.on('error', () => {})
      onTestFinished(() => void answer.destroy())
      done(answer)
    })
    asked.once('error', fail).end('{}')
  })

test('readers who do not read on hold connections and exports from others only for a time', async () => {
  const url = await startExports(500)
  const [one, two] = [await userWithMuch('reads-not-1'), await userWithMuch('reads-not-2')]
  const other = await signInAs(server, appId, 'reads-all')
  const { pool } = server.resources.db
  const answers = [await askOnly(url, one), await askOnly(url, two)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const wholeExport = async () => {
    const headers = { authorization: `Bearer ${other.token}` }
    const answer = await fetch(url, { method: 'POST', headers })
    const text = await answer.text()
    return answer.ok && (JSON.parse(text) as { userId: string }).userId
  }
  await expect.poll(wholeExport, { timeout: 60_000, interval: 100 }).toBe(other.id)
  const open = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
  await expect.poll(async () => (await pool.query(open)).rowCount, { timeout: 60_000 }).toBe(0)
})
