import { defaultGameRules } from '@openauth/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { gameWorld } from './game.testing.ts'

const world = gameWorld()
const { clock, click } = world
const admin = () => world.server.as(world.adminToken)

let appId: string
let serial = 0
beforeEach(async () => {
  appId = (await createTestApp(world.server, world.adminToken, `Rules ${(serial += 1)}`)).id
})

test('an app that has set no rules has the built-in ones', async () => {
  expect(await admin().gameRules.get({ appId })).toEqual({
    version: 0,
    createdAt: null,
    madeBy: null,
    rules: defaultGameRules,
  })
})

test('a change makes a version, of which the next call follows; what it does not name stays', async () => {
  const user = await world.player(appId)
  await click(user, 100, 1)
  const changed = await admin().gameRules.update({ appId, taps: { rings: 3 }, energy: { perSecond: 10 } })
  const { taps, energy } = defaultGameRules
  const rules = { ...defaultGameRules, taps: { ...taps, rings: 3 }, energy: { ...energy, perSecond: 10 } }
  expect(changed).toMatchObject({ version: 1, rules })
  expect((await click(user, 10, 2)).body.data).toMatchObject({ accepted: 10, rings: 130, energy: 870 })
  clock.now += 1000
  expect((await world.profile(user)).energy).toBe(880)
  await world.expectSoundLedger(user)
})

test('energy up to the change refills by the rules before', async () => {
  const user = await world.player(appId)
  await click(user, 200, 1)
  clock.now += 10_000
  await admin().gameRules.update({ appId, energy: { perSecond: 100, max: 900 } })
  expect((await world.profile(user)).energy).toBe(810)
  clock.now += 10_000
  expect(await world.profile(user)).toMatchObject({ energy: 900, maxEnergy: 900, energyPerSecond: 100 })
})

test('rules that change while twenty players tap lose no tap and pay none twice', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => world.player(appId)))
  const play = users.map(async (user) => {
    const accepted = []
    for (let seq = 1; seq <= 6; seq += 1) accepted.push((await click(user, 5, seq)).body.data.accepted)
    return accepted
  })
  for (const rings of [2, 3, 4]) await admin().gameRules.update({ appId, taps: { rings } })
  expect(new Set((await Promise.all(play)).flat())).toEqual(new Set([5]))
  for (const user of users) {
    const { _sum: sum } = await world.server.resources.db.prisma.ringEntry.aggregate({
      where: { userId: user.id },
      _sum: { taps: true },
    })
    expect(sum.taps).toBe(30)
    await world.expectSoundLedger(user)
  }
})

test('without the game its calls are refused; switched on again, players have what they had', async () => {
  const user = await world.player(appId)
  await click(user, 10, 1)
  await admin().gameRules.update({ appId, enabled: false })
  for (const path of ['click', 'daily', 'claim-rings', 'tap-bot/collect']) {
    const { status, body } = await world.call(user, path, { count: 1, seq: 2 })
    expect([path, status, body.code]).toEqual([path, 403, 'game_off'])
  }
  await admin().gameRules.update({ appId, enabled: true })
  expect((await world.profile(user)).rings).toBe(10)
})

test('of two operators who saw the same version, the later is told; the same rules again make no version', async () => {
  await admin().gameRules.update({ appId, taps: { rings: 2 }, expectedVersion: 0 })
  const late = admin().gameRules.update({ appId, taps: { rings: 5 }, expectedVersion: 0 })
  await expect(late).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect((await admin().gameRules.update({ appId, taps: { rings: 2 } })).version).toBe(1)
})

test('ten changes at once make ten versions, which are listed and audited with what changed', async () => {
  const changes = Array.from({ length: 10 }, (_, index) => index + 2)
  await Promise.all(changes.map((rings) => admin().gameRules.update({ appId, taps: { rings } })))
  const { data, meta } = await admin().gameRules.versions({ appId, limit: 3 })
  expect([data.map(({ version }) => version), meta.totalItems]).toEqual([[10, 9, 8], 10])
  expect(data[0]?.madeBy).toEqual({ id: expect.any(Number), username: 'operator' })
  const { data: events } = await admin().audit.list({ appId, action: 'game-rules.update' })
  expect(events).toHaveLength(10)
  expect(events[0]?.details).toMatchObject({ changed: ['taps'], after: { taps: expect.stringContaining('rings') } })
})

test.each([
  [{ taps: { rings: 0 } }, 'taps.rings'],
  [{ taps: { perSecond: 1000 } }, 'taps.perSecond'],
  [{ energy: { max: 1.5 } }, 'energy.max'],
  [{ energy: { more: 1 } }, 'energy'],
  [{ levels: [5, 5] }, 'levels'],
  [{ leagues: [] }, 'leagues'],
  [{ leagues: [{ id: 'a', name: 'A', from: 1 }] }, 'leagues'],
  [{ leagues: [{ id: 'A b', name: 'A', from: 0 }] }, 'leagues.0.id'],
  [{ boosts: { multitap: { prices: [-1] } } }, 'boosts.multitap.prices.0'],
  [{ daily: { rewards: 'many' } }, 'daily.rewards'],
  [{ claims: { minimum: 0 } }, 'claims.minimum'],
])('the rules %j are refused', async (changes, path) => {
  const url = `/admin/apps/${appId}/game/rules`
  const { status, body } = await world.server.send('PATCH', url, { token: world.adminToken, body: changes })
  expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  expect((await admin().gameRules.get({ appId })).version).toBe(0)
})

describe('a simulation', () => {
  test('tells what a change does to the rings of model players, and changes nothing', async () => {
    const { players, rules } = await admin().gameRules.simulate({ appId, energy: { perSecond: 2 } })
    expect(rules.energy).toEqual({ max: 1000, perSecond: 2 })
    for (const { before, after } of players) {
      expect(after.taps).toBeGreaterThan(before.taps)
      expect(after.total).toBe(after.taps + after.tapBot + after.daily)
    }
    expect((await admin().gameRules.get({ appId })).version).toBe(0)
  })

  test('counts the taps of the last day again', async () => {
    const user = await world.player(appId)
    await click(user, 100, 1)
    const { lastDay } = await admin().gameRules.simulate({ appId, taps: { rings: 4 } })
    expect(lastDay).toEqual({ players: 1, sampled: 1, before: 100, after: 400 })
  })

  test('shows no change of the last day where no rule changes, whatever boosts the taps had', async () => {
    const user = await world.player(appId)
    await world.give(user, 1000)
    await world.call(user, 'boosts/use', { boost: 'turbo' })
    await click(user, 100, 1)
    await world.call(user, 'boosts/buy', { boost: 'multitap', level: 0 })
    const { lastDay, players } = await admin().gameRules.simulate({ appId })
    expect(lastDay).toEqual({ players: 1, sampled: 1, before: 200, after: 200 })
    for (const player of players) expect(player.after).toEqual(player.before)
    const doubled = await admin().gameRules.simulate({ appId, boosts: { multitap: { step: 3 } } })
    expect(doubled.lastDay).toMatchObject({ before: 200, after: 400 })
  })
})

describe('a player, as operators see it', () => {
  test('has its account and its ledger', async () => {
    const user = await world.player(appId)
    await expect(admin().gamePlayers.get({ appId, id: user.id })).rejects.toMatchObject({ code: 'player_not_found' })
    await click(user, 30, 1)
    await world.call(user, 'daily')
    const account = await admin().gamePlayers.get({ appId, id: user.id })
    expect(account).toMatchObject({
      rings: 530,
      earnedRings: 530,
      energy: 970,
      level: 1,
      league: 'bronze',
      streakDays: 1,
      lastPlayedAt: clock.now,
      ledger: { isSound: true, balance: 530, earned: 530 },
    })
    const { data, meta } = await admin().gamePlayers.ledger({ appId, id: user.id })
    expect(meta.totalItems).toBe(2)
    expect(data).toMatchObject([
      { kind: 'daily', amount: 500, balance: 530, firstSeq: 2 },
      { kind: 'taps', amount: 30, taps: 30, balance: 30, firstSeq: 1, startedAt: clock.now },
    ])
  })

  test('played last when it tapped, whoever looked or changed something since', async () => {
    const user = await world.player(appId)
    const { prisma } = world.server.resources.db
    await click(user, 30, 1)
    const [one, playedAt] = [{ appId, id: user.id }, clock.now]
    const played = async () => (await admin().gamePlayers.get(one)).lastPlayedAt
    for (let look = 0; look < 3; look += 1) {
      clock.now += 1000
      expect(await played()).toBe(playedAt)
    }
    await admin().gameRules.update({ appId, energy: { perSecond: 3 } })
    expect(await played()).toBe(playedAt)
    const reward = { userId: user.id, kind: 'referral', reference: 'granted', amount: 5, grantedAt: 0 } as const
    await prisma.ringReward.create({ data: reward })
    expect(await played()).toBe(playedAt)
    await admin().gamePlayers.adjust({ ...one, rings: 9, reason: 'Lost', idempotencyKey: 'played' })
    expect(await played()).toBe(playedAt)
    await world.call(user, 'daily')
    expect(await played()).toBe(clock.now)
  })

  test('with a ledger that was tampered with is reported', async () => {
    const { prisma } = world.server.resources.db
    const tamper = [
      (userId: string) => prisma.player.update({ where: { userId }, data: { rings: 31 } }),
      (userId: string) => prisma.player.update({ where: { userId }, data: { earned: 99 } }),
      (userId: string) => prisma.ringEntry.updateMany({ where: { userId }, data: { amount: 31 } }),
      (userId: string) => prisma.ringEntry.updateMany({ where: { userId }, data: { lastSeq: 2 } }),
      (userId: string) => prisma.ringEntry.deleteMany({ where: { userId } }),
    ]
    for (const change of tamper) {
      const user = await world.player(appId)
      await click(user, 30, 1)
      await change(user.id)
      expect((await admin().gamePlayers.get({ appId, id: user.id })).ledger.isSound).toBe(false)
    }
  })

  test('is adjusted once for a key, with a reason, below what counts for boards', async () => {
    const user = await world.player(appId)
    await click(user, 30, 1)
    const adjust = { appId, id: user.id, rings: 100, reason: 'Lost in a contest', idempotencyKey: 'ticket 7' }
    await Promise.all(Array.from({ length: 5 }, () => admin().gamePlayers.adjust(adjust)))
    expect(await admin().gamePlayers.get({ appId, id: user.id })).toMatchObject({ rings: 130, earnedRings: 30 })
    const taken = admin().gamePlayers.adjust({ ...adjust, rings: -131, idempotencyKey: 'ticket 8' })
    await expect(taken).rejects.toMatchObject({ code: 'not_enough_rings' })
    await admin().gamePlayers.adjust({ ...adjust, rings: -130, idempotencyKey: 'ticket 8' })
    await world.expectSoundLedger(user)
    const other = admin().gamePlayers.adjust({ ...adjust, rings: 101 })
    await expect(other).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' })
    const nothing = admin().gamePlayers.adjust({ ...adjust, rings: 0, idempotencyKey: 'ticket 9' })
    await expect(nothing).rejects.toMatchObject({ code: 'invalid_input' })
    const { data } = await admin().audit.list({ appId, action: 'player.adjust-rings' })
    expect(data.map(({ details }) => details)).toEqual([
      { rings: -130, reason: 'Lost in a contest' },
      { rings: 100, reason: 'Lost in a contest' },
    ])
  })

  test('of another app is not found', async () => {
    const user = await world.player()
    await click(user, 30, 1)
    const one = { appId, id: user.id }
    await expect(admin().gamePlayers.get(one)).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(admin().gamePlayers.ledger(one)).rejects.toMatchObject({ code: 'user_not_found' })
    const adjust = admin().gamePlayers.adjust({ ...one, rings: 1, reason: 'x', idempotencyKey: 'x' })
    await expect(adjust).rejects.toMatchObject({ code: 'user_not_found' })
  })
})
