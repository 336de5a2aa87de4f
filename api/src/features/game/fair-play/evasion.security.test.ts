import { expect, test } from 'vitest'
import type { TestUser } from '../../../testing.ts'
import { DAY } from '../account.ts'
import { gameWorld } from '../game.testing.ts'
import { watchFairPlay } from './watch.ts'

const world = gameWorld()
const { clock } = world
const prisma = () => world.server.resources.db.prisma
const admin = () => world.server.as(world.adminToken)
const watch = () => watchFairPlay(world.server.app.services)
const of = ({ id }: TestUser) => ({ appId: world.app.id, id })
const codesOf = async (user: TestUser) => (await admin().gameReviews.get(of(user))).flags.map(({ code }) => code)

const gapOf = (seed: number, tap: number) => 60 + ((Math.imul(seed + tap, 2_654_435_761) >>> 16) % 200)

/** Taps in a rhythm, ten a batch; numbers of batches rise by `step`, and some batches leave out a gap. */
const tapTrace = async (user: TestUser, seed: number, { step = 1, leftOut = Infinity } = {}) => {
  for (let batch = 1; batch <= 110; batch += 1) {
    const gaps = Array.from({ length: 10 }, (_, index) => gapOf(seed, batch * 10 + index))
    clock.now += gaps.reduce((sum, gap) => sum + gap, 0)
    const told = batch % leftOut === 0 ? gaps.slice(1) : gaps
    await world.call(user, 'click', { count: 10, seq: batch * step, gaps: told })
  }
}

/** Six accounts that play in turn, each for a hundred seconds. */
const playInTurn = async (users: TestUser[]) => {
  for (let turn = 0; turn < 30; turn += 1)
    for (let batch = 0; batch < 3; batch += 1) {
      clock.now += batch === 0 ? 5000 : 50_000
      await world.click(users[turn % users.length]!, 10, Math.floor(turn / users.length) * 3 + batch + 1)
    }
}

test('numbers of batches that are left out hide no common rhythm, and are flagged', async () => {
  const users = [await world.player(), await world.player()]
  for (const user of users) await tapTrace(user, 5, { step: 2 })
  await watch()
  for (const user of users) expect(await codesOf(user)).toEqual(['shared_trace', 'skipped_numbers'])
  const honest = await world.player()
  await tapTrace(honest, 5)
  await watch()
  expect(await codesOf(honest)).toEqual(expect.not.arrayContaining(['skipped_numbers']))
})

test.each([1, 12])('gaps that are left out of each batch of %i hide no common rhythm', async (leftOut) => {
  clock.now += DAY
  const users = [await world.player(), await world.player()]
  for (const user of users) await tapTrace(user, 700 + leftOut, { leftOut })
  await watch()
  for (const user of users) expect(await codesOf(user)).toContain('shared_trace')
})

test('hundreds of accounts that tap once hide nobody who plays in turn behind their address', async () => {
  clock.now += DAY
  const farm = await Promise.all(Array.from({ length: 6 }, () => world.player()))
  await playInTurn(farm)
  await watchFairPlay(world.server.app.services)
  const [address] = await prisma().playerAddress.findMany({ where: { userId: farm[0]!.id } })
  const { appId, day } = address!
  const { statistics } = await prisma().playerDay.findFirstOrThrow({ where: { userId: farm[0]!.id, day } })
  const once = {
    ...(statistics as object),
    taps: 1,
    sessions: [{ start: clock.now, end: clock.now, taps: 1, address: 0 }],
  }
  const ids = Array.from({ length: 310 }, () => crypto.randomUUID())
  await prisma().playerAddress.createMany({ data: ids.map((userId) => ({ ...address!, userId })) })
  await prisma().playerDay.createMany({
    data: ids.map((userId) => ({ userId, appId, day, version: 1, statistics: once })),
  })
  await prisma().playerFlag.deleteMany({ where: { appId, day } })
  await prisma().playerDay.updateMany({ where: { userId: farm[0]!.id, day }, data: { dueSince: 0 } })
  await watch()
  expect(await prisma().playerFlag.count({ where: { appId, day, code: 'address_relay' } })).toBe(6)
})

test('an inviter of many players behind one address is flagged, which alone delays nothing; one of a few is not', async () => {
  clock.now += DAY
  const invite = async (count: number) => {
    const inviter = await world.player()
    const { referCode } = await world.profile(inviter)
    for (let index = 0; index < count; index += 1) {
      const friend = await world.player()
      await world.call(friend, 'bind-referrer', { referCode })
      await world.click(friend, 150, 1)
    }
    await expect.poll(async () => (await world.profile(inviter)).rings).toBe(2000 * count)
    return inviter
  }
  const [many, few] = [await invite(10), await invite(9)]
  await watch()
  expect(await codesOf(many)).toEqual(['invited_together'])
  expect((await admin().gameReviews.get(of(many))).state).toBeNull()
  expect(await codesOf(few)).toEqual([])
})

test('a flag that this version does not know is left out, and delays nobody', async () => {
  const user = await world.player()
  await world.click(user, 1, 1)
  const flag = {
    ...of(user),
    userId: user.id,
    day: Math.floor(clock.now / DAY),
    value: 1,
    threshold: 0,
    foundAt: clock.now,
  }
  const { id: _, ...row } = flag
  await prisma().playerFlag.create({ data: { ...row, code: 'of_a_later_version' } })
  await prisma().playerFlag.create({ data: { ...row, code: 'no_drift' } })
  await prisma().playerDay.updateMany({ where: { userId: user.id }, data: { dueSince: 0 } })
  await watch()
  expect(await codesOf(user)).toEqual(['no_drift'])
  const { data } = await admin().gameReviews.list({ appId: world.app.id, flag: 'no_drift' })
  expect(data).toMatchObject([{ userId: user.id, codes: ['no_drift'], state: null }])
})
