import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from './account.ts'
import { gameWorld } from './game.testing.ts'

const world = gameWorld()
const { clock, click } = world
const SECOND = 1000

test('a new player has full energy; taps turn it into rings', async () => {
  const user = await world.player()
  expect(await world.profile(user)).toMatchObject({
    rings: 0,
    earnedRings: 0,
    claimedRings: 0,
    energy: 1000,
    maxEnergy: 1000,
    energyPerSecond: 1,
    ringsPerTap: 1,
    level: 1,
    levelFrom: 0,
    nextLevelAt: 5000,
    tapBurst: 660,
    tapCredit: 660,
    seq: 0,
    serverTime: clock.now,
    league: { id: 'bronze', name: 'Bronze', tier: 1, from: 0, nextAt: 50_000, nextName: 'Silver' },
  })
  const { status, body } = await click(user, 100, 1)
  expect([status, body.data]).toEqual([
    200,
    { accepted: 100, rings: 100, earnedRings: 100, energy: 900, tapCredit: 560, seq: 1, serverTime: clock.now },
  ])
  await world.expectSoundLedger(user)
})

test('a first call of taps makes the account', async () => {
  const user = await world.player()
  expect((await click(user, 5, 1)).body.data).toMatchObject({ accepted: 5, rings: 5, seq: 1 })
})

describe('a batch with a number that is not above the last', () => {
  test('adds nothing and answers the present state', async () => {
    const user = await world.player()
    await click(user, 10, 3)
    for (const seq of [3, 2, 1]) {
      const { status, body } = await click(user, 50, seq)
      expect([status, body.data]).toMatchObject([200, { accepted: 0, rings: 10, energy: 990, seq: 3 }])
    }
    expect((await click(user, 10, 4)).body.data).toMatchObject({ accepted: 10, rings: 20 })
    await world.expectSoundLedger(user)
  })

  test('of twenty calls at once with one number, one counts', async () => {
    const user = await world.player()
    await world.profile(user)
    const answers = await Promise.all(Array.from({ length: 20 }, () => click(user, 7, 1)))
    const counted = answers.filter(({ status, body }) => status === 200 && body.data.accepted > 0)
    expect(counted).toHaveLength(1)
    expect((await world.profile(user)).rings).toBe(7)
    await world.expectSoundLedger(user)
  })
})

test.each([
  ...[0, -1, 1.5, 201, 1e300, '5', null, undefined, 'x', [], {}].map((count) => [count, 1] as const),
  ...[0, -1, 1.5, 2 ** 53, 1e300, '2', null, undefined, 'x', [], {}].map((seq) => [1, seq] as const),
])('count %j with number %j is refused', async (count, seq) => {
  const user = await world.player()
  const { status, body } = await click(user, count, seq)
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})

test('a number far ahead is refused, so that nobody locks out the own later taps', async () => {
  const user = await world.player()
  await click(user, 1, 1)
  for (const seq of [10_002, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await click(user, 10, seq)
    expect([status, body.code]).toEqual([400, 'seq_too_far'])
  }
  expect((await click(user, 1, 10_001)).body.data).toMatchObject({ accepted: 1, rings: 2, seq: 10_001 })
})

describe('energy', () => {
  test('ends the taps, and refills by the clock of the server up to its maximum', async () => {
    const user = await world.player()
    for (let seq = 1; seq <= 3; seq += 1) {
      await click(user, 200, seq)
      clock.now += 10 * SECOND
    }
    // 600 used, 30 s of refill.
    expect((await world.profile(user)).energy).toBe(430)
    expect((await click(user, 200, 4)).body.data).toMatchObject({ accepted: 200, energy: 230 })
    clock.now += 10 * SECOND
    expect((await click(user, 200, 5)).body.data).toMatchObject({ accepted: 200, energy: 40 })
    clock.now += 10 * SECOND
    expect((await click(user, 200, 6)).body.data).toMatchObject({ accepted: 50, energy: 0 })
    expect((await click(user, 200, 7)).body.data).toMatchObject({ accepted: 0, energy: 0, seq: 7 })
    clock.now += HOUR
    expect((await world.profile(user)).energy).toBe(1000)
    await world.expectSoundLedger(user)
  })

  test('refills exactly, however often the account is looked at', async () => {
    const user = await world.player()
    await click(user, 200, 1)
    for (let step = 0; step < 40; step += 1) {
      clock.now += 333
      await click(user, 1, 2 + step)
    }
    // 240 used, 13.32 s of refill.
    expect((await world.profile(user)).energy).toBe(1000 - 240 + 13)
  })

  test('a clock that is set back refills nothing, and nothing again until it is where it was', async () => {
    const user = await world.player()
    await click(user, 200, 1)
    clock.now -= HOUR
    expect((await click(user, 1, 2)).body.data).toMatchObject({ accepted: 1, energy: 799 })
    clock.now += HOUR
    expect((await world.profile(user)).energy).toBe(799)
    clock.now += 10 * SECOND
    expect((await world.profile(user)).energy).toBe(809)
  })

  test('two servers whose clocks differ refill each moment once, whichever way the calls take', async () => {
    const user = await world.player()
    for (let batch = 1; batch <= 5; batch += 1) await click(user, 200, batch)
    await world.player()
    clock.now += 60 * SECOND
    const before = await world.profile(user)
    let taps = 0
    for (let call = 0; call < 40; call += 1) {
      clock.now += call % 2 === 0 ? SECOND : -SECOND
      if (call % 4 < 2) taps += (await click(user, 200, 6 + call)).body.data.accepted
      else await world.call(user, 'daily')
    }
    // What there was, and the second by which one clock is ahead.
    expect(taps).toBeLessThanOrEqual(Math.min(before.energy, before.tapCredit) + 22)
    expect((await world.profile(user)).energy).toBeLessThanOrEqual(before.energy + 1 - taps)
    await world.expectSoundLedger(user)
  })

  test('a time that a clock wrong by days has stored is given up', async () => {
    const user = await world.player()
    clock.now += 2 * DAY
    await click(user, 200, 1)
    clock.now -= 2 * DAY
    expect((await click(user, 1, 2)).body.data).toMatchObject({ accepted: 1, energy: 799 })
    clock.now += 10 * SECOND
    expect((await world.profile(user)).energy).toBe(809)
  })
})

test('taps faster than the rules allow do not count: 22 a second, 30 seconds of them at once', async () => {
  const user = await world.player()
  const accepted = []
  for (let seq = 1; seq <= 5; seq += 1) accepted.push((await click(user, 200, seq)).body.data.accepted)
  expect(accepted).toEqual([200, 200, 200, 60, 0])
  clock.now += SECOND
  expect((await click(user, 200, 6)).body.data.accepted).toBe(22)
})

test('taps of an hour share a line of the ledger, until something else is posted', async () => {
  const user = await world.player()
  const lines = () =>
    world.server.resources.db.prisma.ringEntry.findMany({ where: { userId: user.id }, orderBy: { firstSeq: 'asc' } })
  await click(user, 10, 1)
  await click(user, 10, 2)
  await click(user, 10, 3)
  expect(await lines()).toMatchObject([
    { kind: 'taps', amount: 30n, taps: 30, firstSeq: 1n, lastSeq: 3n, balance: 30n },
  ])
  await world.give(user, 1000)
  await click(user, 10, 4)
  clock.now += HOUR
  await click(user, 10, 5)
  expect((await lines()).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['taps', 30n],
    ['referral', 1000n],
    ['taps', 10n],
    ['taps', 10n],
  ])
  await world.expectSoundLedger(user)
})

test('taps of many players at once are each counted once', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => world.player()))
  await Promise.all(users.flatMap((user, index) => [1, 2].map((seq) => click(user, index + 1, seq))))
  for (const [index, user] of users.entries()) {
    const { rings, seq } = await world.profile(user)
    // Of two calls at once the second may overtake the first, which then adds nothing.
    expect([index + 1, 2 * (index + 1)]).toContain(rings)
    expect(seq).toBe(2)
    await world.expectSoundLedger(user)
  }
})

test('a token of another app plays there, with an account of its own', async () => {
  const { createTestApp } = await import('../../testing.ts')
  const elsewhere = await createTestApp(world.server, world.adminToken, `Elsewhere ${clock.now}`)
  const [here, there] = [await world.player(), await world.player(elsewhere.id)]
  await click(here, 10, 1)
  await click(there, 20, 1)
  expect([(await world.profile(here)).rings, (await world.profile(there)).rings]).toEqual([10, 20])
})

test('a deleted user has no account, and gets none', async () => {
  const user = await world.player()
  await click(user, 10, 1)
  await world.server.as(world.adminToken).users.delete({ appId: world.app.id, id: user.id })
  expect((await click(user, 10, 2)).status).toBe(401)
  const { prisma } = world.server.resources.db
  const where = { userId: user.id }
  expect([await prisma.player.count({ where }), await prisma.ringEntry.count({ where })]).toEqual([0, 0])
})

test('the profile and each answer tell how many taps may come at once', async () => {
  const user = await world.player()
  for (const [seq, left] of [460, 260, 60, 0].entries())
    expect((await click(user, 200, seq + 1)).body.data.tapCredit).toBe(left)
  expect((await world.profile(user)).tapCredit).toBe(0)
  clock.now += 10 * SECOND
  expect((await world.profile(user)).tapCredit).toBe(220)
  // Of a batch that does not count, too.
  expect((await click(user, 5, 1)).body.data).toMatchObject({ accepted: 0, tapCredit: 220 })
})

test('a level and a league have their beginning and the next one’s', async () => {
  const user = await world.player()
  await world.give(user, 60_000)
  expect(await world.profile(user)).toMatchObject({
    level: 3,
    levelFrom: 25_000,
    nextLevelAt: 100_000,
    league: { id: 'silver', tier: 2, from: 50_000, nextAt: 500_000, nextName: 'Gold' },
  })
  await world.give(user, 200_000_000)
  expect(await world.profile(user)).toMatchObject({
    level: 10,
    levelFrom: 100_000_000,
    nextLevelAt: null,
    league: { id: 'diamond', tier: 5, from: 50_000_000, nextAt: null, nextName: null },
  })
})
