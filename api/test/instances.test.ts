import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Relay, startRelay } from '../src/relay.testing.ts'
import { createTestApp, signInAs, signInAsAdmin, startServer, testDatabase, type TestServer } from '../src/testing.ts'

let folder: string
let database: { url: string }
let one: TestServer
let two: TestServer
let relay: Relay
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'openauth-instances-'))
  relay = await startRelay(database.url)
  const starts = [database.url, relay.url].map((DATABASE_URL) =>
    startServer({ DATABASE_URL, OPENAUTH_DATA_DIR: folder }),
  )
  ;[one, two] = (await Promise.all(starts)) as [TestServer, TestServer]
})
afterAll(async () => {
  await one.stop()
  await two.stop()
  await relay.cut()
  await rm(folder, { recursive: true, force: true })
})

describe('two servers on one database behave as one', () => {
  test('both started at once on an empty database with one keyring and one signing key', async () => {
    expect(await one.resources.db.prisma.keyCanary.count()).toBe(1)
    const keys = await one.send('GET', '/.well-known/jwks.json')
    expect((await two.send('GET', '/.well-known/jwks.json')).body).toEqual(keys.body)
  })

  test('a token of one is valid at the other, and its end takes effect there within a second', async () => {
    const admin = await signInAsAdmin(one)
    const app = await createTestApp(two, admin, 'Shared')
    const user = await signInAs(one, app.id, 'roamer')
    const there = two.as(user.token)
    expect((await there.account.profile()).username).toBe('roamer')
    await user.client.account.logout()
    await expect
      .poll(() => there.account.profile().catch(({ status }) => status), { timeout: 120_000, interval: 50 })
      .toBe(401)
  })

  test('a disabled user, a deleted app and a deleted admin are refused by the other within a second', async () => {
    const admin = await signInAsAdmin(one)
    const app = await createTestApp(one, admin, 'Short-lived')
    const [first, second] = [await signInAs(two, app.id, 'first'), await signInAs(two, app.id, 'second')]
    const seen = (user: typeof first) => () =>
      two
        .as(user.token)
        .account.profile()
        .then(
          () => 200,
          ({ status }) => status,
        )
    expect([await seen(first)(), await seen(second)()]).toEqual([200, 200])
    await one.as(admin).users.disable({ appId: app.id, id: first.id })
    await expect.poll(seen(first), { timeout: 120_000, interval: 50 }).toBe(401)
    await one.as(admin).apps.delete({ id: app.id })
    await expect.poll(seen(second), { timeout: 120_000, interval: 50 }).toBe(401)
    await expect(two.as(app.secret).appUsers.list()).rejects.toMatchObject({ status: 401 })
  })

  test('a key created by one verifies at the other at once', async () => {
    const admin = await signInAsAdmin(one)
    const app = await createTestApp(one, admin, 'Rotated')
    await new Promise((done) => setTimeout(done, 1100))
    await one.as(admin).signingKeys.rotate({ overlapSeconds: 0 })
    const user = await signInAs(one, app.id, 'fresh')
    expect((await two.as(user.token).account.profile()).username).toBe('fresh')
  })

  test('the tap game pays once: tasks, one-time codes and daily rewards asked for at both at the same time', async () => {
    const admin = one.as(await signInAsAdmin(one))
    const app = await createTestApp(one, await signInAsAdmin(one), 'Played at both')
    const [first, second] = [await signInAs(one, app.id, 'first'), await signInAs(two, app.id, 'second')]
    const at = (server: TestServer, { token }: { token: string }) => server.as(token).game
    /** The same call ten times at each server; those that a player has too many of at once are refused. */
    const atBoth = async <T>(call: (server: TestServer) => Promise<T>): Promise<T[]> => {
      const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => call(index % 2 ? one : two)))
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    }
    const task = (check: { kind: 'visit'; dwellSeconds: 0 } | { kind: 'code' }) =>
      admin.gameTasks.create({ appId: app.id, title: 'Once', reward: 100, url: 'https://example.com', check })
    const visit = await task({ kind: 'visit', dwellSeconds: 0 })
    const visited = await atBoth((server) => at(server, first).verifyAction({ taskId: visit.id }))
    expect(visited.filter(({ isNew }) => isNew)).toHaveLength(1)
    const { id: taskId } = await task({ kind: 'code' })
    const { codes } = await admin.gameTasks.createCodes({ appId: app.id, id: taskId, count: 1 })
    const redeemed = await atBoth((server) =>
      at(server, server === one ? first : second).verifyAction({ taskId, code: codes[0]! }),
    )
    expect(redeemed.filter(({ isNew }) => isNew)).toHaveLength(1)
    await atBoth((server) => at(server, second).takeDaily())
    const { data } = await admin.gamePlayers.ledger({ appId: app.id, id: second.id })
    expect(data.filter(({ kind }) => kind === 'daily')).toHaveLength(1)
    for (const { id } of [first, second])
      expect((await admin.gamePlayers.get({ appId: app.id, id })).ledger.isSound).toBe(true)
  })

  test('guesses are counted over both', async () => {
    const admin = await signInAsAdmin(one)
    const app = await createTestApp(one, admin, 'Guessed')
    await signInAs(one, app.id, 'victim')
    const guess = (server: TestServer, turn: number) =>
      server.send('POST', '/user/login-username', {
        body: { appId: app.id, username: 'victim', password: `guess ${turn}` },
      })
    const answers = await Promise.all(Array.from({ length: 24 }, (_, turn) => guess(turn % 2 ? one : two, turn)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  })
})

test('a lost database answers 503 with Retry-After, and the server recovers by itself', async () => {
  const admin = await signInAsAdmin(one)
  const app = await createTestApp(one, admin, 'Outage')
  const user = await signInAs(two, app.id, 'waiting')
  await relay.cut()
  const calls: [string, string, object][] = [
    ['GET', '/readyz', {}],
    ['GET', '/user/profile', { token: user.token }],
    ['GET', '/admin/apps', { token: admin }],
    ['GET', '/app/users', { token: app.secret }],
    ['GET', '/admin/config', {}],
    ['POST', '/user/login-username', { body: { appId: app.id, username: 'waiting', password: 'password of waiting' } }],
    ['POST', '/admin/login', { body: { username: 'operator', password: 'whatever it is' } }],
  ]
  for (const [method, path, more] of calls) {
    const { status, body, headers } = await two.send(method, path, more)
    expect([path, status, body.code, headers.get('retry-after')]).toEqual([path, 503, 'database_unavailable', '1'])
  }
  expect((await two.send('GET', '/healthz')).status).toBe(200)
  await relay.restore()
  await expect.poll(async () => (await two.send('GET', '/readyz')).status, { timeout: 120_000 }).toBe(200)
  expect((await two.as(user.token).account.profile()).username).toBe('waiting')
})
