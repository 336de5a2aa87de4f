import { execFileSync, spawnSync } from 'node:child_process'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  freePort,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestServer,
  type TestUser,
} from '../../../../testing.ts'
import { DAY } from '../../account.ts'
import { createBoardWatch } from '../watch-boards.ts'
import { type OwnRedis, ownRedis } from './redis-server.testing.ts'

/** Redis is a program of its own: without it on this machine there is nothing to try. CI has it. */
const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) console.error('No redis-server on this machine: boards in Redis are not tested.')

let serial = 0
const clock = { now: Math.floor(Date.now() / DAY) * DAY + DAY / 2 }

const worldOn = async (environment: Record<string, string>) => {
  const server = await testServer(
    { OPENAUTH_RATE_LIMIT_SCALE: '0', ...environment },
    { build: { clock: () => clock.now } },
  )
  const adminToken = await signInAsAdmin(server)
  return {
    server,
    adminToken,
    newApp: async () => (await createTestApp(server, adminToken, `Redis ${(serial += 1)}`)).id,
  }
}
type World = Awaited<ReturnType<typeof worldOn>>

const click = ({ send }: TestServer, { token }: TestUser, count: number, seq: number) =>
  send('POST', '/api/click', { token, body: { count, seq } })
const boardOf = ({ send }: TestServer, { token }: TestUser, query = '') =>
  send('GET', `/api/leaderboard${query}`, { token })
const metaOf = async (server: TestServer, user: TestUser, query = '') => (await boardOf(server, user, query)).body.meta

/** Players who tapped so often, in this order. */
const players = async ({ server }: World, appId: string, taps: number[]): Promise<TestUser[]> => {
  const users = []
  for (const count of taps) {
    const user = await signInAs(server, appId, `redis player ${(serial += 1)}`)
    await click(server, user, count, 1)
    users.push(user)
  }
  return users
}

/** What every engine of boards must answer. */
const sameAnswers = (world: () => World) => {
  test('places are exact, equal rings share one and stand in the order of ids, and leagues are parts of the board', async () => {
    const { server, adminToken, newApp } = world()
    const appId = await newApp()
    const users = await players(world(), appId, [30, 50, 30, 10, 120])
    const me = users[2]!
    const read = async (query: string) => (await boardOf(server, me, query)).body
    await expect.poll(async () => (await metaOf(server, me)).total).toBe(5)
    const { data, meta } = await read('')
    expect(data.map(({ rank, rings }: { rank: number; rings: number }) => [rank, rings])).toEqual([
      [1, 120],
      [2, 50],
      [3, 30],
      [3, 30],
      [5, 10],
    ])
    expect(data[2].isMe).toBe(me.id < users[0]!.id)
    expect(meta.me).toEqual({ rank: 3, rings: 30 })
    expect((await read('?board=week')).meta).toMatchObject({ total: 5, me: { rank: 3, rings: 30 } })
    expect((await read('?board=lastWeek')).meta).toMatchObject({ total: 0, me: null })
    const leagues = [
      { id: 'low', name: 'Low', from: 0 },
      { id: 'middle', name: 'Middle', from: 20 },
      { id: 'high', name: 'High', from: 50 },
    ]
    await server.as(adminToken).gameRules.update({ appId, leagues })
    const league = await read('?board=league')
    expect(league.data.map(({ rank, rings }: { rank: number; rings: number }) => [rank, rings])).toEqual([
      [1, 30],
      [1, 30],
    ])
    expect(league.meta).toMatchObject({ total: 2, me: { rank: 1, rings: 30 } })
  })

  test('a new score, a disabled and a deleted user show within a second; last week is kept', async () => {
    const { server, adminToken, newApp } = world()
    const appId = await newApp()
    const [first, second, third] = await players(world(), appId, [40, 30, 20])
    await expect.poll(async () => (await metaOf(server, third!)).me).toEqual({ rank: 3, rings: 20 })
    await click(server, third!, 100, 2)
    await expect.poll(async () => (await metaOf(server, third!)).me).toEqual({ rank: 1, rings: 120 })
    const { users } = server.as(adminToken)
    await users.disable({ appId, id: first!.id })
    await expect.poll(async () => (await metaOf(server, third!)).total).toBe(2)
    await users.enable({ appId, id: first!.id })
    await expect.poll(async () => (await metaOf(server, third!)).total).toBe(3)
    await users.delete({ appId, id: second!.id })
    await expect.poll(async () => (await metaOf(server, third!)).total).toBe(2)
    clock.now += 7 * DAY
    await click(server, third!, 5, 3)
    await expect.poll(async () => (await metaOf(server, third!, '?board=week')).me).toEqual({ rank: 1, rings: 5 })
    expect((await metaOf(server, third!, '?board=lastWeek')).me).toEqual({ rank: 1, rings: 120 })
  })
}

describe.runIf(hasRedis)('boards in one Redis', () => {
  let redis: OwnRedis
  let world: World
  beforeAll(async () => {
    redis = await ownRedis()
    await redis.start()
    world = await worldOn({ REDIS_URL: redis.url })
  })
  afterAll(async () => {
    await world.server.stop()
    await redis.remove()
  })
  const direct = async <T>(work: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis(redis.url)
    try {
      return await work(client)
    } finally {
      client.disconnect()
    }
  }

  sameAnswers(() => world)

  test('while Redis is away taps go on and boards say when to ask again; afterwards they are whole, with what came meanwhile', async () => {
    const { server, newApp } = world
    const [first, second] = await players(world, await newApp(), [20, 30])
    await expect.poll(async () => (await metaOf(server, first!)).me).toEqual({ rank: 2, rings: 20 })
    await redis.kill()
    expect(await click(server, first!, 50, 2)).toMatchObject({ status: 200, body: { data: { rings: 70 } } })
    await expect.poll(async () => (await boardOf(server, second!)).status).toBe(503)
    const refused = await boardOf(server, second!)
    expect([refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual(['boards_not_ready', true])
    const profile = await server.send('GET', '/api/profile', { token: first!.token })
    expect([profile.status, profile.body.data.rank, profile.body.data.rings]).toEqual([200, null, 70])
    await redis.start()
    await expect.poll(async () => (await metaOf(server, first!))?.me).toEqual({ rank: 1, rings: 70 })
    expect((await metaOf(server, second!)).me).toEqual({ rank: 2, rings: 30 })
  })

  test('an emptied Redis is filled from the accounts', async () => {
    const { server, newApp } = world
    const [first, second] = await players(world, await newApp(), [20, 30])
    await expect.poll(async () => (await metaOf(server, first!)).total).toBe(2)
    await direct((client) => client.flushall())
    await click(server, first!, 15, 2)
    await expect.poll(async () => (await metaOf(server, first!))?.me).toEqual({ rank: 1, rings: 35 })
    expect((await metaOf(server, second!)).me).toEqual({ rank: 2, rings: 30 })
  })

  test('a rebuild puts right what is wrong, taps meanwhile are in it, and the sets before it end', async () => {
    const { server, adminToken, newApp } = world
    const appId = await newApp()
    const [first] = await players(world, appId, [20, 30])
    await expect.poll(async () => (await metaOf(server, first!)).total).toBe(2)
    await direct(async (client) => {
      for (const key of await client.keys(`*{${appId}:all:*`)) await client.del(key)
    })
    expect((await metaOf(server, first!)).total).toBe(0)
    const { gameBoards } = server.as(adminToken)
    await gameBoards.rebuild({ appId })
    await click(server, first!, 25, 2)
    await expect
      .poll(async () => (await gameBoards.get({ appId })).boards)
      .toEqual([
        { board: 'all', players: 2, building: null },
        { board: 'week', players: 2, building: null },
        { board: 'lastWeek', players: 0, building: null },
      ])
    await expect.poll(async () => (await metaOf(server, first!)).me).toEqual({ rank: 1, rings: 45 })
    const endless = await direct(async (client) => {
      const keys = await client.keys(`*{${appId}:all:*`)
      const ends = await Promise.all(keys.map((key) => client.ttl(key)))
      return new Set(keys.filter((_, index) => ends[index] === -1).map((key) => key.split(':').at(-1))).size
    })
    expect(endless).toBe(1)
  })

  test('a verification corrects a score that is too high, one that is missing, and a player who is gone', async () => {
    const { server, newApp } = world
    const appId = await newApp()
    const [first, second] = await players(world, appId, [20, 30])
    const ghost = '00000000-0000-4000-8000-000000000001'
    await expect.poll(async () => (await metaOf(server, first!)).total).toBe(2)
    const { db } = server.resources
    const boards = server.app.services.boards
    // Else what waits to be written would put the second one back.
    await boards.flush()
    await boards.correct(appId, 'all', [
      [first!.id, 999],
      [second!.id, null],
      [ghost, 5000],
    ])
    expect((await metaOf(server, first!)).me).toEqual({ rank: 2, rings: 999 })
    const watch = createBoardWatch({ db, boards, clock: () => clock.now }, { players: 1000, settledAfter: 1 })
    await watch.check()
    expect((await metaOf(server, first!)).me).toEqual({ rank: 2, rings: 20 })
    expect((await metaOf(server, second!)).total).toBe(2)
    expect(watch.verification(appId)).toMatchObject({ checked: 2, corrected: 3, differingRounds: 1 })
    await watch.check()
    expect(watch.verification(appId)).toMatchObject({ checked: 4, corrected: 3, differingRounds: 0 })
  })
})

describe.runIf(hasRedis)('boards in a cluster of three Redis servers', () => {
  const nodes: OwnRedis[] = []
  let world: World
  beforeAll(async () => {
    for (let index = 0; index < 3; index += 1) {
      const node = await ownRedis('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()))
      nodes.push(node)
      await node.start()
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' })
    world = await worldOn({ REDIS_URL: nodes[0]!.url, OPENAUTH_REDIS_CLUSTER: 'on' })
  })
  afterAll(async () => {
    await world?.server.stop()
    for (const node of nodes) await node.remove()
  })

  sameAnswers(() => world)

  test('every server of the cluster has a part of one board', async () => {
    const { server, newApp } = world
    const appId = await newApp()
    const users = await players(world, appId, [9, 8, 7, 6, 5, 4, 3, 2, 1, 9, 8, 7])
    await expect.poll(async () => (await metaOf(server, users[0]!)).total).toBe(12)
    const parts = await Promise.all(
      nodes.map(async ({ url }) => {
        const client = new Redis(url)
        const keys = await client.keys(`*{${appId}:all:*`)
        client.disconnect()
        return keys.length
      }),
    )
    expect(parts.filter((keys) => keys > 0).length).toBeGreaterThan(1)
  })
})
