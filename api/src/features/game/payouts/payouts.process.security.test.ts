import { createMint } from '@openauth/localnet/solana-tokens'
import { Keypair } from '@solana/web3.js'
import { beforeEach, expect, test } from 'vitest'
import { freshApp, payoutWorld, UNITS } from './payouts.testing.ts'

const world = payoutWorld()
beforeEach(() => freshApp(world))

const prisma = () => world.server.resources.db.prisma
const treasuryId = async () => (await prisma().treasury.findUniqueOrThrow({ where: { appId: world.app.id } })).id

test('the treasury is no user: no call of a partner or an operator that names a user reaches its wallet', async () => {
  const address = await world.fund()
  const id = await treasuryId()
  const partner = world.server.as(world.app.secret)
  const send = { id, address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000' }
  const calls = [
    partner.appSolana.sendToken(send),
    partner.appWallets.balances({ id, network: 'solana' }),
    world.admin.users.get({ appId: world.app.id, id }),
    world.admin.adminWallets.balances({ appId: world.app.id, id, network: 'solana' }),
  ]
  for (const answer of await Promise.allSettled(calls))
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'user_not_found' } })
  const held = await world.admin.treasury.get({ appId: world.app.id })
  expect(held).toMatchObject({ address, balances: { lamports: '1000000000' } })
})

test('players and partners reach neither the treasury nor other players’ claims', async () => {
  await world.fund()
  const player = await world.claimer()
  const { payout } = await player.client.game.claimRings({})
  const game = `/admin/apps/${world.app.id}/game`
  for (const token of [player.token, world.app.secret, undefined])
    for (const [method, path] of [
      ['GET', `${game}/treasury`],
      ['POST', `${game}/treasury`],
      ['POST', `${game}/treasury/pause`],
      ['POST', `${game}/treasury/resume`],
      ['GET', `${game}/claims`],
      ['POST', `${game}/claims/${player.id}/${payout!.id}/retry`],
      ['POST', `${game}/claims/${player.id}/${payout!.id}/return`],
    ] as const) {
      const { status } = await world.server.send(method, path, {
        token,
        ...(method === 'POST' && { body: { reason: 'x' } }),
      })
      expect([401, 403], `${method} ${path}`).toContain(status)
    }
  const stranger = await world.claimer()
  expect((await stranger.claims()).data).toEqual([])
})

test('a claim of one app is not found under another', async () => {
  await world.fund()
  const player = await world.claimer()
  await player.client.game.claimRings({})
  await prisma().ringClaim.updateMany({ where: { userId: player.id }, data: { status: 'failed' } })
  const { id } = (await player.claims()).data[0]!
  await freshApp(world)
  const asked = { appId: world.app.id, userId: player.id, id }
  await expect(world.admin.ringClaims.retry(asked)).rejects.toMatchObject({ code: 'claim_not_found' })
  const refused = world.admin.ringClaims.return({ ...asked, reason: 'x' })
  await expect(refused).rejects.toMatchObject({ code: 'claim_not_found' })
  expect((await world.admin.ringClaims.list({ appId: world.app.id })).data).toEqual([])
})

test('a payment and a return at once: one of the two, never both', async () => {
  await world.fund()
  const players = await Promise.all(Array.from({ length: 6 }, () => world.claimer()))
  await Promise.all(players.map(({ client }) => client.game.claimRings({})))
  const { data } = await world.admin.ringClaims.list({ appId: world.app.id })
  const returning = data.map(({ userId, id }) =>
    world.admin.ringClaims.return({ appId: world.app.id, userId, id, reason: 'x' }),
  )
  await Promise.allSettled([...returning, world.work(), world.work()])
  await world.until(players, ['paid', 'returned'])
  for (const player of players) {
    const { status } = (await player.claims()).data[0]!
    const { rings } = await player.client.game.profile()
    expect([status, rings, await player.held()]).toEqual(
      status === 'paid' ? ['paid', 0, 10n * BigInt(UNITS)] : ['returned', 10, 0n],
    )
  }
})

test('a token that would not arrive as it is sent is refused when the rules change, which then changes nothing', async () => {
  const { appId, version } = { appId: world.app.id, ...(await world.admin.gameRules.get({ appId: world.app.id })) }
  const fee = await createMint(world.node, { program: 'token-2022', transferFee: { basisPoints: 100, maximum: 1000n } })
  const hook = await createMint(world.node, {
    program: 'token-2022',
    transferHook: Keypair.generate().publicKey.toBase58(),
  })
  const bound = await createMint(world.node, { program: 'token-2022', nonTransferable: true })
  const nothing = Keypair.generate().publicKey.toBase58()
  for (const mint of [
    fee.address,
    hook.address,
    bound.address,
    nothing,
    world.app.id,
    '11111111111111111111111111111111',
  ]) {
    const refused = world.admin.gameRules.update({ appId, payouts: { mint } })
    await expect(refused).rejects.toMatchObject({
      code: mint === world.app.id ? 'invalid_input' : 'payout_token_refused',
    })
  }
  const wrong = world.admin.gameRules.update({ appId, payouts: { decimals: 9 } })
  await expect(wrong).rejects.toMatchObject({
    code: 'payout_token_refused',
    message: expect.stringContaining('6 decimals'),
  })
  expect((await world.admin.gameRules.get({ appId })).version).toBe(version)
})

test('a claim pays no more than a token account can hold, whatever the rules say', async () => {
  await world.admin.gameRules.update({ appId: world.app.id, payouts: { rings: 3, units: 1_000_000_000_000 } })
  const player = await world.claimer(900_000_000_000_000)
  const { claimed, payout } = await player.client.game.claimRings({})
  expect(claimed % 3).toBe(0)
  expect(BigInt(payout!.amount)).toBeLessThanOrEqual(2n ** 62n)
  expect(BigInt(payout!.amount)).toBe((BigInt(claimed) / 3n) * 1_000_000_000_000n)
})
