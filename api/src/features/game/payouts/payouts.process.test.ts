import { beforeEach, expect, test } from 'vitest'
import { payClaimsOf } from './pay-claims.ts'
import { findOpenBatch } from './batches.ts'
import { freshApp, payoutWorld, UNITS } from './payouts.testing.ts'

const world = payoutWorld()
beforeEach(async () => {
  world.proxy.drop.clear()
  world.proxy.once.clear()
  world.proxy.dropResponse.clear()
  await freshApp(world)
})

const prisma = () => world.server.resources.db.prisma
const payoutsOfApp = () => prisma().transaction.findMany({ where: { appId: world.app.id, userId: null } })
const claimersWith = (count: number, rings?: number) =>
  Promise.all(Array.from({ length: count }, () => world.claimer(rings)))

test('claims of many players are paid once each, in batches, and stand in the ledger and on the chain', async () => {
  await world.fund()
  const players = await claimersWith(11)
  const answers = await Promise.all(players.map(({ client }) => client.game.claimRings({})))
  for (const { claimed, payout } of answers)
    expect([claimed, payout]).toEqual([
      10,
      { id: expect.any(String), amount: String(10 * UNITS), decimals: 6, token: world.mint.address, notice: null },
    ])
  await world.until(players, ['paid'])
  for (const player of players) {
    expect(await player.held()).toBe(10n * BigInt(UNITS))
    const { data, meta } = await player.claims()
    expect(meta.notice).toBeNull()
    expect(data).toEqual([expect.objectContaining({ status: 'paid', rings: 10, signature: expect.any(String) })])
    expect(await player.client.game.profile()).toMatchObject({ rings: 0, claimedRings: 10 })
  }
  expect(await payoutsOfApp()).toEqual([
    expect.objectContaining({ status: 'confirmed', initiator: 'server', amount: String(8 * 10 * UNITS) }),
    expect.objectContaining({ status: 'confirmed', amount: String(3 * 10 * UNITS) }),
  ])
  const { owed } = await world.admin.treasury.get({ appId: world.app.id })
  expect(owed).toEqual([])
})

test('of parallel claims one is paid', async () => {
  await world.fund()
  const player = await world.claimer(10)
  const answers = await Promise.all(Array.from({ length: 15 }, () => player.client.game.claimRings({})))
  expect(answers.filter(({ payout }) => payout !== null)).toHaveLength(1)
  await world.until([player], ['paid'])
  expect(await player.held()).toBe(10n * BigInt(UNITS))
})

test('servers that pay at once pay each claim once', async () => {
  await world.fund()
  const players = await claimersWith(6)
  await Promise.all(players.map(({ client }) => client.game.claimRings({})))
  const deps = world.deps()
  await Promise.all(Array.from({ length: 8 }, () => payClaimsOf(deps, world.app.id)))
  await world.until(players, ['paid'])
  for (const player of players) expect(await player.held()).toBe(10n * BigInt(UNITS))
  expect(await payoutsOfApp()).toHaveLength(1)
})

test('what is owed is fixed by the rules at the claim, and only multiples are claimed', async () => {
  await world.fund()
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { rings: 4, units: 3 } })
  const player = await world.claimer(10)
  expect(await player.client.game.profile()).toMatchObject({ claimableRings: 8 })
  expect(await player.client.game.claimRings({})).toMatchObject({ claimed: 8, payout: { amount: '6' } })
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { units: 1000 } })
  await world.until([player], ['paid'])
  expect(await player.held()).toBe(6n)
})

test('a paused treasury signs nothing until it is resumed', async () => {
  await world.fund()
  await world.admin.treasury.pause({ appId: world.app.id, reason: 'A new mint' })
  const player = await world.claimer(10)
  expect((await player.client.game.claimRings({})).payout).toMatchObject({ notice: 'paused' })
  await world.work()
  expect((await player.claims()).data).toMatchObject([{ status: 'queued' }])
  expect(await world.admin.attention.list()).toContainEqual(
    expect.objectContaining({ code: 'payouts_stopped', data: expect.objectContaining({ problem: 'paused' }) }),
  )
  await world.admin.treasury.resume({ appId: world.app.id })
  await world.until([player], ['paid'])
})

test('an app that neither pays nor has a treasury tells players of no pause', async () => {
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { mint: null } })
  const [player] = await claimersWith(1)
  expect((await player!.claims()).meta).toMatchObject({ rate: null, notice: null })
})

test('a review after the claim delays its payment, and nobody else’s', async () => {
  await world.fund()
  const [held, other] = await claimersWith(2)
  for (const { client } of [held!, other!]) await client.game.claimRings({})
  await prisma().player.update({ where: { userId: held!.id }, data: { payoutHeldSince: 1 } })
  await world.until([other!], ['paid'])
  expect((await held!.claims()).data).toMatchObject([{ status: 'queued' }])
  expect((await held!.claims()).meta.notice).toBe('under_review')
  await prisma().player.update({ where: { userId: held!.id }, data: { payoutHeldSince: null } })
  await world.until([held!], ['paid'])
})

test('a server that ends between any two steps is continued by another, and pays once', async () => {
  await world.fund()
  const [player] = await claimersWith(1)
  await player!.client.game.claimRings({})
  const deps = world.deps()
  // Assigned, and the server ends before it signs.
  const { openBatch } = await import('./batches.ts')
  expect(await deps.db.transaction((tx) => openBatch(tx, world.app.id, deps.clock()))).toBe('opened')
  expect((await player!.claims()).data).toMatchObject([{ status: 'sending', signature: null }])
  // Signed, and nothing reaches the chain.
  world.proxy.drop.add('sendTransaction')
  await payClaimsOf(deps, world.app.id)
  const batch = await findOpenBatch(prisma(), world.app.id)
  expect(batch?.transactionId).not.toBeNull()
  expect(await player!.held()).toBe(0n)
  world.proxy.drop.clear()
  world.clock.ahead += 20_000
  await world.until([player!], ['paid'])
  expect(await player!.held()).toBe(10n * BigInt(UNITS))
  expect(await payoutsOfApp()).toHaveLength(1)
})

test.each([
  ['lost', () => world.proxy.dropResponse.add('sendTransaction')],
  ['that of another transaction', () => world.proxy.once.set('sendTransaction', () => ({ result: '1'.repeat(64) }))],
])('a payment whose answer is %s is told of, repeated as it was signed, and paid once', async (_, spoil) => {
  await world.fund()
  const [player] = await claimersWith(1)
  await player!.client.game.claimRings({})
  spoil()
  await payClaimsOf(world.deps(), world.app.id)
  await payClaimsOf(world.deps(), world.app.id)
  expect((await world.admin.treasury.get({ appId: world.app.id })).problem).toMatchObject({ code: 'node_unreachable' })
  const [first] = await payoutsOfApp()
  world.proxy.dropResponse.clear()
  world.proxy.once.clear()
  world.clock.ahead += 20_000
  await world.until([player!], ['paid'])
  expect(await player!.held()).toBe(10n * BigInt(UNITS))
  expect(await payoutsOfApp()).toMatchObject([{ id: first!.id, signature: first!.signature, status: 'confirmed' }])
})

test('a transaction that expires is signed anew, and paid once', async () => {
  await world.fund()
  const [player] = await claimersWith(1)
  await player!.client.game.claimRings({})
  world.proxy.drop.add('sendTransaction')
  await world.work()
  await prisma().transaction.updateMany({
    where: { appId: world.app.id, userId: null },
    data: { validUntil: 0n },
  })
  world.clock.ahead += 20_000
  await world.work()
  world.proxy.drop.clear()
  world.clock.ahead += 20_000
  await world.until([player!], ['paid'])
  expect(await player!.held()).toBe(10n * BigInt(UNITS))
  expect((await payoutsOfApp()).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'expired'])
})
