import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, sendInstructions } from '@openauth/localnet/solana-tokens'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerOf, waitForStatuses } from '../../../wallets/testing.ts'
import { pay, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const refusedBy = (path: string) => ({ status: 403, body: { code: 'policy_refused', issues: [{ path }] } })
const accountOf = (mint: Mint, owner: PublicKey) =>
  getAssociatedTokenAddressSync(new PublicKey(mint.address), owner, true, new PublicKey(mint.program))
const create = (payer: PublicKey, owner: PublicKey, mint: Mint) =>
  createAssociatedTokenAccountIdempotentInstruction(
    ...([payer, accountOf(mint, owner), owner, new PublicKey(mint.address), new PublicKey(mint.program)] as const),
  )
const transfer = (from: PublicKey, to: PublicKey, mint: Mint, amount: bigint) =>
  createTransferCheckedInstruction(
    ...([accountOf(mint, from), new PublicKey(mint.address), accountOf(mint, to), from, amount, 6] as const),
    [],
    new PublicKey(mint.program),
  )
const nativeLimit = (perTransaction: string) => ({
  limits: [{ token: 'solana:native', perTransaction, perDay: null }],
})
const newMints = (count: number) => Promise.all(Array.from({ length: count }, async () => createMint(harness.node, {})))

describe('the rent of another wallet’s token accounts counts as SOL', () => {
  test('and is refused by a policy without SOL', async () => {
    const [user, thief, mints] = [await harness.fundedUser(), await harness.stranger(), await newMints(4)]
    await harness.rule(user, { tokens: ['solana:So11111111111111111111111111111111111111112'] })
    const creations = mints.map((mint) => create(user.key, thief.publicKey, mint))
    expect(await harness.sign(user, await harness.build(user.key, ...creations), { isSend: true })).toMatchObject(
      refusedBy('tokens'),
    )
    expect(await ledgerOf(user)).toEqual([])
  })

  test('even if the accounts exist during the simulation', async () => {
    const [user, thief, mints] = [await harness.fundedUser(), await harness.stranger(), await newMints(4)]
    const all = (payer: PublicKey) => mints.map((mint) => create(payer, thief.publicKey, mint))
    await sendInstructions(harness.node, all(thief.publicKey), [thief])
    const tx = await harness.build(thief.publicKey, ...all(user.key))
    await harness.rule(user, nativeLimit('8157119'))
    expect(await harness.sign(user, tx)).toMatchObject(refusedBy('limits'))
    await harness.rule(user, nativeLimit('8157120'))
    expect(await harness.sign(user, tx)).toMatchObject({ status: 200 })
  })

  test('together with a payment and the creation of the wallet’s own token account', async () => {
    const [user, thief, [mint, own]] = [await harness.fundedUser(), await harness.stranger(), await newMints(2)]
    await sendInstructions(harness.node, [create(thief.publicKey, thief.publicKey, mint!)], [thief])
    const tx = await harness.build(
      ...([thief.publicKey, create(user.key, user.key, own!), create(user.key, thief.publicKey, mint!)] as const),
      pay(user.key, thief.publicKey, 1_000_000n),
    )
    await harness.rule(user, nativeLimit((1_000_000n + 2n * 2_039_280n - 1n).toString()))
    expect(await harness.sign(user, tx)).toMatchObject(refusedBy('limits'))
    await harness.rule(user, nativeLimit((1_000_000n + 2n * 2_039_280n).toString()))
    expect(await harness.sign(user, tx)).toMatchObject({ status: 200 })
  })
})

describe.each(['token', 'token-2022'] as const)('a mint of %s', (program) => {
  const holder = async () => {
    const user = await harness.fundedUser()
    const mint = await createMint(harness.node, { program, holders: { [user.solana]: 1000n } })
    await harness.rule(user, { tokens: [`solana:${mint.address}`] })
    return { user, mint }
  }

  test('can be sent to a new recipient by a policy without SOL, because the rent is incidental', async () => {
    const { user, mint } = await holder()
    const address = Keypair.generate().publicKey.toBase58()
    await user.client.solana.sendToken({ address, token: mint.address, amount: '5' })
    expect(await waitForStatuses(user, ['confirmed'])).toMatchObject([{ toAddress: address, amount: '5' }])
  })

  test('includes the rent of one account, the recipient’s', async () => {
    const { user, mint } = await holder()
    const [one, other] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const give = (to: PublicKey) => [create(user.key, to, mint), transfer(user.key, to, mint, 1n)]
    expect(await harness.sign(user, await harness.build(user.key, ...give(one), ...give(other)))).toMatchObject(
      refusedBy('tokens'),
    )
    const elsewhere = [create(user.key, other, mint), ...give(one)]
    expect(await harness.sign(user, await harness.build(user.key, ...elsewhere))).toMatchObject(refusedBy('tokens'))
    expect(await harness.sign(user, await harness.build(user.key, ...give(one)))).toMatchObject({ status: 200 })
  })

  test('needs no permission for SOL to create the wallet’s own existing account', async () => {
    const { user, mint } = await holder()
    const tx = await harness.build(user.key, create(user.key, user.key, mint))
    expect(await harness.sign(user, tx)).toMatchObject({ status: 200 })
  })
})
