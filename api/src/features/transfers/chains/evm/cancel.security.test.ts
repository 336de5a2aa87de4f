import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { JsonRpcProvider, parseEther } from 'ethers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evmChains } from '../../../../lib/ethereum/chains.ts'
import { type FaultProxy, startFaultProxy, type SendHarness, startSendHarness } from '../../../wallets/testing.ts'
import { newEthereumAddress } from '../../../../lib/ethereum/addresses.testing.ts'

let node: EvmNode
let proxy: FaultProxy
let harness: SendHarness
let provider: JsonRpcProvider

beforeAll(async () => {
  node = await startEvm({ chainId: evmChains.sepolia.chainId })
  proxy = await startFaultProxy(node.url)
  provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
  harness = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: proxy.url })
})
afterAll(async () => {
  await harness.stop()
  provider.destroy()
  proxy.close()
  await node.stop()
})

const rpc = (method: string, ...params: unknown[]) => provider.send(method, params)

test('no version of a cancellation settles the payment as confirmed', async () => {
  const user = await harness.user()
  await node.fund(user.ethereum, parseEther('1'))
  const { transaction } = harness.server.resources.db.prisma
  const rowOf = () => transaction.findFirstOrThrow({ where: { userId: user.id } })
  /** Runs the monitor, after moving the row's times into the past. */
  const checkAfter = async (minutes = 0) => {
    const then = new Date(Date.now() - minutes * 60_000)
    const data = { createdAt: then, submittedAt: then }
    if (minutes > 0) await transaction.updateMany({ where: { userId: user.id }, data })
    await user.checkTransactions()
  }
  await rpc('evm_setAutomine', false)
  let refuses = true
  proxy.once.set('eth_sendRawTransaction', () => {
    const answer = refuses ? { error: { code: -32000, message: 'transaction type not supported' } } : undefined
    refuses = false
    return answer
  })
  const toAddress = newEthereumAddress()
  const send = { chainName: 'sepolia' as const, toAddress, amount: '1000', idempotencyKey: 'cancelled' }
  await expect(user.client.ethereum.sendToken(send)).rejects.toMatchObject({ code: 'transaction_refused' })
  const first = await rowOf()
  expect(first).toMatchObject({ cancelled: true, status: 'created' })
  const fee = (await provider.getBlock('latest'))!.baseFeePerGas ?? 0n
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${(fee * 20n + 10n ** 10n).toString(16)}`)
  await rpc('anvil_mine', '0x1')
  await vi.waitFor(
    async () => {
      await checkAfter(2)
      expect((await rowOf()).formerSignatures).toHaveLength(2)
    },
    { timeout: 120_000, interval: 100 },
  )
  // Fees are low again, and a block includes the first cancellation.
  await rpc('anvil_dropTransaction', (await rowOf()).signature).catch(() => undefined)
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${fee.toString(16)}`)
  await rpc('eth_sendRawTransaction', `0x${Buffer.from(first.signed!).toString('hex')}`)
  await rpc('anvil_mine', '0x1')
  expect((await provider.getTransactionReceipt(first.signature!))?.status).toBe(1)
  await checkAfter()
  expect((await rowOf()).status).not.toBe('confirmed')
  await rpc('anvil_mine', '0x41')
  await vi.waitFor(
    async () => {
      await checkAfter()
      expect((await rowOf()).settledAt).not.toBeNull()
    },
    { timeout: 120_000, interval: 100 },
  )
  expect(await rowOf()).toMatchObject({
    status: 'failed',
    nonce: null,
    idempotencyKey: null,
    signature: first.signature,
    error: expect.stringMatching(/^Cancelled: /),
  })
  expect(await provider.getBalance(toAddress)).toBe(0n)
})
