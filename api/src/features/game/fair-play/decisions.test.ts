import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestUser } from '../../../testing.ts'
import { DAY } from '../account.ts'
import { gameWorld } from '../game.testing.ts'
import { watchFairPlay } from './watch.ts'

const world = gameWorld()
const { clock } = world
const prisma = () => world.server.resources.db.prisma
const admin = () => world.server.as(world.adminToken)
const watch = () => watchFairPlay(world.server.app.services)
let appId: string
let serial = 0
beforeEach(async () => {
  appId = (await createTestApp(world.server, world.adminToken, `Decisions ${(serial += 1)}`)).id
})
const of = ({ id }: TestUser) => ({ appId, id })

const player = async () => {
  const user = await world.player(appId)
  await world.click(user, 1, 1)
  return user
}

/** A player whose taps follow each other evenly. */
const evenPlayer = async () => {
  const user = await world.player(appId)
  for (let seq = 1; seq <= 80; seq += 1) {
    clock.now += 1000
    await world.call(user, 'click', { count: 10, seq, gaps: Array.from({ length: 10 }, () => 100) })
  }
  await watch()
  return user
}

test('a player whose payouts an operator delays is listed without a flag, also once it appeals', async () => {
  const user = await player()
  await admin().gameReviews.hold({ ...of(user), reason: 'A tip' })
  const entry = { userId: user.id, codes: [], foundAt: null }
  const list = async (state?: 'waiting' | 'appealed' | 'cleared') =>
    (await admin().gameReviews.list({ appId, ...(state && { state }) })).data
  expect(await list()).toMatchObject([{ ...entry, state: 'held', heldSince: clock.now }])
  expect(await list('waiting')).toMatchObject([entry])
  await world.call(user, 'appeal', { text: 'I am a person' })
  expect(await list('appealed')).toMatchObject([{ ...entry, state: 'appealed' }])
  await admin().gameReviews.clear({ ...of(user), reason: 'A person' })
  expect(await list('waiting')).toEqual([])
  expect((await admin().gameReviews.list({ appId, flag: 'no_drift' })).data).toEqual([])
})

test('a player who is cleared with a weak flag alone keeps what is ignored', async () => {
  const user = await player()
  const day = Math.floor(clock.now / DAY)
  const flag = { userId: user.id, appId, day, code: 'no_drift', value: 0, threshold: 1, foundAt: clock.now }
  await prisma().playerFlag.create({ data: flag })
  expect(await admin().gameReviews.clear({ ...of(user), reason: 'Known to us', ignoreDays: 5 })).toMatchObject({
    state: 'cleared',
    reason: 'Known to us',
    ignoredCodes: ['no_drift'],
    ignoredUntil: clock.now + 5 * DAY,
  })
})

test('a limit that a suspicion sets ends by time, also where payouts are not delayed', async () => {
  await admin().gameRules.update({ appId, antiCheat: { holds: false, tapLimit: 3, clearAfterDays: 2 } })
  const user = await evenPlayer()
  expect(await admin().gameReviews.get(of(user))).toMatchObject({ state: null, tapLimit: 3 })
  clock.now += DAY
  await watch()
  expect(await admin().gameReviews.get(of(user))).toMatchObject({ tapLimit: 3 })
  clock.now += DAY
  await watch()
  expect(await admin().gameReviews.get(of(user))).toMatchObject({ tapLimit: null })
})

test('a limit that an operator sets is neither replaced by a suspicion nor ended by time', async () => {
  await admin().gameRules.update({ appId, antiCheat: { tapLimit: 3, clearAfterDays: 2 } })
  const user = await world.player(appId)
  await world.click(user, 1, 1)
  await admin().gameReviews.limitTaps({ ...of(user), tapsPerSecond: 9, reason: 'Test' })
  for (let seq = 2; seq <= 80; seq += 1) {
    clock.now += 1000
    await world.call(user, 'click', { count: 10, seq, gaps: Array.from({ length: 10 }, () => 100) })
  }
  await watch()
  expect(await admin().gameReviews.get(of(user))).toMatchObject({ state: 'held', tapLimit: 9 })
  clock.now += 15 * DAY
  await watch()
  expect(await admin().gameReviews.get(of(user))).toMatchObject({ state: 'cleared', tapLimit: 9 })
  await admin().gameReviews.clear({ ...of(user), reason: 'Test' })
  expect(await admin().gameReviews.get(of(user))).toMatchObject({ tapLimit: null })
})
