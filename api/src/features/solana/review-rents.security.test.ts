import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, sendInstructions } from '@openauth/localnet/solana-tokens'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerOf, waitForStatuses } from '../wallets/testing.ts'
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

describe('rents of a stranger’s token accounts are SOL that leaves', () => {
  test('where no SOL may', async () => {
    const [user, thief, mints] = [await harness.fundedUser(), await harness.stranger(), await newMints(4)]
    await harness.rule(user, { tokens: ['solana:So11111111111111111111111111111111111111112'] })
    const creations = mints.map((mint) => create(user.key, thief.publicKey, mint))
    expect(await harness.sign(user, await harness.make(user.key, ...creations), { isSend: true })).toMatchObject(
      refusedBy('tokens'),
    )
    expect(await ledgerOf(user)).toEqual([])
  })

  test('where they are there when it is simulated, and gone when it lands', async () => {
    const [user, thief, mints] = [await harness.fundedUser(), await harness.stranger(), await newMints(4)]
    const all = (payer: PublicKey) => mints.map((mint) => create(payer, thief.publicKey, mint))
    await sendInstructions(harness.node, all(thief.publicKey), [thief])
    const made = await harness.make(thief.publicKey, ...all(user.key))
    await harness.rule(user, nativeLimit('8157119'))
    expect(await harness.sign(user, made)).toMatchObject(refusedBy('limits'))
    await harness.rule(user, nativeLimit('8157120'))
    expect(await harness.sign(user, made)).toMatchObject({ status: 200 })
  })

  test('beside a payment and a token account of the wallet’s own, which is made', async () => {
    const [user, thief, [mint, own]] = [await harness.fundedUser(), await harness.stranger(), await newMints(2)]
    await sendInstructions(harness.node, [create(thief.publicKey, thief.publicKey, mint!)], [thief])
    const made = await harness.make(
      ...([thief.publicKey, create(user.key, user.key, own!), create(user.key, thief.publicKey, mint!)] as const),
      pay(user.key, thief.publicKey, 1_000_000n),
    )
    await harness.rule(user, nativeLimit((1_000_000n + 2n * 2_039_280n - 1n).toString()))
    expect(await harness.sign(user, made)).toMatchObject(refusedBy('limits'))
    await harness.rule(user, nativeLimit((1_000_000n + 2n * 2_039_280n).toString()))
    expect(await harness.sign(user, made)).toMatchObject({ status: 200 })
  })
})

describe.each(['token', 'token-2022'] as const)('a mint of %s', (program) => {
  const holder = async () => {
    const user = await harness.fundedUser()
    const mint = await createMint(harness.node, { program, holders: { [user.solana]: 1000n } })
    await harness.rule(user, { tokens: [`solana:${mint.address}`] })
    return { user, mint }
  }

  test('is sent to a new recipient though no SOL may leave: that rent comes with the payment', async () => {
    const { user, mint } = await holder()
    const address = Keypair.generate().publicKey.toBase58()
    await user.client.solana.sendToken({ address, token: mint.address, amount: '5' })
    expect(await waitForStatuses(user, ['confirmed'])).toMatchObject([{ toAddress: address, amount: '5' }])
  })

  test('comes with one rent, of whoever gets it, and no more', async () => {
    const { user, mint } = await holder()
    const [one, other] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const give = (to: PublicKey) => [create(user.key, to, mint), transfer(user.key, to, mint, 1n)]
    expect(await harness.sign(user, await harness.make(user.key, ...give(one), ...give(other)))).toMatchObject(
      refusedBy('tokens'),
    )
    const elsewhere = [create(user.key, other, mint), ...give(one)]
    expect(await harness.sign(user, await harness.make(user.key, ...elsewhere))).toMatchObject(refusedBy('tokens'))
    expect(await harness.sign(user, await harness.make(user.key, ...give(one)))).toMatchObject({ status: 200 })
  })

  test('needs no SOL that may leave for the wallet’s own account, which is there', async () => {
    const { user, mint } = await holder()
    const made = await harness.make(user.key, create(user.key, user.key, mint))
    expect(await harness.sign(user, made)).toMatchObject({ status: 200 })
  })
})
