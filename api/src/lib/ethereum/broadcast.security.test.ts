import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { broadcast, nextNonce } from './broadcast.ts'
import { createEvmRpc } from './rpc.ts'
import { statusOf } from './status.ts'
import { type FakeAnswer, startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { ETHER, newWallet, sendTransfer, signTransfer, startChain, type TestChain } from './testing.ts'
import { transactionHash } from './sign.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain('sepolia')
})
afterAll(() => harness.stop())

const through = async <T>(
  fakeAnswers: Record<string, FakeAnswer>,
  work: (rpc: TestChain['rpc'], requestedMethods: string[]) => Promise<T>,
) => {
  const fake = await startFakeRpc(harness.url, ({ method }) => fakeAnswers[method])
  return work(createEvmRpc({ url: fake.url, chain: harness.chain, timeoutMs: 500 }), fake.requestedMethods).finally(
    fake.stop,
  )
}
const signed = async (amount = '1') => {
  const [wallet, to] = [await harness.wallet(), newWallet().address]
  const { signed, transaction } = await signTransfer(harness.rpc, wallet, { to, amount })
  return { wallet, to, bytes: signed, hash: transactionHash(signed), nonce: transaction.nonce }
}

describe('double send', () => {
  test('the same bytes broadcast again while pending or mined count as sent, and are not executed twice', async () => {
    const { bytes, hash, to } = await signed('5')
    await harness.automine(false)
    expect(await broadcast(harness.rpc, bytes)).toEqual({ outcome: 'sent', hash })
    expect(await broadcast(harness.rpc, bytes)).toEqual({ outcome: 'sent', hash })
    await harness.automine(true)
    await harness.mine()
    await harness.mined(hash)
    expect(await broadcast(harness.rpc, bytes)).toEqual({ outcome: 'sent', hash })
    expect(await harness.balance(to)).toBe(5n)
  })

  test.each([
    ['already known', -32000],
    ['ALREADY_EXISTS: already known', -32000],
    ['AlreadyKnown', -32010],
    ['Known transaction', -32000],
    ['submit transaction to pool failed: Pool(AlreadyImported(Any { .. }))', -32603],
  ])('"%s" means that the transaction is already sent', async (message, code) => {
    const { bytes } = await signed()
    const answer = { eth_sendRawTransaction: { error: { code, message } } }
    expect(await through(answer, (rpc) => broadcast(rpc, bytes))).toMatchObject({ outcome: 'sent' })
  })

  test('another transaction with the nonce is reported and not taken for this one', async () => {
    const { bytes, wallet, hash, nonce } = await signed()
    await sendTransfer(harness.rpc, wallet, { to: newWallet().address, amount: '2' })
    expect(await broadcast(harness.rpc, bytes)).toMatchObject({ outcome: 'refused', reason: 'nonce_used', hash })
    const requestedMethods = { hash, nonce, from: wallet.address }
    expect(await statusOf(harness.rpc, requestedMethods)).toMatchObject({ state: 'replaced' })
  })

  test.each<[string, FakeAnswer]>([
    ['no response in time', 'hang'],
    ['a dropped connection', 'cut'],
    ['a page of HTML', { status: 200, body: '<html>' }],
    ['a bad gateway', { status: 502, body: 'Bad gateway' }],
    ['too many requests', { status: 429, body: '' }],
    ['another transaction’s hash', { result: `0x${'ab'.repeat(32)}` }],
    ['no hash', { result: null }],
  ])('after %s the outcome is unknown, the transaction is sent once and its hash is returned', async (_, answer) => {
    const { bytes, hash } = await signed()
    await through({ eth_sendRawTransaction: answer }, async (rpc, requestedMethods) => {
      expect(await broadcast(rpc, bytes)).toMatchObject({ outcome: 'unknown', hash })
      expect(requestedMethods.filter((method) => method === 'eth_sendRawTransaction')).toHaveLength(1)
    })
    expect(await broadcast(harness.rpc, bytes)).toEqual({ outcome: 'sent', hash })
  })

  test('after a lost response of a node that accepted it, the status is found by hash', async () => {
    const { bytes, hash, wallet, nonce } = await signed()
    const requestedMethods = { hash, nonce, from: wallet.address }
    expect(await statusOf(harness.rpc, requestedMethods)).toEqual({ state: 'dropped' })
    await harness.automine(false)
    await broadcast(harness.rpc, bytes)
    expect(await statusOf(harness.rpc, requestedMethods)).toEqual({ state: 'submitted' })
    await harness.rpc.call('anvil_dropTransaction', [hash])
    expect(await statusOf(harness.rpc, requestedMethods)).toEqual({ state: 'dropped' })
    await broadcast(harness.rpc, bytes)
    await harness.automine(true)
    await harness.mine()
    await harness.mined(hash)
    expect(await statusOf(harness.rpc, requestedMethods)).toMatchObject({ state: 'confirmed' })
  })

  test('the next nonce counts pending transactions', async () => {
    const wallet = await harness.wallet()
    await harness.automine(false)
    for (const nonce of [0, 1, 2]) {
      const { signed } = await signTransfer(harness.rpc, wallet, { to: newWallet().address, amount: '1', nonce })
      await broadcast(harness.rpc, signed)
    }
    expect(await nextNonce(harness.rpc, wallet.address)).toBe(3)
    await harness.automine(true)
    await harness.mine()
    expect(await nextNonce(harness.rpc, wallet.address)).toBe(3)
    const absurd = { eth_getTransactionCount: { result: '0xffffffffffffffff' } }
    await through(absurd, (rpc) => expect(nextNonce(rpc, wallet.address)).rejects.toMatchObject({ kind: 'malformed' }))
  })
})

describe('refusal reasons', () => {
  const refusals: [string, string][] = [
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce_used'],
    ['OldNonce', 'nonce_used'],
    ['replacement transaction underpriced', 'underpriced'],
    ['transaction underpriced: gas tip cap 1', 'underpriced'],
    ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
    ['max fee per gas less than block base fee', 'underpriced'],
    ['insufficient funds for gas * price + value', 'insufficient_balance'],
    ['intrinsic gas too low', 'other'],
  ]
  test.each(refusals)('"%s" is %s', async (message, reason) => {
    const { bytes } = await signed()
    const answer = { eth_sendRawTransaction: { error: { code: -32000, message } } }
    expect(await through(answer, (rpc) => broadcast(rpc, bytes))).toMatchObject({ outcome: 'refused', reason })
  })

  test('insufficient balance from a real chain, when the funds were spent meanwhile', async () => {
    const { bytes, wallet } = await signed()
    await harness.rpc.call('anvil_setBalance', [wallet.address, '0x1'])
    expect(await broadcast(harness.rpc, bytes)).toMatchObject({ outcome: 'refused', reason: 'insufficient_balance' })
  })

  test('a signature for another chain', async () => {
    const other = await startChain('base')
    const wallet = await other.wallet()
    const { signed } = await signTransfer(other.rpc, wallet, { to: newWallet().address, amount: '1' })
    await harness.fund(wallet.address, ETHER)
    expect(await broadcast(harness.rpc, signed)).toMatchObject({ outcome: 'refused', reason: 'other' })
    await other.stop()
  })
})
