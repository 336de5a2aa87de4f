import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { deployToken } from '@openauth/localnet/evm-token'
import { JsonRpcProvider, parseEther } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evmChains } from '../../../../lib/ethereum/chains.ts'
import type { FaultProxy, SendHarness } from '../../../wallets/testing.ts'
import { ledgerOf, startFaultProxy, startSendHarness } from '../../../wallets/testing.ts'
import { newEthereumAddress } from '../../../../lib/ethereum/addresses.testing.ts'

// Regressions: attacks and failures that paid twice, lost a payment, or hid one from a limit.

let node: EvmNode
let proxy: FaultProxy
let harness: SendHarness
let provider: JsonRpcProvider

beforeAll(async () => {
  node = await startEvm({ chainId: evmChains.sepolia.chainId })
  proxy = await startFaultProxy(node.url)
  provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
  harness = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: `${node.url},${proxy.url}` })
})
afterAll(async () => {
  await harness.stop()
  provider.destroy()
  proxy.close()
  await node.stop()
})
afterEach(async () => {
  for (const faults of [proxy.replies, proxy.once, proxy.drop, proxy.dropResponse]) faults.clear()
  await rpc('evm_setAutomine', true)
})

const rpc = (method: string, ...params: unknown[]) => provider.send(method, params)
const fundedUser = async (wei = parseEther('1')) => {
  const user = await harness.user()
  await node.fund(user.ethereum, wei)
  return user
}
const body = (more: object = {}) => ({
  chainName: 'sepolia' as const,
  rpcUrl: node.url,
  toAddress: newEthereumAddress(),
  amount: '1000',
  ...more,
})
const prisma = () => harness.server.resources.db.prisma
const rows = (userId: string) => prisma().transaction.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
/** Moves the times of unsettled rows into the past. */
const age = (userId: string, minutes = 2) => {
  const long = new Date(Date.now() - minutes * 60_000)
  return prisma().transaction.updateMany({
    where: { userId, settledAt: null },
    data: { createdAt: long, submittedAt: long, checkAt: long },
  })
}
/** Runs the monitor until an expectation holds. */
const eventually = (userId: string, holds: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await harness.server.checkTransactions(userId)
      await holds()
    },
    { timeout: 120_000, interval: 100 },
  )
const raiseBaseFee = async () => {
  const fee = (await provider.getBlock('latest'))!.baseFeePerGas ?? 0n
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${(fee * 20n + 10n ** 11n).toString(16)}`)
  await rpc('anvil_mine', '0x1')
}

test('a fee is not raised beyond the balance: the first version stays', async () => {
  const user = await fundedUser()
  await rpc('evm_setAutomine', false)
  const { signature } = await user.client.ethereum.sendToken(body({ amount: String(parseEther('0.9999')) }))
  await raiseBaseFee()
  await age(user.id)
  const calls = proxy.calls.size
  await harness.server.checkTransactions(user.id)
  expect(await rows(user.id)).toMatchObject([{ signature, formerSignatures: [], settledAt: null, cancelled: false }])
  expect(proxy.calls.size).toBe(calls)
})

describe.each(['nonce too low', 'insufficient funds for gas * price + value', 'transaction type not supported'])(
  'a balancer that relays a transaction and answers "%s"',
  (message) => {
    test('does not cause a second payment: a call with the same key returns the confirmed transaction', async () => {
      const user = await fundedUser()
      const input = body({ rpcUrl: proxy.url, idempotencyKey: 'order' })
      let isFaulty = true
      const relayed: boolean[] = []
      // It is mined before the answer: otherwise the cancellation would take its place in the pool.
      proxy.once.set('eth_sendRawTransaction', async (params) => {
        if (!isFaulty) return undefined
        relayed.push(
          await rpc('eth_sendRawTransaction', ...params).then(
            () => true,
            () => false,
          ),
        )
        await rpc('anvil_mine', '0x1')
        return { error: { code: -32000, message } }
      })
      for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
        proxy.once.set(method, () => (isFaulty ? { result: null } : undefined))
      await expect(user.client.ethereum.sendToken(input)).rejects.toMatchObject({ status: expect.any(Number) })
      isFaulty = false
      // The same transaction again is refused, the first time it arrives.
      expect(relayed).toContain(true)
      await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.status).toBe('confirmed'))
      await rpc('anvil_mine', '0x41')
      await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.settledAt).not.toBeNull())
      await user.client.ethereum.sendToken(input)
      expect(await provider.getBalance(input.toAddress)).toBe(1000n)
      expect(await ledgerOf(user)).toHaveLength(1)
    })
  },
)

test('a transaction whose answer was lost is submitted as soon as its node is seen to have it', async () => {
  const user = await fundedUser()
  await rpc('evm_setAutomine', false)
  proxy.dropResponse.add('eth_sendRawTransaction')
  await expect(user.client.ethereum.sendToken(body({ rpcUrl: proxy.url }))).rejects.toThrow('connection')
  expect((await ledgerOf(user))[0]!.status).toBe('created')
  await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.status).toBe('submitted'))
})

test('any version that is mined after a reorganization is recognized', async () => {
  const user = await fundedUser()
  await rpc('evm_setAutomine', false)
  const input = body({ idempotencyKey: 'reorg' })
  const { signature: old } = await user.client.ethereum.sendToken(input)
  const oldRaw = (await rows(user.id))[0]!.signed!
  const fee = (await provider.getBlock('latest'))!.baseFeePerGas ?? 0n
  await raiseBaseFee()
  await age(user.id)
  await eventually(user.id, async () => expect((await rows(user.id))[0]!.formerSignatures).toEqual([old]))
  const raised = (await rows(user.id))[0]!.signature!
  await rpc('anvil_dropTransaction', raised).catch(() => undefined)
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${fee.toString(16)}`)
  const snapshot = await rpc('evm_snapshot')
  await rpc('eth_sendRawTransaction', `0x${Buffer.from(oldRaw).toString('hex')}`)
  await rpc('anvil_mine', '0x1')
  await eventually(user.id, async () => expect((await rows(user.id))[0]!.status).toBe('confirmed'))
  expect(await rows(user.id)).toMatchObject([{ signature: old, formerSignatures: [raised] }])
  await rpc('evm_revert', snapshot)
  await rpc('anvil_dropTransaction', old).catch(() => undefined)
  await eventually(user.id, async () => expect(await provider.getTransaction(raised)).not.toBeNull())
  await rpc('anvil_mine', '0x46')
  await eventually(user.id, async () => expect((await rows(user.id))[0]!.settledAt).not.toBeNull())
  expect(await rows(user.id)).toMatchObject([{ status: 'confirmed', signature: raised }])
  await rpc('evm_setAutomine', true)
  await user.client.ethereum.sendToken(input)
  expect(await provider.getBalance(input.toAddress)).toBe(1000n)
})

test('a transaction that another one replaces after a reorganization is failed, not confirmed', async () => {
  const user = await fundedUser()
  await rpc('evm_setAutomine', false)
  const { signature } = await user.client.ethereum.sendToken(body())
  const snapshot = await rpc('evm_snapshot')
  await rpc('anvil_mine', '0x1')
  await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.status).toBe('confirmed'))
  await rpc('evm_revert', snapshot)
  await rpc('anvil_dropTransaction', signature).catch(() => undefined)
  await rpc('anvil_setNonce', user.ethereum, '0x1')
  await rpc('anvil_mine', '0x50')
  await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.status).toBe('submitted'))
  await age(user.id, 11)
  await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.status).toBe('failed'))
  expect(await rows(user.id)).toMatchObject([{ nonce: null, error: expect.stringContaining('took its place') }])
})

test('one answer of a lagging node cancels nothing', async () => {
  const user = await fundedUser()
  await rpc('evm_setAutomine', false)
  const input = body({ rpcUrl: proxy.url, idempotencyKey: 'lag' })
  await user.client.ethereum.sendToken(input)
  proxy.replies.set('eth_sendRawTransaction', { error: { code: -32000, message: 'insufficient funds: balance 0' } })
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
    proxy.replies.set(method, { result: null })
  await age(user.id)
  await harness.server.checkTransactions(user.id)
  proxy.replies.clear()
  expect((await rows(user.id))[0]).toMatchObject({ settledAt: null, cancelled: false, idempotencyKey: 'lag' })
  await rpc('evm_setAutomine', true)
  await rpc('anvil_mine', '0x1')
  await eventually(user.id, async () => expect((await ledgerOf(user))[0]!.status).toBe('confirmed'))
  await user.client.ethereum.sendToken(input)
  expect(await provider.getBalance(input.toAddress)).toBe(1000n)
})

test('an implausible pending count is refused, and the wallet can still send', async () => {
  const user = await fundedUser()
  proxy.once.set('eth_getTransactionCount', ([, block]) => (block === 'pending' ? { result: '0x3e8' } : undefined))
  const huge = user.client.ethereum.sendToken(body({ rpcUrl: proxy.url }))
  await expect(huge).rejects.toMatchObject({ status: 502, code: 'chain_answer_unusable' })
  expect(await rows(user.id)).toEqual([])
  await user.client.ethereum.sendToken(body({ amount: String(parseEther('0.5')) }))
})

test("a token of another user's contract does not appear in or break balances and history", async () => {
  const [attacker, victim] = [await fundedUser(), await fundedUser()]
  const fake = await deployToken(node.url)
  await fake.mint(attacker.ethereum, 10n)
  await attacker.client.ethereum.sendToken(body({ tokenAddress: fake.address, amount: '1' }))
  await eventually(attacker.id, async () => expect((await ledgerOf(attacker))[0]!.status).toBe('confirmed'))
  await fake.mint(victim.ethereum, 1_000_000_000n)
  expect(await victim.client.wallets.history({ network: 'sepolia' })).toEqual([])
  await rpc('anvil_setCode', fake.address, '0xfe')
  for (const { client } of [victim, attacker])
    expect((await client.wallets.balances({ network: 'sepolia' })).balances).toHaveLength(1)
})

test('a call whose row was removed meanwhile sends nothing and fails with chain_timeout', async () => {
  const user = await fundedUser()
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const slow = await startFaultProxy(node.url, (method) => (method === 'eth_estimateGas' ? held : undefined))
  const other = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: slow.url })
  const late = await other.user()
  await node.fund(late.ethereum, parseEther('1'))
  const outcome = late.client.ethereum.sendToken(body({ rpcUrl: slow.url })).catch((error: unknown) => error)
  const db = other.server.resources.db.prisma
  await vi.waitFor(async () => expect(await db.transaction.count({ where: { userId: late.id } })).toBe(1), 120_000)
  await db.transaction.deleteMany({ where: { userId: late.id, signed: null } })
  go()
  expect(await outcome).toMatchObject({ status: 504, message: expect.stringContaining('Nothing was sent') })
  await other.stop()
  slow.close()
  expect(await rows(user.id)).toEqual([])
})

const sendAsApp = (id: string, values: object) =>
  harness.server.send('POST', `/app/users/${id}/ethereum/send-token`, { token: harness.app.secret, body: values })

test("the app cannot send from a disabled user's wallet", async () => {
  const user = await fundedUser()
  await harness.server.as(harness.adminToken).users.disable({ appId: harness.app.id, id: user.id })
  const answer = await sendAsApp(user.id, body())
  expect([answer.status, answer.body.code]).toEqual([403, 'user_disabled'])
})

test('idempotency keys of a user and of its app are separate', async () => {
  const user = await fundedUser()
  await user.client.ethereum.sendToken(body({ idempotencyKey: 'order 7' }))
  const answer = await sendAsApp(user.id, body({ idempotencyKey: 'order 7' }))
  expect(answer.status).toBe(200)
})
