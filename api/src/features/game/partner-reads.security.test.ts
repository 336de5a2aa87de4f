import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing.ts'
import { gameWorld } from './game.testing.ts'

// What a partner's server reads of its users' accounts, and of nobody else's.

const world = gameWorld()
const admin = () => world.server.as(world.adminToken)
let other: TestApp
let player: TestUser

beforeAll(async () => {
  other = await createTestApp(world.server, world.adminToken, 'Other')
  player = await world.player()
  await world.give(player, 60_000)
  await world.click(player, 30, 1)
  await world.call(player, 'claim-rings')
})

const looks = ['game', 'claims'] as const
const look = async (what: (typeof looks)[number], id: string, token: string | undefined) => {
  const { status, body } = await world.server.send('GET', `/app/users/${id}/${what}`, token ? { token } : {})
  return { status, code: body.code, data: body.data }
}
const storeClaim = (userId: string, appId = world.app.id) =>
  world.server.resources.db.prisma.ringClaim.create({
    data: {
      userId,
      appId,
      rings: 100,
      amount: 1_000_000,
      decimals: 6,
      token: 'mint',
      address: 'wallet',
      createdAt: 1,
      dueAt: 1,
    },
  })

test('a partner reads rings, level, league and whether payouts wait', async () => {
  const read = () => world.app.client.appGame.get({ id: player.id })
  const account = { rings: 0, earnedRings: 60_030, claimedRings: 60_030, level: 3, league: 'silver' }
  expect(await read()).toEqual({ ...account, payoutsHeld: false })
  await admin().gameReviews.hold({ appId: world.app.id, id: player.id, reason: 'Taps day and night' })
  expect((await read()).payoutsHeld).toBe(true)
  await admin().gameReviews.clear({ appId: world.app.id, id: player.id, reason: 'Two people' })
  expect((await read()).payoutsHeld).toBe(false)
})

test('a look posts no reward and changes no account', async () => {
  const { prisma } = world.server.resources.db
  const stored = () => prisma.player.findUniqueOrThrow({ where: { userId: player.id } })
  const reward = { userId: player.id, kind: 'referral', reference: 'waits', amount: 5, grantedAt: 0 } as const
  await prisma.ringReward.create({ data: reward })
  const before = await stored()
  await world.app.client.appGame.get({ id: player.id })
  expect(await stored()).toEqual(before)
  await prisma.ringReward.deleteMany({ where: { reference: 'waits' } })
})

test('a partner reads the claims of one user by pages, without what operators know of them', async () => {
  const [claimer, neighbour] = [await world.player(), await world.player()]
  const { id } = await storeClaim(claimer.id)
  await storeClaim(claimer.id)
  await storeClaim(neighbour.id)
  const { data, meta } = await world.app.client.appGame.claims({ id: claimer.id, limit: 1, page: 2 })
  expect(meta).toEqual({ totalItems: 2, totalPages: 2 })
  expect(data).toHaveLength(1)
  expect(Object.keys(data[0]!)).not.toContain('tries')
  const all = await world.app.client.appGame.claims({ id: claimer.id })
  expect(all.data.map((claim) => claim.id)).toContain(id)
})

test('a read secret reads them', async () => {
  const { appSecret } = await admin().appSecrets.create({ appId: world.app.id, kind: 'read', name: 'payouts' })
  for (const what of looks) expect((await look(what, player.id, appSecret)).status).toBe(200)
})

describe.each(looks)('/app/users/{id}/%s', (what) => {
  test("is refused to another app's secret, which learns of no user", async () => {
    expect(await look(what, player.id, other.secret)).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('of a user of another app is not found', async () => {
    const stranger = await world.player(other.id)
    await world.profile(stranger)
    expect(await look(what, stranger.id, world.app.secret)).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('is refused to the user, and without a credential', async () => {
    for (const token of [player.token, undefined]) expect((await look(what, player.id, token)).status).toBe(401)
  })

  test('answers for a disabled user, whose account stays', async () => {
    const user = await world.player()
    await world.click(user, 3, 1)
    await admin().users.disable({ appId: world.app.id, id: user.id })
    expect((await look(what, user.id, world.app.secret)).status).toBe(200)
  })

  test('of a deleted user is not found', async () => {
    const user = await world.player()
    await world.click(user, 3, 1)
    await admin().users.delete({ appId: world.app.id, id: user.id })
    expect(await look(what, user.id, world.app.secret)).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('answers where the game is switched off', async () => {
    await admin().gameRules.update({ appId: world.app.id, enabled: false })
    expect((await look(what, player.id, world.app.secret)).status).toBe(200)
    await admin().gameRules.update({ appId: world.app.id, enabled: true })
  })
})

test('a user who has never played has no account', async () => {
  const user = await world.player()
  expect(await look('game', user.id, world.app.secret)).toMatchObject({ status: 404, code: 'player_not_found' })
  expect(await look('claims', user.id, world.app.secret)).toMatchObject({ status: 200, data: [] })
})
