import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from './account.ts'
import { gameWorld } from './game.testing.ts'

const world = gameWorld()
const { clock, call, click } = world

const boostOf = async (user: Parameters<typeof world.profile>[0], id: string) =>
  (await world.profile(user)).boosts.find((boost) => boost.id === id)

describe('a bought boost', () => {
  test('costs its price and counts from the next tap on', async () => {
    const user = await world.player()
    await world.give(user, 4500)
    const buy = (boost: string, level: number) => call(user, 'boosts/buy', { boost, level })
    expect((await buy('multitap', 0)).body.data).toMatchObject({ rings: 3500, earnedRings: 4500, ringsPerTap: 2 })
    expect((await buy('energyLimit', 0)).body.data).toMatchObject({ rings: 2500, maxEnergy: 1500, energy: 1500 })
    expect((await buy('rechargeSpeed', 0)).body.data).toMatchObject({ rings: 500, energyPerSecond: 2 })
    expect(await boostOf(user, 'multitap')).toEqual({ id: 'multitap', level: 1, maxLevel: 10, price: 2000, effect: 1 })
    expect((await click(user, 100, 1)).body.data).toMatchObject({ accepted: 100, rings: 700, energy: 1300 })
    clock.now += 10_000
    expect((await world.profile(user)).energy).toBe(1320)
    await world.expectSoundLedger(user)
  })

  test('that is refused says what it takes and what there is, or which level the player has', async () => {
    const user = await world.player()
    await world.give(user, 999)
    const message = async (body: object) => (await world.call(user, 'boosts/buy', body)).body.message
    expect(await message({ boost: 'multitap', level: 0 })).toBe('This takes 1000 rings, and the balance is 999')
    expect(await message({ boost: 'multitap', level: 1 })).toContain('You have level 0 of this boost, not 1')
  })

  test.each([
    ['too few rings', 999, { boost: 'multitap', level: 0 }, 'not_enough_rings'],
    ['another level than the player saw', 9000, { boost: 'multitap', level: 1 }, 'boost_changed'],
    ['an unknown boost', 9000, { boost: 'wings', level: 0 }, 'invalid_input'],
    ['no level', 9000, { boost: 'multitap' }, 'invalid_input'],
  ])('with %s is refused and changes nothing', async (_, rings, body, code) => {
    const user = await world.player()
    await world.give(user, rings)
    expect((await call(user, 'boosts/buy', body)).body.code).toBe(code)
    expect(await world.profile(user)).toMatchObject({ rings, ringsPerTap: 1 })
  })

  test('has a highest level', async () => {
    const user = await world.player()
    await world.give(user, 500_000)
    expect((await call(user, 'boosts/buy', { boost: 'tapBot', level: 0 })).status).toBe(200)
    expect((await call(user, 'boosts/buy', { boost: 'tapBot', level: 1 })).body.code).toBe('highest_level')
  })

  test('is bought once by ten calls at once', async () => {
    const user = await world.player()
    await world.give(user, 50_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(user, 'boosts/buy', { boost: 'multitap', level: 0 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'boost_changed')).toHaveLength(9)
    expect(await world.profile(user)).toMatchObject({ rings: 49_000, ringsPerTap: 2 })
    await world.expectSoundLedger(user)
  })
})

describe('free boosts', () => {
  test('full energy fills the energy once a day', async () => {
    const user = await world.player()
    for (let seq = 1; seq <= 3; seq += 1) await click(user, 200, seq)
    expect((await call(user, 'boosts/use', { boost: 'fullEnergy' })).body.data).toMatchObject({
      energy: 1000,
      freeBoosts: [
        { id: 'fullEnergy', left: 0 },
        { id: 'turbo', left: 1 },
      ],
    })
    expect((await call(user, 'boosts/use', { boost: 'fullEnergy' })).body.code).toBe('no_boost_left')
    clock.now += DAY
    expect((await call(user, 'boosts/use', { boost: 'fullEnergy' })).status).toBe(200)
    // A clock that is set back gives none again.
    clock.now -= DAY
    expect((await call(user, 'boosts/use', { boost: 'fullEnergy' })).body.code).toBe('no_boost_left')
    clock.now += DAY
  })

  test('of ten calls at once one uses the boost', async () => {
    const user = await world.player()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(user, 'boosts/use', { boost: 'turbo' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('turbo pays five times as much for 20 seconds, without energy', async () => {
    const user = await world.player()
    const { body } = await call(user, 'boosts/use', { boost: 'turbo' })
    expect(body.data).toMatchObject({ turboUntil: clock.now + 20_000, turboFactor: 5 })
    expect((await click(user, 100, 1)).body.data).toMatchObject({ accepted: 100, rings: 500, energy: 1000 })
    clock.now += 20_000
    expect((await click(user, 100, 2)).body.data).toMatchObject({ accepted: 100, rings: 600, energy: 900 })
    expect((await world.profile(user)).turboUntil).toBe(null)
    await world.expectSoundLedger(user)
  })
})

describe('the daily reward', () => {
  const take = async (user: Parameters<typeof world.profile>[0]) => (await call(user, 'daily')).body.data

  test('grows with each day in a row; a missed day begins again', async () => {
    const user = await world.player()
    expect((await world.profile(user)).daily).toMatchObject({ days: 0, reward: 500 })
    expect(await take(user)).toMatchObject({ rings: 500, daily: { days: 1, reward: null } })
    expect(await take(user)).toMatchObject({ rings: 500, daily: { days: 1, reward: null } })
    clock.now += DAY
    expect((await world.profile(user)).daily).toMatchObject({ days: 1, reward: 1000 })
    expect(await take(user)).toMatchObject({ rings: 1500, daily: { days: 2 } })
    clock.now += 2 * DAY
    expect((await world.profile(user)).daily).toMatchObject({ days: 0, reward: 500 })
    await world.expectSoundLedger(user)
  })

  test('after its last day stays the same', async () => {
    const user = await world.player()
    for (let day = 0; day < 8; day += 1) {
      await take(user)
      clock.now += DAY
    }
    expect((await world.profile(user)).daily).toMatchObject({ days: 8, reward: 15_000 })
  })

  test('is paid once by ten calls at once, and not again by a clock that is set back', async () => {
    const user = await world.player()
    await Promise.all(Array.from({ length: 10 }, () => take(user)))
    clock.now -= 2 * DAY
    await take(user)
    clock.now += 2 * DAY
    expect((await world.profile(user)).rings).toBe(500)
  })
})

describe('the tap bot', () => {
  test('earns while its player is away, until its hours are over', async () => {
    const user = await world.player()
    expect(await world.profile(user)).toMatchObject({ tapBotRings: 0, tapBotFullAt: null })
    await world.give(user, 200_000)
    const { body } = await call(user, 'boosts/buy', { boost: 'tapBot', level: 0 })
    expect(body.data).toMatchObject({ rings: 0, tapBotRings: 0, tapBotFullAt: clock.now + 12 * HOUR })
    clock.now += HOUR / 2
    expect((await call(user, 'tap-bot/collect')).body.data).toMatchObject({ rings: 1800, tapBotRings: 0 })
    clock.now += 30 * HOUR
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(user, 'tap-bot/collect')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await world.profile(user)).rings).toBe(1800 + 12 * 3600)
    await world.expectSoundLedger(user)
  })
})

describe('a claim', () => {
  test('takes all rings once, whatever comes at once', async () => {
    const user = await world.player()
    await world.give(user, 5000)
    expect((await world.profile(user)).claimableRings).toBe(5000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(user, 'claim-rings')))
    expect(answers.map(({ body }) => body.data.claimed).toSorted((a, b) => b - a)).toEqual([5000, ...Array(9).fill(0)])
    expect(answers.map(({ body }) => body.data.claimedRings)).toEqual(Array(10).fill(5000))
    expect(await world.profile(user)).toMatchObject({
      rings: 0,
      earnedRings: 5000,
      claimedRings: 5000,
      claimableRings: 0,
    })
    await world.expectSoundLedger(user)
  })
})

describe('an invitation', () => {
  const invite = async () => {
    const [inviter, invited] = [await world.player(), await world.player()]
    const { referCode } = await world.profile(inviter)
    return { inviter, invited, bind: () => call(invited, 'bind-referrer', { referCode }) }
  }
  const ringsOf = async (user: Parameters<typeof world.profile>[0]) => (await world.profile(user)).rings

  test('is paid once, when the invited player has earned enough', async () => {
    const { inviter, invited, bind } = await invite()
    expect((await bind()).body.data).toEqual({})
    expect((await world.profile(invited)).referrer).toBe(inviter.id)
    await click(invited, 99, 1)
    expect(await ringsOf(inviter)).toBe(0)
    await Promise.all([2, 3, 4, 5].map((seq) => click(invited, 1, seq)))
    await expect.poll(() => ringsOf(inviter)).toBe(2000)
    await click(invited, 50, 6)
    await bind()
    const { data, meta } = await inviter.client.game.referrals()
    expect(meta).toEqual({ totalUser: 1 })
    const { earnedRings: rings } = await world.profile(invited)
    expect(data).toMatchObject([{ avatar: null, rings, isPaid: true }])
    expect(await invited.client.game.referrals()).toEqual({ data: [], meta: { totalUser: 0 } })
    expect(await ringsOf(inviter)).toBe(2000)
    await world.expectSoundLedger(inviter)
  })

  test('that is bound late is paid at once', async () => {
    const { inviter, invited, bind } = await invite()
    await click(invited, 150, 1)
    // Earned enough without an inviter: that is settled.
    await click(invited, 1, 2)
    await bind()
    expect(await ringsOf(inviter)).toBe(2000)
  })

  test('that was granted before a crash is paid when the inviter next plays', async () => {
    const { inviter } = await invite()
    const { prisma } = world.server.resources.db
    const reward = { kind: 'referral', reference: 'somebody', amount: 2000, grantedAt: 0 } as const
    await prisma.ringReward.create({ data: { userId: inviter.id, ...reward } })
    const rings = await Promise.all([1, 2, 3].map(() => ringsOf(inviter)))
    expect(rings).toEqual([2000, 2000, 2000])
    await world.expectSoundLedger(inviter)
  })
})
