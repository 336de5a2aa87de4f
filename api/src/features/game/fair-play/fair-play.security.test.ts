import { expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../../testing.ts'
import { gameWorld } from '../game.testing.ts'
import { watchFairPlay } from './watch.ts'

const world = gameWorld()
const { clock } = world
const prisma = () => world.server.resources.db.prisma
const admin = () => world.server.as(world.adminToken)
const watch = () => watchFairPlay(world.server.app.services)

const heldPlayer = async (): Promise<TestUser> => {
  const user = await world.player()
  await world.click(user, 50, 1)
  await admin().gameReviews.hold({ appId: world.app.id, id: user.id, reason: 'Test' })
  return user
}
const stored = async ({ id }: TestUser) =>
  (await prisma().playerDay.findFirst({ where: { userId: id } }))?.statistics as Record<string, unknown> | undefined

test.each([
  ['text', 'invalid_input'],
  [[1.5], 'invalid_input'],
  [[-1], 'invalid_input'],
  [[60_001], 'invalid_input'],
  [['100 ms'], 'invalid_input'],
  [Array.from({ length: 201 }, () => 1), 'invalid_input'],
  [[1, 1, 1], 'too_many_gaps'],
])('gaps %j are refused, and the batch adds nothing', async (gaps, code) => {
  const user = await world.player()
  const { status, body } = await world.call(user, 'click', { count: 2, seq: 1, gaps })
  expect([status, body.code]).toEqual([400, code])
  expect(await world.profile(user)).toMatchObject({ rings: 0, seq: 0 })
})

test('claimed gaps that do not fit when batches arrive are evidence against the player', async () => {
  const user = await world.player()
  for (let seq = 1; seq <= 120; seq += 1) {
    clock.now += 1000
    const gaps = Array.from({ length: 5 }, (_, index) => 900 + (((seq * 5 + index) * 7919) % 1000))
    await world.call(user, 'click', { count: 5, seq, gaps })
  }
  await watch()
  const { flags, state } = await admin().gameReviews.get({ appId: world.app.id, id: user.id })
  expect(flags).toContainEqual(expect.objectContaining({ code: 'contradicted_gaps', value: 1, isStrong: true }))
  expect(state).toBe('held')
})

test('a batch that is sent again is not observed again', async () => {
  const user = await world.player()
  for (let call = 0; call < 5; call += 1) await world.click(user, 10, 1)
  await watch()
  expect(await stored(user)).toMatchObject({ taps: 10, batches: 1 })
})

test('parallel calls do not claim around a hold', async () => {
  const user = await heldPlayer()
  const calls = await Promise.all(Array.from({ length: 10 }, () => world.call(user, 'claim-rings')))
  expect(new Set(calls.map(({ body }) => body.code))).toEqual(new Set(['payout_under_review']))
  expect(await world.profile(user)).toMatchObject({ rings: 50, claimedRings: 0 })
})

test('of claims and a hold at once, none claims after the hold', async () => {
  const user = await world.player()
  await world.click(user, 50, 1)
  const hold = admin().gameReviews.hold({ appId: world.app.id, id: user.id, reason: 'Test' })
  await Promise.all([hold, ...Array.from({ length: 5 }, () => world.call(user, 'claim-rings'))])
  expect((await world.call(user, 'claim-rings')).body.code).toBe('payout_under_review')
  await world.expectSoundLedger(user)
})

test('of many appeals at once one is filed, and three against one delay', async () => {
  const user = await heldPlayer()
  const appeals = await Promise.all(
    Array.from({ length: 10 }, (_, index) => world.call(user, 'appeal', { text: `Appeal ${index}` })),
  )
  expect(appeals.filter(({ status }) => status === 200)).toHaveLength(1)
  const of = { appId: world.app.id, id: user.id }
  for (const expected of [200, 200, 409]) {
    await admin().gameReviews.hold({ ...of, reason: 'Still' })
    expect((await world.call(user, 'appeal', { text: 'Again' })).status).toBe(expected)
  }
})

test.each(['', ' ', 'x'.repeat(1001), 7.5, null])('the appeal %j is refused', async (text) => {
  const user = await heldPlayer()
  const { status } = await world.call(user, 'appeal', { text })
  expect(status).toBe(400)
})

test('a player without a delay cannot appeal', async () => {
  const user = await world.player()
  expect((await world.call(user, 'appeal', { text: 'Please' })).body.code).toBe('not_under_review')
})

test("a player of another app is not found, by any call of that app's operators", async () => {
  const { id } = await heldPlayer()
  const { id: appId } = await createTestApp(world.server, world.adminToken, 'Other')
  const { get, clear, hold, limitTaps, list } = admin().gameReviews
  const of = { appId, id, reason: 'x' }
  const calls = [get(of), clear(of), hold(of), limitTaps({ ...of, tapsPerSecond: 1 })]
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ status: 404, code: 'user_not_found' })
  expect((await list({ appId })).data).toEqual([])
})

test('players and strangers cannot read or make decisions', async () => {
  const user = await heldPlayer()
  const url = `/admin/apps/${world.app.id}/users/${user.id}/game/review`
  for (const token of [user.token, undefined]) {
    expect((await world.server.send('GET', url, token ? { token } : {})).status).toBe(401)
    const clear = await world.server.send('POST', `${url}/clear`, {
      ...(token ? { token } : {}),
      body: { reason: 'me' },
    })
    expect(clear.status).toBe(401)
  }
})

test('a player learns neither flags nor thresholds nor the limit of taps', async () => {
  const user = await heldPlayer()
  await admin().gameReviews.limitTaps({ appId: world.app.id, id: user.id, tapsPerSecond: 3, reason: 'Secret reason' })
  const answers = [
    await world.server.send('GET', '/api/review', { token: user.token }),
    await world.server.send('GET', '/api/profile', { token: user.token }),
    await world.server.send('GET', '/user/export', { token: user.token }),
    await world.click(user, 1, 2),
    await world.call(user, 'claim-rings'),
  ]
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/tapLimit|threshold|steady|Secret/)
  expect((await world.profile(user)).tapsPerSecond).toBe(22)
})

test('a hold leaves other players as they are', async () => {
  const [held, other] = [await heldPlayer(), await world.player()]
  await world.click(other, 20, 1)
  await watch()
  expect((await world.call(held, 'claim-rings')).status).toBe(403)
  expect((await world.call(other, 'claim-rings')).body.data.claimed).toBe(20)
})

test('a deleted user leaves nothing, although its play is stored later', async () => {
  const user = await signInAs(world.server, world.app.id, 'leaves')
  await world.click(user, 20, 1)
  await watchFairPlay(world.server.app.services)
  await world.click(user, 20, 2)
  await admin().gameReviews.hold({ appId: world.app.id, id: user.id, reason: 'Test' })
  await admin().users.delete({ appId: world.app.id, id: user.id })
  await watch()
  const where = { userId: user.id }
  const tables = ['playerDay', 'playerTrace', 'playerAddress', 'playerFlag', 'playerReview', 'player'] as const
  for (const table of tables)
    expect([table, await (prisma()[table] as { count: Function }).count({ where })]).toEqual([table, 0])
})

test('ten thousand calls of a player make one row of a bounded size, without its address', async () => {
  const user = await world.player()
  await world.click(user, 1, 1)
  const { playObserver } = { playObserver: world.server.app.services.playObserver }
  const identity = { kind: 'user', userId: user.id, appId: world.app.id, sessionId: '' } as const
  for (let seq = 2; seq <= 10_000; seq += 1) {
    const gaps = Array.from({ length: 5 }, (_, index) => (seq * 31 + index * 977) % 1900)
    playObserver.taps(identity, `203.0.113.${seq % 200}`, { count: 5, seq, gaps, accepted: 5 })
    playObserver.call(identity, 'board')
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  await watch()
  const statistics = JSON.stringify(await stored(user))
  expect(await prisma().playerDay.count({ where: { userId: user.id } })).toBe(1)
  expect(statistics.length).toBeLessThan(16_000)
  expect(statistics).not.toContain('203.0.113')
})
