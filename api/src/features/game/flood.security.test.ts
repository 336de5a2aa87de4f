import type { Context } from '../../handler.ts'
import { expect, test } from 'vitest'
import { createTestApp, type TestUser } from '../../testing.ts'
import { gameWorld } from './game.testing.ts'
import { rewardInviterLater } from './referral-reward.ts'

const world = gameWorld()

test('a player who sends hundreds of calls at once is told to wait, and holds up nobody else', async () => {
  const [flooder, other] = [await world.player(), await world.player()]
  await Promise.all([flooder, other].map((user) => world.profile(user)))
  const { pool } = world.server.resources.db
  const lockWaits = async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  let isOver = false
  const flood = Promise.all(Array.from({ length: 300 }, () => world.call(flooder, 'daily'))).finally(
    () => (isOver = true),
  )
  let [most, seq] = [0, 0]
  while (!isOver) {
    most = Math.max(most, await lockWaits())
    expect((await world.click(other, 1, (seq += 1))).status).toBe(200)
  }
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([200, 429]))
  // Calls that wait for the player's row would each hold a connection.
  expect(most).toBe(0)
  expect((await world.profile(flooder)).rings).toBe(500)
  await world.expectSoundLedger(flooder)
})

test.each(['leaderboard?board=friends', 'squads?search=a', 'tasks', 'claims', 'referrals'])(
  'lists of one player (%s) are read one after another, and beyond what waits they are refused',
  async (path) => {
    const [flooder, other] = [await world.player(), await world.player()]
    const ask = ({ token }: TestUser) => world.server.send('GET', `/api/${path}`, { token })
    const { pool } = world.server.resources.db
    const flood = Promise.all(Array.from({ length: 100 }, () => ask(flooder)))
    await expect.poll(async () => (await ask(other)).status).toBe(200)
    expect(pool.waitingCount).toBe(0)
    const statuses = (await flood).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  },
)

test('a player whose account is locked keeps nobody else’s taps waiting, and loses none', async () => {
  const [locked, other] = [await world.player(), await world.player()]
  await Promise.all([locked, other].map((user) => world.click(user, 1, 1)))
  const client = await world.server.resources.db.pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM "Player" WHERE "userId" = $1 FOR UPDATE', [locked.id])
  const waiting = [2, 3].map((seq) => world.click(locked, 5, seq))
  try {
    await world.waitForLock()
    const { rows } = await client.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    // The account is waited for by itself, and not by the statement that has the taps of others in it.
    for (const { query } of rows) expect(query).toMatch(/^SELECT \* FROM "Player"/)
    for (let seq = 2; seq < 12; seq += 1)
      expect((await world.click(other, 1, seq)).body.data).toMatchObject({ accepted: 1 })
  } finally {
    await client.query('COMMIT')
    client.release()
  }
  expect((await Promise.all(waiting)).map(({ body }) => body.data.accepted)).toEqual([5, 5])
  expect((await world.profile(locked)).rings).toBe(11)
})

test('players whom another server has brought to newer rules tap at once here, and hold up nobody', async () => {
  const { id: appId } = await createTestApp(world.server, world.adminToken, 'Newer rules')
  const players = await Promise.all(Array.from({ length: 30 }, () => world.player(appId)))
  const other = await world.player()
  await Promise.all([other, ...players].map((user) => world.click(user, 1, 1)))
  const { prisma } = world.server.resources.db
  await prisma.gameRules.create({ data: { appId, version: 7, rules: {} } })
  await prisma.player.updateMany({ where: { appId }, data: { rulesVersion: 7 } })
  const taps = Promise.all(players.map((user) => world.click(user, 5, 2)))
  expect((await world.click(other, 1, 2)).status).toBe(200)
  expect((await taps).map(({ status, body }) => [status, body.data?.accepted])).toEqual(players.map(() => [200, 5]))
})

test('a flood of first reads makes one account', async () => {
  const user = await world.player()
  const { token } = user
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => world.server.send('GET', '/api/profile', { token })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a flood of taps of one player is refused beyond what waits; nothing counts twice', async () => {
  const user = await world.player()
  await world.profile(user)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => world.click(user, 1, index + 1)))
  const counted = answers.filter(({ status, body }) => status === 200 && body.data.accepted === 1).length
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  expect((await world.profile(user)).rings).toBe(counted)
})

test('batches that come before the inviter is paid ask for it once, and take no turn of the player’s own calls', async () => {
  const user = await world.player()
  await world.click(user, 1, 1)
  const deps = world.accountNeeds()
  let asked = 0
  const transaction: typeof deps.db.transaction = (work) => {
    asked += 1
    return deps.db.transaction(work)
  }
  const identity = { userId: user.id, appId: world.app.id }
  const log = { warn: (fields: object) => expect.unreachable(JSON.stringify(fields)) } as unknown as Context['log']
  for (let batch = 0; batch < 30; batch += 1)
    rewardInviterLater({ ...deps, db: { ...deps.db, transaction } }, identity, log)
  expect((await world.call(user, 'daily')).status).toBe(200)
  await expect.poll(() => asked).toBe(1)
  await world.profile(user)
  expect(asked).toBe(1)
})
