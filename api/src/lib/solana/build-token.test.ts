import type { Mint, MintOptions } from '@openauth/localnet/solana-mint'
import { createMint, sendInstructions } from '@openauth/localnet/solana-tokens'
import { createFreezeAccountInstruction } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBalance, readTokenBalances } from './balances.ts'
import { buildTokenTransfer } from './build-token.ts'
import { decodeTransaction } from './decode.ts'
import { simulateTransaction } from './simulate.ts'
import { newWallet, send, startChain, type TestWallet } from './solana.testing.ts'

let chain: Awaited<ReturnType<typeof startChain>>
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.node.stop())

const maxPriorityFee = 10_000n
const build = (from: string, to: string, mint: string, amount: string) =>
  buildTokenTransfer(chain.rpc, { from, to, mint, amount, maxPriorityFee })

const holderOf = async (options: MintOptions, amount = 1_000_000n, lamports = 1_000_000_000n) => {
  const wallet = await chain.fundedWallet(lamports)
  const mint = await createMint(chain.node, { ...options, holders: { [wallet.address]: amount } })
  return { wallet, mint }
}
const amountOf = async (wallet: TestWallet, mint: Mint): Promise<bigint | undefined> =>
  (await readTokenBalances(chain.rpc, wallet.address)).find((balance) => balance.mint === mint.address)?.amount

describe.each(['token', 'token-2022'] as const)('a mint of %s', (program) => {
  test('is sent to a wallet without a token account, whose rent the sender pays, and then once more', async () => {
    const { wallet, mint } = await holderOf({ program, decimals: 3 })
    const to = newWallet()
    const built = await build(wallet.address, to.address, mint.address, '400000')
    expect(built).toMatchObject({ decimals: 3, tokenFee: 0n, fee: 5000n })
    expect(built.rent).toBeGreaterThan(2_000_000n)
    const simulation = await simulateTransaction(chain.rpc, built.transaction, wallet.address)
    const account = mint.accountOf(wallet.address)
    expect(simulation).toMatchObject({
      failure: undefined,
      lamports: -(built.fee + built.rent),
      tokens: [{ account, mint: mint.address, change: -400_000n, lost: false }],
    })
    expect(await send(chain.rpc, built, wallet)).toMatchObject({ state: 'confirmed' })
    expect(await amountOf(to, mint)).toBe(400_000n)
    expect(await amountOf(wallet, mint)).toBe(600_000n)
    expect(await readBalance(chain.rpc, wallet.address)).toBe(1_000_000_000n - built.fee - built.rent)
    expect(await readBalance(chain.rpc, mint.accountOf(to.address))).toBe(built.rent)

    const second = await build(wallet.address, to.address, mint.address, '600000')
    expect(second.rent).toBe(0n)
    expect(await send(chain.rpc, second, wallet)).toMatchObject({ state: 'confirmed' })
    expect(await amountOf(to, mint)).toBe(1_000_000n)
    expect(await amountOf(wallet, mint)).toBe(0n)
  })

  test('decodes to the requested transfer, including the recipient’s wallet, with a new or an existing account', async () => {
    const { wallet, mint } = await holderOf({ program })
    const to = newWallet()
    const transfer = {
      kind: 'token_transfer',
      program: mint.program,
      mint: mint.address,
      from: mint.accountOf(wallet.address),
      to: mint.accountOf(to.address),
      toOwner: to.address,
      authority: wallet.address,
      amount: 7n,
      ours: true,
    }
    for (const amountOfEffects of [2, 1]) {
      const built = await build(wallet.address, to.address, mint.address, '7')
      const decoded = await decodeTransaction(chain.rpc, built.transaction, wallet.address)
      expect(decoded.flags).toEqual([])
      expect(decoded.effects).toHaveLength(amountOfEffects)
      expect(decoded.effects.at(-1)).toMatchObject(transfer)
      await send(chain.rpc, built, wallet)
    }
  })

  test('more than the balance is insufficient_balance', async () => {
    const { wallet, mint } = await holderOf({ program }, 10n)
    for (const amount of ['11', '18446744073709551615']) {
      await expect(build(wallet.address, newWallet().address, mint.address, amount)).rejects.toMatchObject({
        code: 'insufficient_balance',
        message: expect.stringContaining('holds 10') as string,
      })
    }
  })

  test('a wallet that never held the token has insufficient_balance', async () => {
    const { mint } = await holderOf({ program })
    const other = await chain.fundedWallet()
    await expect(build(other.address, newWallet().address, mint.address, '1')).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
  })

  test('too little SOL for fee and rent is insufficient_balance', async () => {
    const { wallet, mint } = await holderOf({ program }, 10n, 2_000_000n)
    await expect(build(wallet.address, newWallet().address, mint.address, '1')).rejects.toMatchObject({
      code: 'insufficient_balance',
      message: expect.stringContaining('SOL') as string,
    })
  })

  test('a frozen account is account_frozen', async () => {
    const { wallet, mint } = await holderOf({ program })
    const [account, programId] = [new PublicKey(mint.accountOf(wallet.address)), new PublicKey(mint.program)]
    const authority = mint.authority.publicKey
    const freeze = createFreezeAccountInstruction(account, new PublicKey(mint.address), authority, [], programId)
    await sendInstructions(chain.node, [freeze], [mint.authority])
    await expect(build(wallet.address, newWallet().address, mint.address, '1')).rejects.toMatchObject({
      code: 'account_frozen',
    })
  })
})

test('the mint’s transfer fee is reported, named in the transaction, and withheld by the mint', async () => {
  const transferFee = { basisPoints: 250, maximum: 1000n }
  const { wallet, mint } = await holderOf({ program: 'token-2022', transferFee })
  const to = newWallet()
  const built = await build(wallet.address, to.address, mint.address, '10001')
  expect(built.tokenFee).toBe(251n)
  const { rent } = built
  expect(await send(chain.rpc, built, wallet)).toMatchObject({ state: 'confirmed' })
  expect(await amountOf(to, mint)).toBe(10_001n - 251n)
  expect(await readBalance(chain.rpc, mint.accountOf(to.address))).toBe(rent)
  const capped = await build(wallet.address, to.address, mint.address, '900000')
  expect(capped.tokenFee).toBe(1000n)
  expect(await send(chain.rpc, capped, wallet)).toMatchObject({ state: 'confirmed' })
  const decoded = await decodeTransaction(chain.rpc, capped.transaction, wallet.address)
  expect(decoded).toMatchObject({
    flags: [],
    effects: [{ kind: 'token_transfer', amount: 900_000n, toOwner: to.address }],
  })
})

test.each([
  ['a transfer hook', { transferHook: newWallet().address }],
  ['no transfers', { nonTransferable: true }],
])('a mint with %s is unsupported_mint', async (_, options) => {
  const mint = await createMint(chain.node, { program: 'token-2022', ...options })
  const wallet = await chain.fundedWallet()
  await expect(build(wallet.address, newWallet().address, mint.address, '1')).rejects.toMatchObject({
    code: 'unsupported_mint',
  })
})

test('an address that is not a mint gets a specific error', async () => {
  const { wallet, mint } = await holderOf({})
  const to = newWallet().address
  const sendOf = (token: string) => build(wallet.address, to, token, '1')
  await expect(sendOf(newWallet().address)).rejects.toMatchObject({ code: 'unknown_mint' })
  await expect(sendOf(wallet.address)).rejects.toMatchObject({ code: 'not_a_mint' })
  await expect(sendOf(mint.accountOf(wallet.address))).rejects.toMatchObject({ code: 'not_a_mint' })
  await expect(sendOf(mint.program)).rejects.toMatchObject({ code: 'not_a_mint' })
  await expect(sendOf('USDC')).rejects.toMatchObject({ code: 'invalid_address' })
})

test('rejects a token account, a mint and the wallet itself as recipient', async () => {
  const { wallet, mint } = await holderOf({})
  const sendTo = (to: string) => build(wallet.address, to, mint.address, '1')
  await expect(sendTo(mint.accountOf(wallet.address))).rejects.toMatchObject({ code: 'invalid_address' })
  await expect(sendTo(mint.address)).rejects.toMatchObject({ code: 'invalid_address' })
  await expect(sendTo(wallet.address)).rejects.toMatchObject({ code: 'own_address' })
})

test.each(['0', '-1', '0.5', '1e3', '18446744073709551616'])('the amount %s is invalid_amount', async (amount) => {
  const one = newWallet().address
  await expect(build(newWallet().address, one, one, amount)).rejects.toMatchObject({ code: 'invalid_amount' })
})
