import { createMint, giveTokens } from '@openauth/localnet/solana-tokens'
import { beforeEach, expect, test } from 'vitest'
import { freshApp, payoutWorld, UNITS } from './payouts.testing.ts'

const world = payoutWorld()
beforeEach(async () => {
  world.proxy.drop.clear()
  world.proxy.once.clear()
  await freshApp(world)
})

const prisma = () => world.server.resources.db.prisma
const payoutsOfApp = () => prisma().transaction.findMany({ where: { appId: world.app.id, userId: null } })
const claimersWith = (count: number, rings?: number) =>
  Promise.all(Array.from({ length: count }, () => world.claimer(rings)))

test('a dry treasury signs nothing and says what is missing to players and operators; once funded it pays', async () => {
  const address = await world.fund(5n)
  const player = await world.claimer(10)
  await player.client.game.claimRings({})
  await world.work()
  expect((await player.claims()).meta.notice).toBe('treasury_empty')
  expect((await player.claims()).data).toMatchObject([{ status: 'queued', signature: null }])
  const missing = String(10 * UNITS - 5)
  const state = await world.admin.treasury.get({ appId: world.app.id })
  expect(state).toMatchObject({
    address,
    problem: { code: 'not_enough_tokens', missing },
    balances: { units: '5' },
    owed: [{ token: world.mint.address, claims: 1, amount: String(10 * UNITS) }],
  })
  expect(await world.admin.attention.list()).toContainEqual({
    code: 'payouts_stopped',
    severity: 'error',
    appId: world.app.id,
    subject: address,
    data: { problem: 'not_enough_tokens', missing, claims: 1 },
  })
  // A claim meanwhile is accepted and told at once.
  const second = await world.claimer(10)
  expect((await second.client.game.claimRings({})).payout).toMatchObject({ notice: 'treasury_empty' })
  expect(await payoutsOfApp()).toEqual([])
  await world.fund()
  world.clock.ahead += 61_000
  await world.until([player, second], ['paid'])
  expect(await world.admin.treasury.get({ appId: world.app.id })).toMatchObject({ problem: null })
  expect(await player.held()).toBe(10n * BigInt(UNITS))
})

test('without SOL for fees nothing is signed either', async () => {
  const { address } = await world.admin.treasury.create({ appId: world.app.id })
  const player = await world.claimer(10)
  await player.client.game.claimRings({})
  const { giveTokens } = await import('@openauth/localnet/solana-tokens')
  await giveTokens(world.node, world.mint, address!, 1_000_000n)
  await world.work()
  expect(await world.admin.treasury.get({ appId: world.app.id })).toMatchObject({ problem: { code: 'not_enough_sol' } })
  expect(await payoutsOfApp()).toEqual([])
})

test('a claim waits for its delay, and for the day’s limit', async () => {
  await world.fund()
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { delayHours: 1, dailyUnits: 15 * UNITS } })
  const [one, two] = await claimersWith(2)
  for (const { client } of [one!, two!]) await client.game.claimRings({})
  await world.work()
  expect(await payoutsOfApp()).toEqual([])
  world.clock.ahead += 3_600_000
  await world.until([one!], ['paid'])
  await world.work()
  expect((await two!.claims()).data).toMatchObject([{ status: 'queued' }])
  expect((await two!.claims()).meta.notice).toBe('daily_limit')
  world.clock.ahead += 86_400_000
  await world.until([two!], ['paid'])
})

test('a claim above the day’s limit waits until the rules allow it, is told of, and delays nobody', async () => {
  await world.fund()
  const [large, one, two] = await Promise.all([world.claimer(51), world.claimer(1), world.claimer(1)])
  await large.client.game.claimRings({})
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { dailyUnits: 50 * UNITS } })
  for (const { client } of [one, two]) await client.game.claimRings({})
  await world.until([one, two], ['paid'])
  expect((await large.claims()).data).toMatchObject([{ status: 'queued', problem: null }])
  await world.work()
  expect((await large.claims()).meta.notice).toBe('daily_limit')
  expect(await world.admin.attention.list()).toContainEqual(
    expect.objectContaining({
      code: 'payouts_stopped',
      severity: 'error',
      appId: world.app.id,
      data: { problem: 'above_daily_limit', claims: 1, missing: '' },
    }),
  )
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { dailyUnits: null } })
  world.clock.ahead += 61_000
  await world.until([large], ['paid'])
})

test('nobody claims more at once than is paid in a day', async () => {
  const nothing = world.admin.gameRules.update({ appId: world.app.id, payouts: { dailyUnits: UNITS - 1 } })
  await expect(nothing).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'payouts.dailyUnits' }] })
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { rings: 2, units: 3000, dailyUnits: 10_000 } })
  const player = await world.claimer(51)
  expect(await player.client.game.profile()).toMatchObject({ claimableRings: 6 })
  expect((await player.client.game.claimRings({})).payout).toMatchObject({ amount: '9000' })
})

test('the fewest rings that can be claimed can be claimed, one less cannot', async () => {
  await world.admin.gameRules.update({ appId: world.app.id, claims: { minimum: 10 } })
  const [enough, less] = await Promise.all([world.claimer(10), world.claimer(9)])
  expect(await enough.client.game.claimRings({})).toMatchObject({ claimed: 10 })
  expect(await less.client.game.claimRings({})).toMatchObject({ claimed: 0, payout: null })
})

test('a treasury that cannot pay all pays whom it can', async () => {
  await world.fund(25n * BigInt(UNITS))
  const players = await claimersWith(3)
  for (const { client } of players) await client.game.claimRings({})
  await world.until(players.slice(0, 2), ['paid'])
  await world.work()
  expect((await players[2]!.claims()).data).toMatchObject([{ status: 'queued' }])
  expect(await world.admin.treasury.get({ appId: world.app.id })).toMatchObject({
    problem: { code: 'not_enough_tokens', missing: String(5 * UNITS), token: world.mint.address },
  })
  await world.fund()
  world.clock.ahead += 61_000
  await world.until(players, ['paid'])
})

test('claims of a token that the treasury lacks delay none of another token', async () => {
  await world.fund()
  const other = await createMint(world.node)
  const payouts = (mint: string) => world.admin.gameRules.update({ appId: world.app.id, payouts: { mint } })
  await payouts(other.address)
  const [first] = await claimersWith(1)
  await first!.client.game.claimRings({})
  await payouts(world.mint.address)
  const [second] = await claimersWith(1)
  await second!.client.game.claimRings({})
  await world.until([second!], ['paid'])
  expect((await first!.claims()).data).toMatchObject([{ status: 'queued' }])
  expect(await world.admin.treasury.get({ appId: world.app.id })).toMatchObject({
    problem: { code: 'not_enough_tokens', token: other.address },
  })
})

test('tokens that the treasury lacks, however many, delay none that it has', async () => {
  await world.fund()
  const claimed = []
  for (const mint of [await createMint(world.node), await createMint(world.node), world.mint]) {
    await world.admin.gameRules.update({ appId: world.app.id, payouts: { mint: mint.address } })
    const [player] = await claimersWith(1)
    await player!.client.game.claimRings({})
    claimed.push(player!)
  }
  await world.until([claimed[2]!], ['paid'])
  for (const player of claimed.slice(0, 2)) expect((await player.claims()).data).toMatchObject([{ status: 'queued' }])
})

test('the day’s limit of one token delays claims in no other', async () => {
  await world.fund()
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { dailyUnits: 15 * UNITS } })
  const [one, two] = await claimersWith(2)
  for (const { client } of [one!, two!]) await client.game.claimRings({})
  const other = await createMint(world.node)
  await giveTokens(world.node, other, (await world.admin.treasury.get({ appId: world.app.id })).address!, 1_000_000n)
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { mint: other.address } })
  const [third] = await claimersWith(1)
  await third!.client.game.claimRings({})
  await world.until([third!], ['paid'])
  expect((await two!.claims()).data).toMatchObject([{ status: 'queued' }])
})

test('claims that the day’s limit has no room for let smaller ones pass, until they have waited for days', async () => {
  await world.fund()
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { dailyUnits: 50 * UNITS } })
  const [early, rich, small, late] = await Promise.all([1, 50, 2, 2].map((rings) => world.claimer(rings)))
  await early!.client.game.claimRings({})
  await world.until([early!], ['paid'])
  await rich!.client.game.claimRings({})
  await world.work()
  await small!.client.game.claimRings({})
  await world.until([small!], ['paid'])
  expect((await rich!.claims()).data).toMatchObject([{ status: 'queued' }])
  // Each day somebody claims a little; after two days the large claim is next.
  world.clock.ahead += 86_400_000 - 60_000
  await late!.client.game.claimRings({})
  await world.until([late!], ['paid'])
  world.clock.ahead += 86_400_000 + 120_000
  await world.until([rich!], ['paid'])
})

test('a claim that the treasury cannot pay delays none that it can', async () => {
  await world.fund(25n * BigInt(UNITS))
  const [large, one, two] = await Promise.all([100, 10, 10].map((rings) => world.claimer(rings)))
  for (const player of [large!, one!, two!]) await player.client.game.claimRings({})
  await world.until([one!, two!], ['paid'])
  expect((await large!.claims()).data).toMatchObject([{ status: 'queued' }])
  await world.work()
  expect(await world.admin.treasury.get({ appId: world.app.id })).toMatchObject({
    problem: { code: 'not_enough_tokens', token: world.mint.address },
  })
})
