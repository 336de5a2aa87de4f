import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Relay, startRelay } from '../../relay.testing.ts'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  startServer,
  testDatabase,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

let folder: string
let relay: Relay
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-outage-'))
  relay = await startRelay((await testDatabase()).url)
  server = await startServer({ DATABASE_URL: relay.url, OPENAUTH_DATA_DIR: folder, OPENAUTH_RATE_LIMIT_SCALE: '0' })
})
afterAll(async () => {
  await server.stop()
  await relay.cut()
  await rm(folder, { recursive: true, force: true })
})

const click = ({ token }: TestUser, seq: number) =>
  server.send('POST', '/api/click', { token, body: { count: 2, seq } })

/** Sends a batch until it is answered, as the page does: with the same number. */
const clickUntilAnswered = async (user: TestUser, seq: number) => {
  for (;;) {
    const { status, body } = await click(user, seq)
    if (status === 200) return body.data as { rings: number }
    expect(status).toBe(503)
    await new Promise((done) => setTimeout(done, 50))
  }
}

test('while the database is away, taps are refused with the time to try again; afterwards each batch counts once', async () => {
  const app = await createTestApp(server, await signInAsAdmin(server), 'Outage')
  const users = await Promise.all(['one', 'two', 'three'].map((name) => signInAs(server, app.id, name)))
  for (const user of users) expect((await click(user, 1)).status).toBe(200)

  await relay.cut()
  for (const path of ['/api/profile', '/api/referrals'])
    expect([path, (await server.send('GET', path, { token: users[0]!.token })).status]).toEqual([path, 503])
  const refused = await click(users[0]!, 2)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'database_unavailable',
    '1',
  ])

  // They go on tapping while the database comes back.
  const tapping = users.map(async (user) => {
    for (let seq = 2; seq <= 10; seq += 1) await clickUntilAnswered(user, seq)
  })
  await new Promise((done) => setTimeout(done, 1000))
  await relay.restore()
  await Promise.all(tapping)
  for (const { token } of users) {
    const { body } = await server.send('GET', '/api/profile', { token })
    expect([body.data.rings, body.data.seq]).toEqual([20, 10])
  }

  // Boards heal: news that other servers told meanwhile was missed, so they are read again.
  await expect
    .poll(async () => (await server.send('GET', '/api/leaderboard', { token: users[0]!.token })).body.data)
    .toMatchObject([{ rings: 20 }, { rings: 20 }, { rings: 20 }])
})
