import { giveTokens, sendInstructions } from '@openauth/localnet/solana-tokens'
import { createFreezeAccountInstruction } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { beforeEach, expect, test } from 'vitest'
import { findOpenBatch, openBatch, release } from './batches.ts'
import { payBatch } from './pay-batch.ts'
import { type Claimer, freshApp, payoutWorld, UNITS } from './payouts.testing.ts'

// What changes between the choice of claims and their signature.

const world = payoutWorld()
beforeEach(() => freshApp(world))

const prisma = () => world.server.resources.db.prisma
const payoutsOfApp = () => prisma().transaction.findMany({ where: { appId: world.app.id, userId: null } })
const statuses = async () =>
  (await prisma().ringClaim.findMany({ where: { appId: world.app.id } })).map(({ status }) => status)
const open = () => {
  const { db, clock } = world.deps()
  return db.transaction((tx) => openBatch(tx, world.app.id, clock()))
}
const claimersWith = async (count: number) => {
  const players = await Promise.all(Array.from({ length: count }, () => world.claimer()))
  for (const { client } of players) await client.game.claimRings({})
  return players
}

/** Two players' claims in a batch that is not signed, as a server has read it that is about to sign it. */
const openedBatch = async () => {
  const from = await world.fund()
  const players = await claimersWith(2)
  expect(await open()).toBe('opened')
  const batch = (await findOpenBatch(prisma(), world.app.id))!
  return { batch: { ...batch, from }, player: (userId: string) => players.find(({ id }) => id === userId)! }
}

const reason = 'Test'
const ofPlayer = ({ id }: Claimer) => ({ appId: world.app.id, id })
test.each<[string, (player: Claimer) => Promise<unknown>]>([
  ['a pause', () => world.admin.treasury.pause({ appId: world.app.id, reason })],
  ['a review of a player', (player) => world.admin.gameReviews.hold({ ...ofPlayer(player), reason })],
  ['a disabled user', (player) => world.admin.users.disable(ofPlayer(player))],
  ['a deleted user', (player) => world.admin.users.delete(ofPlayer(player))],
  [
    'a user who is deleted and whose claim is left',
    ({ id }) => prisma().user.update({ where: { id }, data: { deletedAt: new Date() } }),
  ],
  ['a deleted app', () => world.admin.apps.delete({ id: world.app.id })],
])('%s before the signature: nothing is signed, and the claims wait again', async (_, change) => {
  const { batch, player } = await openedBatch()
  await change(player(batch.claims[0]!.userId))
  await payBatch(world.deps(), batch)
  expect(await payoutsOfApp()).toEqual([])
  expect(await findOpenBatch(prisma(), world.app.id)).toBeUndefined()
  expect(new Set(await statuses())).toEqual(new Set(['queued']))
})

/** Another server puts a claim of the batch back, for which the treasury has no tokens, and an operator returns it. */
const returnClaim = async ({ id: batchId, claims }: Awaited<ReturnType<typeof openedBatch>>['batch']) => {
  const { userId, id } = claims[1]!
  await world.deps().db.transaction((tx) => release(tx, batchId, { userId, id }))
  await world.admin.ringClaims.return({ appId: world.app.id, userId, id, reason })
}

test('a claim that was returned before the signature is not paid by a server that still has it in its batch', async () => {
  const { batch, player } = await openedBatch()
  await returnClaim(batch)
  await payBatch(world.deps(), batch)
  expect(await payoutsOfApp()).toEqual([])
  const [paid, returned] = batch.claims.map(({ userId }) => player(userId))
  await world.until([paid!, returned!], ['paid', 'returned'])
  expect([await paid!.held(), await returned!.held()]).toEqual([10n * BigInt(UNITS), 0n])
})

test('a claim that was returned does not fail by a server that still has it in its batch, and is returned once', async () => {
  const { batch, player } = await openedBatch()
  const { userId, id, address } = batch.claims[1]!
  const { node, mint } = world
  await giveTokens(node, mint, address, 1n)
  const [account, token, program] = [mint.accountOf(address), mint.address, mint.program].map(
    (key) => new PublicKey(key),
  )
  const freeze = createFreezeAccountInstruction(account!, token!, mint.authority.publicKey, [], program)
  await sendInstructions(node, [freeze], [mint.authority])
  await returnClaim(batch)
  await payBatch(world.deps(), batch)
  expect((await statuses()).toSorted()).toEqual(['queued', 'returned'])
  const again = world.admin.ringClaims.return({ appId: world.app.id, userId, id, reason })
  await expect(again).rejects.toMatchObject({ code: 'claim_not_returnable' })
  expect(await player(userId).client.game.profile()).toMatchObject({ rings: 10, claimedRings: 0 })
})

test('a paused treasury chooses no claims', async () => {
  await world.fund()
  await claimersWith(1)
  await world.admin.treasury.pause({ appId: world.app.id, reason })
  expect(await open()).toBe('none')
  expect(await statuses()).toEqual(['queued'])
})

test('a claim under way counts against the day’s limit as a paid one does', async () => {
  await world.fund()
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { dailyUnits: 15 * UNITS } })
  await claimersWith(2)
  expect(await open()).toBe('opened')
  // No server ends a batch without its claims. The limit holds without that, too.
  await prisma().payoutBatch.updateMany({ where: { appId: world.app.id }, data: { settledAt: 1 } })
  expect(await open()).toBe('limit')
  expect((await statuses()).toSorted()).toEqual(['queued', 'sending'])
})
