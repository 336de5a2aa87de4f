import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../../testing.ts'
import { DAY } from '../account.ts'
import { gameWorld } from '../game.testing.ts'
import { watchFairPlay } from './watch.ts'

const world = gameWorld()
const { clock } = world
const prisma = () => world.server.resources.db.prisma
const admin = () => world.server.as(world.adminToken)
const watch = () => watchFairPlay(world.server.app.services)

/** Taps as a program does: one every 100 ms, ten a call. */
const tapEvenly = async (user: TestUser, calls = 80) => {
  for (let seq = 1; seq <= calls; seq += 1) {
    clock.now += 1000
    await world.call(user, 'click', { count: 10, seq, gaps: Array.from({ length: 10 }, () => 100) })
  }
}
const review = async ({ token }: TestUser) => (await world.server.send('GET', '/api/review', { token })).body.data
const heldPlayer = async () => {
  const user = await world.player()
  await tapEvenly(user)
  await watch()
  return { user, of: { appId: world.app.id, id: user.id } }
}

test('taps with gaps are counted, and stored as statistics of the day', async () => {
  const user = await world.player()
  await tapEvenly(user, 3)
  await watch()
  const [stored] = await prisma().playerDay.findMany({ where: { userId: user.id } })
  expect(stored).toMatchObject({ appId: world.app.id, version: 1, dueSince: null, day: Math.floor(clock.now / DAY) })
  expect(stored!.statistics).toMatchObject({ taps: 30, batches: 3, untimed: 0, gaps: { count: 30 } })
  await watch()
  expect(await prisma().playerFlag.count({ where: { userId: user.id } })).toBe(0)
})

test('even taps delay payouts, and nothing else', async () => {
  const { user } = await heldPlayer()
  expect(await review(user)).toMatchObject({ state: 'held', canAppeal: true, since: clock.now })
  const refused = await world.call(user, 'claim-rings')
  expect([refused.status, refused.body.code]).toEqual([403, 'payout_under_review'])
  expect((await world.profile(user)).claimableRings).toBe(800)
  expect((await world.click(user, 5, 81)).body.data.accepted).toBe(5)
  await world.expectSoundLedger(user)
})

test('an appeal waits for an operator, who clears the player; the same play is then ignored', async () => {
  const { user, of } = await heldPlayer()
  expect((await world.call(user, 'appeal', { text: 'I play the drums' })).body.data).toMatchObject({
    state: 'appealed',
    canAppeal: false,
  })
  const { data } = await admin().gameReviews.list({ appId: world.app.id, state: 'appealed' })
  expect(data).toMatchObject([{ userId: user.id, codes: ['steady_gaps'], state: 'appealed' }])
  const items = await admin().attention.list()
  expect(items).toMatchObject([{ code: 'players_await_review', subject: user.id, data: { players: 1 } }])
  const cleared = await admin().gameReviews.clear({ ...of, reason: 'A drummer' })
  expect(cleared).toMatchObject({
    state: 'cleared',
    heldSince: null,
    ignoredCodes: ['steady_gaps'],
    appeal: 'I play the drums',
  })
  expect((await world.call(user, 'claim-rings')).body.data.claimed).toBe(800)
  await prisma().playerDay.updateMany({ where: { userId: user.id }, data: { dueSince: 1 } })
  await watch()
  expect(await review(user)).toMatchObject({ state: 'cleared', canAppeal: false })
  const { data: audited } = await admin().audit.list({ appId: world.app.id, action: 'game-review.' })
  expect(audited.map(({ action, details }) => [action, details])).toEqual([
    ['game-review.clear', { reason: 'A drummer' }],
  ])
})

test('a delay that nobody decided on ends after days without suspicion; one by an operator does not', async () => {
  const [first, second] = [await heldPlayer(), await heldPlayer()]
  await admin().gameReviews.hold({ ...second.of, reason: 'A farm' })
  const before = clock.now
  clock.now += 15 * DAY
  await watch()
  expect([(await review(first.user)).state, (await review(second.user)).state]).toEqual(['cleared', 'held'])
  expect(await prisma().playerDay.count({ where: { userId: first.user.id } })).toBe(0)
  clock.now = before
})

test('a limit of taps holds for each way that taps are counted', async () => {
  const user = await world.player()
  await world.click(user, 1, 1)
  const of = { appId: world.app.id, id: user.id }
  expect(await admin().gameReviews.limitTaps({ ...of, tapsPerSecond: 2, reason: 'Test' })).toMatchObject({
    tapLimit: 2,
  })
  // 30 seconds of two taps each may arrive at once.
  expect((await world.click(user, 200, 2)).body.data.accepted).toBe(60)
  clock.now += 5000
  expect((await world.click(user, 200, 3)).body.data.accepted).toBe(10)
  await admin().gameReviews.limitTaps({ ...of, tapsPerSecond: null, reason: 'Test' })
  clock.now += 5000
  expect((await world.click(user, 200, 4)).body.data.accepted).toBe(110)
})

test('an app may observe without delaying payouts, or not observe', async () => {
  await admin().gameRules.update({ appId: world.app.id, antiCheat: { holds: false, tapLimit: 3 } })
  const { user, of } = await heldPlayer()
  expect(await admin().gameReviews.get(of)).toMatchObject({
    state: null,
    tapLimit: 3,
    flags: [{ code: 'steady_gaps' }],
  })
  expect((await review(user)).state).toBe('none')
  await admin().gameRules.update({ appId: world.app.id, antiCheat: { enabled: false } })
  const other = await heldPlayer()
  expect((await admin().gameReviews.get(other.of)).days).toEqual([])
  await admin().gameRules.update({ appId: world.app.id, antiCheat: { enabled: true, holds: true, tapLimit: null } })
})

test('a limit of taps that an operator has set stays, whatever the rules set for suspicious players', async () => {
  await admin().gameRules.update({ appId: world.app.id, antiCheat: { tapLimit: 3 } })
  const [limited, other] = [await world.player(), await world.player()]
  await world.profile(limited)
  const limitOf = async ({ id }: TestUser) => (await admin().gameReviews.get({ appId: world.app.id, id })).tapLimit
  await admin().gameReviews.limitTaps({ appId: world.app.id, id: limited.id, tapsPerSecond: 20, reason: 'Test' })
  for (const user of [limited, other]) await tapEvenly(user)
  await watch()
  expect([await limitOf(limited), await limitOf(other)]).toEqual([20, 3])
  await admin().gameRules.update({ appId: world.app.id, antiCheat: { tapLimit: null } })
})

describe('players who are compared', () => {
  const gapsOf = (seed: number, tap: number) => 60 + ((Math.imul(seed + tap, 2_654_435_761) >>> 16) % 200)
  const tapTrace = async (user: TestUser, seed: number) => {
    for (let seq = 1; seq <= 60; seq += 1) {
      const gaps = Array.from({ length: 10 }, (_, index) => gapsOf(seed, seq * 10 + index))
      clock.now += 1500
      await world.call(user, 'click', { count: 10, seq, gaps })
    }
  }

  test('are flagged for one rhythm; a third player is not', async () => {
    const users = await Promise.all([world.player(), world.player(), world.player()])
    await tapTrace(users[0], 1)
    await tapTrace(users[1], 1)
    await tapTrace(users[2], 70_001)
    await watch()
    const flags = await Promise.all(users.map(({ id }) => prisma().playerFlag.findMany({ where: { userId: id } })))
    expect(flags.map((found) => found.map(({ code }) => code))).toEqual([['shared_trace'], ['shared_trace'], []])
  })

  test('are flagged for turns behind one address', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => world.player()))
    for (let turn = 0; turn < 25; turn += 1)
      for (let batch = 0; batch < 3; batch += 1) {
        clock.now += batch === 0 ? 5000 : 15_000
        await world.click(users[turn % 5]!, 10, Math.floor(turn / 5) * 3 + batch + 1)
      }
    await watch()
    const where = { code: 'address_relay', userId: { in: users.map(({ id }) => id) } }
    expect(await prisma().playerFlag.count({ where })).toBe(5)
  })
})
