import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken, type EvmToken } from '@openauth/localnet/evm-token'
import { getAddress, JsonRpcProvider, parseEther } from 'ethers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { evmChains } from '../../../../lib/ethereum/chains.ts'
import {
  type FaultProxy,
  ledgerOf,
  startFaultProxy,
  type SendHarness,
  startSendHarness,
  waitForStatuses,
} from '../../../wallets/testing.ts'
import { newEthereumAddress } from '../../../../lib/ethereum/addresses.testing.ts'

let node: EvmNode
let proxy: FaultProxy
let harness: SendHarness
let provider: JsonRpcProvider
let token: EvmToken

beforeAll(async () => {
  node = await startEvm({ chainId: evmChains.sepolia.chainId })
  proxy = await startFaultProxy(node.url)
  provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
  harness = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: `${node.url},${proxy.url}` })
  token = await deployToken(node.url)
})
afterAll(async () => {
  await harness.stop()
  provider.destroy()
  proxy.close()
  await node.stop()
})

const rpc = (method: string, ...params: unknown[]) => provider.send(method, params)
const newAddress = () => newEthereumAddress()
const fundedUser = async (wei = parseEther('1')) => {
  const user = await harness.user()
  if (wei > 0n) await node.fund(user.ethereum, wei)
  return user
}
const body = (more: object = {}) => ({
  chainName: 'sepolia' as const,
  rpcUrl: node.url,
  toAddress: newAddress(),
  amount: '1000',
  ...more,
})

test('sends of the native token and an ERC-20 by a partner reach the chain and settle in the ledger', async () => {
  const user = await fundedUser()
  const toAddress = newAddress()
  const send = (credential: string, more: object = {}) =>
    harness.server.send('POST', `/app/users/${user.id}/ethereum/send-token`, {
      token: credential,
      body: body({ toAddress: toAddress.toLowerCase(), ...more }),
    })
  expect((await send(harness.other.secret)).status).toBe(404)
  const native = await send(harness.app.secret)
  expect(native.body.data.signature).toMatch(/^0x[0-9a-f]{64}$/)
  await token.mint(user.ethereum, 500n)
  const erc20 = await send(harness.app.secret, { tokenAddress: token.address.toLowerCase(), amount: '200' })
  expect(erc20.status).toBe(200)
  await vi.waitFor(async () => expect(await provider.getBalance(toAddress)).toBe(1000n), { timeout: 120_000 })
  await vi.waitFor(async () => expect(await token.balanceOf(toAddress)).toBe(200n), { timeout: 120_000 })
  const rows = await waitForStatuses(user, ['confirmed'])
  expect(rows).toMatchObject([
    {
      token: getAddress(token.address),
      amount: '200',
      toAddress,
      network: 'sepolia',
      signature: erc20.body.data.signature,
    },
    { token: null, amount: '1000', toAddress, fromAddress: user.ethereum, settledAt: null },
  ])
  await rpc('anvil_mine', '0x41')
  await vi.waitFor(async () => expect((await ledgerOf(user)).every((row) => row.settledAt)).toBe(true), {
    timeout: 120_000,
    interval: 300,
  })
})

test('200 concurrent sends from one wallet get 200 nonces without a failure', async () => {
  const user = await fundedUser()
  const toAddress = newAddress()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => user.client.ethereum.sendToken(body({ toAddress, amount: '7' }))),
  )
  const failed = outcomes.filter((each) => each.status === 'rejected').map((each) => String(each.reason))
  expect(failed).toEqual([])
  const hashes = new Set(outcomes.map((each) => each.status === 'fulfilled' && each.value.signature))
  expect(hashes.size).toBe(200)
  await vi.waitFor(async () => expect(await provider.getBalance(toAddress)).toBe(1400n), { timeout: 120_000 })
  expect(await provider.getTransactionCount(user.ethereum)).toBe(200)
  const rows = await harness.server.resources.db.prisma.transaction.findMany({ where: { userId: user.id } })
  expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(200)
})

test('concurrent sends do not exceed the balance', async () => {
  const user = await fundedUser(parseEther('0.01'))
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => user.client.ethereum.sendToken(body({ amount: String(parseEther('0.004')) }))),
  )
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  expect(outcomes.length - reasons.length).toBe(2)
  // By the reservations in the ledger, or by the chain where the first two are mined already.
  for (const reason of reasons)
    expect(reason).toMatch(/^Insufficient balance: (\d+ wei are needed|The wallet lacks wei)/)
  await waitForStatuses(user, ['confirmed'])
})

describe('double send', () => {
  test('of 20 concurrent calls with one key one sends', async () => {
    const user = await fundedUser()
    const input = body({ idempotencyKey: 'order 1' })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => user.client.ethereum.sendToken(input)))
    const hashes = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.signature] : []))
    expect(new Set(hashes).size).toBe(1)
    await expect(user.client.ethereum.sendToken({ ...input, amount: '1' })).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    })
    await waitForStatuses(user, ['confirmed'])
    expect(await provider.getBalance(input.toAddress)).toBe(1000n)
  })

  test.each(['drop', 'dropResponse'] as const)(
    'a signed transaction whose broadcast has the fault %s is mined once, with the same bytes',
    async (fault) => {
      const user = await fundedUser()
      const input = body({ rpcUrl: proxy.url, idempotencyKey: 'lost' })
      proxy[fault].add('eth_sendRawTransaction')
      const refusal = { status: 502, code: 'chain_unavailable', message: expect.stringContaining('keeps sending it') }
      await expect(user.client.ethereum.sendToken(input)).rejects.toMatchObject(refusal)
      proxy[fault].clear()
      const [row] = await waitForStatuses(user, ['confirmed'])
      expect((await user.client.ethereum.sendToken(input)).signature).toBe(row!.signature)
      expect(await provider.getBalance(input.toAddress)).toBe(1000n)
      expect(await provider.getTransactionCount(user.ethereum)).toBe(1)
    },
  )

  test('a transaction that the node refuses is cancelled: later nonces proceed, and its key becomes free', async () => {
    const user = await fundedUser()
    const input = body({ rpcUrl: proxy.url, idempotencyKey: 'refused' })
    let refuses = true
    proxy.once.set('eth_sendRawTransaction', () => {
      const answer = refuses ? { error: { code: -32000, message: 'transaction type not supported' } } : undefined
      refuses = false
      return answer
    })
    const refusal = { code: 'transaction_refused', message: expect.stringContaining('is being cancelled') }
    await expect(user.client.ethereum.sendToken(input)).rejects.toMatchObject(refusal)
    proxy.once.clear()
    await expect(user.client.ethereum.sendToken(input)).rejects.toMatchObject({ code: 'send_in_progress' })
    const next = body()
    await user.client.ethereum.sendToken(next)
    await vi.waitFor(async () => expect(await provider.getBalance(next.toAddress)).toBe(1000n), { timeout: 120_000 })
    await rpc('anvil_mine', '0x41')
    await vi.waitFor(
      async () => {
        const failed = (await ledgerOf(user)).find(({ status }) => status === 'failed')
        expect(failed).toMatchObject({ error: expect.stringMatching(/^Cancelled: .*not supported/) })
      },
      { timeout: 120_000, interval: 300 },
    )
    await user.client.ethereum.sendToken(input)
    await vi.waitFor(async () => expect(await provider.getBalance(input.toAddress)).toBe(1000n), { timeout: 120_000 })
  })
})

describe('a stuck transaction', () => {
  /** Moves the times of unsettled rows into the past and runs the monitor. */
  const age = async (userId: string) => {
    const long = new Date(Date.now() - 120_000)
    await harness.server.resources.db.prisma.transaction.updateMany({
      where: { userId, settledAt: null },
      data: { createdAt: long, submittedAt: long },
    })
    await harness.server.checkTransactions(userId)
  }

  test('with a fee that has become too low is replaced with a higher fee and pays once', async () => {
    const user = await fundedUser()
    await rpc('evm_setAutomine', false)
    const input = body()
    const { signature } = await user.client.ethereum.sendToken(input)
    const fee = (await provider.getBlock('latest'))!.baseFeePerGas ?? 0n
    await rpc('anvil_setNextBlockBaseFeePerGas', `0x${(fee * 20n + 10n ** 10n).toString(16)}`)
    await rpc('anvil_mine', '0x1')
    const [row] = await vi.waitFor(
      async () => {
        await age(user.id)
        const rows = await harness.server.resources.db.prisma.transaction.findMany({ where: { userId: user.id } })
        expect(rows[0]!.formerSignatures).toEqual([signature])
        return rows
      },
      { timeout: 120_000, interval: 100 },
    )
    await rpc('evm_setAutomine', true)
    await rpc('anvil_mine', '0x1')
    await waitForStatuses(user, ['confirmed'])
    expect(await provider.getBalance(input.toAddress)).toBe(1000n)
    expect(await provider.getTransactionReceipt(row!.signature!)).not.toBeNull()
    expect(await provider.getTransactionReceipt(signature)).toBeNull()
  })

  test('behind a nonce gap proceeds after the monitor fills the gap', async () => {
    const user = await fundedUser()
    const first = body()
    await rpc('evm_setAutomine', false)
    const { signature } = await user.client.ethereum.sendToken(first)
    const second = body()
    await user.client.ethereum.sendToken(second)
    // The node drops the first and its row is settled: the second waits for an unused nonce.
    await rpc('anvil_dropTransaction', signature)
    const { db } = harness.server.resources
    await db.prisma.transaction.updateMany({
      where: { userId: user.id, signature },
      data: { status: 'failed', nonce: null, settledAt: new Date() },
    })
    await rpc('evm_setAutomine', true)
    await age(user.id)
    await vi.waitFor(async () => expect(await provider.getBalance(second.toAddress)).toBe(1000n), {
      timeout: 120_000,
      interval: 200,
    })
    expect(await provider.getBalance(first.toAddress)).toBe(0n)
    expect(await provider.getTransactionCount(user.ethereum)).toBe(2)
  })
})
