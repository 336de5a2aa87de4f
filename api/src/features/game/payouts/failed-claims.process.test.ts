import { sendInstructions } from '@openauth/localnet/solana-tokens'
import { createFreezeAccountInstruction, createThawAccountInstruction } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { beforeEach, expect, test } from 'vitest'
import { findOpenBatch, openBatch } from './batches.ts'
import { payBatch } from './pay-batch.ts'
import { payClaimsOf } from './pay-claims.ts'
import { freshApp, payoutWorld, UNITS } from './payouts.testing.ts'
import { blame } from './settle-batch.ts'

const world = payoutWorld()
beforeEach(() => freshApp(world))

const prisma = () => world.server.resources.db.prisma
const payoutsOfApp = () => prisma().transaction.findMany({ where: { appId: world.app.id, userId: null } })
const claimersWith = (count: number) => Promise.all(Array.from({ length: count }, () => world.claimer()))

test('a frozen account fails alone; its claim is retried, or returned once', async () => {
  await world.fund()
  const players = await claimersWith(3)
  for (const { client } of players) await client.game.claimRings({})
  await world.until(players, ['paid'])
  const [frozen, other, third] = players
  const { accountOf, authority, address, program } = world.mint
  const accounts = [new PublicKey(accountOf(frozen!.address)), new PublicKey(address)] as const
  const freeze = createFreezeAccountInstruction(...accounts, authority.publicKey, [], new PublicKey(program))
  await sendInstructions(world.node, [freeze], [authority])
  for (const player of [frozen!, other!]) await give(player.id)
  for (const { client } of [frozen!, other!]) await client.game.claimRings({})
  await world.until([other!, third!], ['paid'])
  const { data } = await world.admin.ringClaims.list({ appId: world.app.id, status: 'failed' })
  expect(data).toMatchObject([{ userId: frozen!.id, problem: 'account_frozen', rings: 10 }])
  expect(await world.admin.attention.list()).toContainEqual({
    code: 'claims_failed',
    severity: 'warning',
    appId: world.app.id,
    subject: frozen!.id,
    data: { claims: 1 },
  })
  const thaw = createThawAccountInstruction(...accounts, authority.publicKey, [], new PublicKey(program))
  const claim = { appId: world.app.id, userId: frozen!.id, id: data[0]!.id }
  const returns = await Promise.allSettled(
    Array.from({ length: 5 }, () => world.admin.ringClaims.return({ ...claim, reason: 'Frozen' })),
  )
  expect(returns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await frozen!.client.game.profile()).toMatchObject({ rings: 10, claimedRings: 10 })
  await expect(world.admin.ringClaims.retry(claim)).rejects.toMatchObject({ code: 'claim_not_failed' })
  await frozen!.client.game.claimRings({})
  await world.until([frozen!], ['paid', 'failed', 'returned'])
  await sendInstructions(world.node, [thaw], [authority])
  const [failed] = (await world.admin.ringClaims.list({ appId: world.app.id, status: 'failed' })).data
  await world.admin.ringClaims.retry({ appId: world.app.id, userId: frozen!.id, id: failed!.id })
  await world.until([frozen!], ['paid', 'returned'])
  expect(await frozen!.held()).toBe(20n * BigInt(UNITS))
})

/** Ten more rings to claim. */
const give = async (userId: string) => {
  const reward = { userId, kind: 'referral', reference: `more ${Math.random()}`, amount: 10, grantedAt: 0 } as const
  await prisma().ringReward.create({ data: reward })
}

test('a server whose view of a batch is old ends and refuses nothing that another has signed meanwhile', async () => {
  const from = await world.fund()
  const player = await world.claimer()
  await player.client.game.claimRings({})
  await world.until([player], ['paid'])
  await give(player.id)
  await player.client.game.claimRings({})
  const deps = world.deps()
  expect(await deps.db.transaction((tx) => openBatch(tx, world.app.id, deps.clock()))).toBe('opened')
  const old = (await findOpenBatch(prisma(), world.app.id))!
  world.proxy.drop.add('sendTransaction')
  await payClaimsOf(deps, world.app.id)
  const { authority } = world.mint
  const accounts = [new PublicKey(world.mint.accountOf(player.address)), new PublicKey(world.mint.address)] as const
  const program = new PublicKey(world.mint.program)
  await sendInstructions(
    world.node,
    [createFreezeAccountInstruction(...accounts, authority.publicKey, [], program)],
    [authority],
  )
  await payBatch(deps, { ...old, from })
  await deps.db.transaction((tx) => blame(tx, old, deps.clock()))
  expect((await player.claims()).data[0]).toMatchObject({
    status: 'sending',
    problem: null,
    signature: expect.any(String),
  })
  await sendInstructions(
    world.node,
    [createThawAccountInstruction(...accounts, authority.publicKey, [], program)],
    [authority],
  )
  world.proxy.drop.clear()
  world.clock.ahead += 20_000
  await world.until([player], ['paid'])
  expect(await player.held()).toBe(20n * BigInt(UNITS))
})

test('a batch whose only player was deleted before it was signed ends, and others are paid', async () => {
  await world.fund()
  const gone = await world.claimer()
  await gone.client.game.claimRings({})
  const { db } = world.deps()
  expect(await db.transaction((tx) => openBatch(tx, world.app.id, Date.now() + world.clock.ahead))).toBe('opened')
  await world.admin.users.delete({ appId: world.app.id, id: gone.id })
  const other = await world.claimer()
  await other.client.game.claimRings({})
  await world.until([other], ['paid'])
})

test('a deleted user is paid nothing more, and a disabled one not before it is enabled', async () => {
  await world.fund()
  const [gone, disabled] = await claimersWith(2)
  for (const { client } of [gone!, disabled!]) await client.game.claimRings({})
  await world.admin.users.delete({ appId: world.app.id, id: gone!.id })
  await world.admin.users.disable({ appId: world.app.id, id: disabled!.id })
  await world.work()
  expect(await payoutsOfApp()).toEqual([])
  await world.admin.users.enable({ appId: world.app.id, id: disabled!.id })
  const { data } = await world.admin.ringClaims.list({ appId: world.app.id })
  expect(data).toMatchObject([{ userId: disabled!.id, status: 'queued' }])
  await world.work()
  expect(await disabled!.held()).toBe(10n * BigInt(UNITS))
  expect(await gone!.held()).toBe(0n)
})
