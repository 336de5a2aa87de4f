import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'
import { buildTransfer } from './build.ts'
import { type Fees, replacementFees, suggestFees } from './fees.ts'
import { createEvmRpc } from './rpc.ts'
import { signTransaction } from './sign.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { newWallet, sendTransfer, signTransfer, startChain, type TestChain } from './testing.ts'
import { statusOf } from './status.ts'

const GWEI = 10n ** 9n

describe('a chain without EIP-1559', () => {
  let harness: TestChain
  beforeAll(async () => {
    harness = await startChain('bsc', { hardfork: 'berlin' })
  })
  afterAll(() => harness.stop())

  test('gets a gas price, in legacy transactions', async () => {
    const [wallet, to] = [await harness.wallet(), newWallet().address]
    const { transaction, signed, status } = await sendTransfer(harness.rpc, wallet, { to, amount: '7' })
    expect(Object.keys(transaction.fees)).toEqual(['gasPrice'])
    expect(signed[0]).toBeGreaterThanOrEqual(0xc0)
    if (status.state !== 'confirmed') throw new Error(status.state)
    expect(await harness.balance(wallet.address)).toBe(10n ** 18n - 7n - status.fee)
  })

  test('an entry without EIP-1559 causes no request for a base fee', async () => {
    const fake = await startFakeRpc(harness.url, () => undefined)
    await suggestFees(createEvmRpc({ url: fake.url, chain: { ...harness.chain, eip1559: false } }))
    expect(fake.requestedMethods.filter((method) => /fee/i.test(method))).toEqual([])
    await fake.stop()
  })
})

describe('EIP-1559', () => {
  let harness: TestChain
  beforeAll(async () => {
    harness = await startChain('mainnet')
  })
  afterAll(() => harness.stop())

  /** The suggested fees where the endpoint gives these answers. */
  const suggestedWhere = async (answers: Record<string, FakeAnswer>): Promise<Fees> => {
    const fake = await startFakeRpc(harness.url, ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === '0x0' ? undefined : answers[method],
    )
    return suggestFees(createEvmRpc({ url: fake.url, chain: harness.chain })).finally(fake.stop)
  }
  const hex = (wei: bigint) => `0x${wei.toString(16)}`
  const block = { eth_getBlockByNumber: { result: { baseFeePerGas: hex(10n * GWEI) } } }
  const history = (tips: bigint[], next = 11n * GWEI) => ({
    eth_feeHistory: { result: { baseFeePerGas: [hex(10n * GWEI), hex(next)], reward: tips.map((tip) => [hex(tip)]) } },
  })
  const suggests = (tip: bigint) => ({ eth_maxPriorityFeePerGas: { result: hex(tip) } })
  const none = { error: { code: -32601, message: 'the method does not exist' } }

  test('suggests twice the next base fee and the median tip, without empty blocks', async () => {
    const answers = { ...block, ...history([0n, 3n * GWEI, 2n * GWEI, 9n * GWEI, 0n]), ...suggests(GWEI) }
    expect(await suggestedWhere(answers)).toEqual({ maxFeePerGas: 25n * GWEI, maxPriorityFeePerGas: 3n * GWEI })
  })

  test('takes the node’s tip where it is greater, and the minimum tip where there is none', async () => {
    const greater = await suggestedWhere({ ...block, ...history([GWEI]), ...suggests(2n * GWEI) })
    expect(greater).toEqual({ maxFeePerGas: 24n * GWEI, maxPriorityFeePerGas: 2n * GWEI })
    const least = await suggestedWhere({ ...block, ...history([]), eth_maxPriorityFeePerGas: none })
    expect(least).toEqual({ maxFeePerGas: 22n * GWEI + 1_000_000n, maxPriorityFeePerGas: 1_000_000n })
  })

  test('uses the latest block’s base fee where there is no history, and accepts a base fee of 0', async () => {
    const without = await suggestedWhere({ ...block, eth_feeHistory: none, ...suggests(GWEI) })
    expect(without).toEqual({ maxFeePerGas: 21n * GWEI, maxPriorityFeePerGas: GWEI })
    const zero = await suggestedWhere({ ...block, ...history([], 0n), ...suggests(GWEI) })
    expect(zero).toEqual({ maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI })
  })

  test('caps tips at a tenth of the ceiling and refuses base fees above the ceiling', async () => {
    const tip = await suggestedWhere({ ...block, ...history([GWEI]), ...suggests(10n ** 30n) })
    expect(tip).toEqual({ maxFeePerGas: 122n * GWEI, maxPriorityFeePerGas: 100n * GWEI })
    const base = suggestedWhere({ ...block, ...history([GWEI], 1000n * GWEI), ...suggests(GWEI) })
    await expect(base).rejects.toMatchObject({ code: 'fee_too_high' })
    const high = await suggestedWhere({ ...block, ...history([GWEI], 900n * GWEI), ...suggests(GWEI) })
    expect(high).toMatchObject({ maxFeePerGas: 1000n * GWEI })
    const nonsense = suggestedWhere({ ...block, eth_feeHistory: { result: { baseFeePerGas: ['many'] } } })
    await expect(nonsense).rejects.toMatchObject({ kind: 'malformed' })
  })

  test('a replacement raises both parts by an eighth, or to the current fees, up to the ceiling', () => {
    const fees = (max: bigint, tip: bigint) => ({ maxFeePerGas: max, maxPriorityFeePerGas: tip })
    expect(replacementFees(harness.rpc, fees(800n, 80n), fees(1n, 1n))).toEqual(fees(901n, 91n))
    expect(replacementFees(harness.rpc, fees(800n, 80n), fees(5000n, 300n))).toEqual(fees(5000n, 300n))
    expect(replacementFees(harness.rpc, fees(0n, 0n), fees(0n, 0n))).toEqual(fees(1n, 1n))
    expect(replacementFees(harness.rpc, fees(7n, 7n), fees(1n, 1n))).toEqual(fees(8n, 8n))
    expect(replacementFees(harness.rpc, { gasPrice: 800n }, fees(1n, 1n))).toEqual(fees(901n, 901n))
    expect(replacementFees(harness.rpc, fees(800n, 80n), { gasPrice: 1n })).toEqual({ gasPrice: 901n })
    expect(() => replacementFees(harness.rpc, fees(900n * GWEI, 1n), fees(1n, 1n))).toThrow(
      expect.objectContaining({ code: 'fee_too_high' }),
    )
  })

  test('a node accepts a replacement with such fees for the same nonce, and rejects a lower one', async () => {
    const [wallet, to] = [await harness.wallet(), newWallet().address]
    await harness.automine(false)
    const first = await signTransfer(harness.rpc, wallet, { to, amount: '1', nonce: 0 })
    const sent = await broadcast(harness.rpc, first.signed)
    const again = await signTransfer(harness.rpc, wallet, { to, amount: '2', nonce: 0, fees: first.transaction.fees })
    expect(await broadcast(harness.rpc, again.signed)).toMatchObject({ outcome: 'refused', reason: 'underpriced' })
    const fees = replacementFees(harness.rpc, first.transaction.fees, first.transaction.fees)
    const { transaction } = await buildTransfer(harness.rpc, { from: wallet.address, to, amount: '1', nonce: 0, fees })
    const replacement = await broadcast(harness.rpc, signTransaction(transaction, wallet.secret))
    expect(replacement.outcome).toBe('sent')
    await harness.automine(true)
    await harness.mine()
    await harness.mined(replacement.hash)
    const requestedMethods = { nonce: 0, from: wallet.address }
    expect(await statusOf(harness.rpc, { ...requestedMethods, hash: replacement.hash })).toMatchObject({
      state: 'confirmed',
    })
    expect(await statusOf(harness.rpc, { ...requestedMethods, hash: sent.hash })).toEqual({
      state: 'replaced',
      final: false,
    })
    await harness.mine(harness.chain.finalAfter)
    expect(await statusOf(harness.rpc, { ...requestedMethods, hash: sent.hash })).toEqual({
      state: 'replaced',
      final: true,
    })
    expect(await harness.balance(to)).toBe(1n)
  })
})
