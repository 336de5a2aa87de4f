import { setTimeout as pause } from 'node:timers/promises'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { JsonRpcProvider, parseEther } from 'ethers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SendHarness, startSendHarness, waitForStatuses } from '../src/features/wallets/testing.ts'
import { evmChains } from '../src/lib/ethereum/chains.ts'
import { startServer, type TestServer } from '../src/testing.ts'
import { newEthereumAddress } from '../src/lib/ethereum/addresses.testing.ts'

// Two servers over one database share nonces, idempotency keys and limits.

let node: EvmNode
let harness: SendHarness
let second: TestServer
let provider: JsonRpcProvider

beforeAll(async () => {
  node = await startEvm({ chainId: evmChains.sepolia.chainId })
  provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
  const environment = { OPENAUTH_EVM_SEPOLIA_RPC_URLS: node.url }
  harness = await startSendHarness(environment)
  const { databaseUrl, dataDir, custody } = harness.server.settings
  second = await startServer({
    ...environment,
    DATABASE_URL: databaseUrl!,
    OPENAUTH_DATA_DIR: dataDir,
    OPENAUTH_KEYRING_FILE: custody.keyringFile,
  })
})
afterAll(async () => {
  await second.stop()
  await harness.stop()
  provider.destroy()
  await node.stop()
})

const body = (more: object = {}) => ({
  chainName: 'sepolia' as const,
  toAddress: newEthereumAddress(),
  amount: '1000',
  ...more,
})

test('nonces, an idempotency key and a daily limit hold over both', async () => {
  const user = await harness.user()
  await node.fund(user.ethereum, parseEther('1'))
  await harness.server.as(harness.adminToken).walletPolicies.updateOfUser({
    appId: harness.app.id,
    id: user.id,
    // Covers twenty sends and their fees, and no further one.
    limits: [{ token: 'sepolia:native', perTransaction: null, perDay: String(parseEther('0.205')) }],
  })
  const { toAddress } = body()
  const amount = String(parseEther('0.01'))
  const clients = [harness.server.as(user.token), second.as(user.token)]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      clients[index % 2]!.ethereum.sendToken(
        body({ toAddress, amount, ...(index < 10 ? { idempotencyKey: 'the same' } : {}) }),
      ),
    ),
  )
  const codes = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : []))
  expect(codes.filter((code) => code !== 'policy_refused' && code !== 'send_in_progress')).toEqual([])
  await waitForStatuses(user, ['confirmed'])
  expect(await provider.getBalance(toAddress)).toBe(parseEther('0.2'))
  expect(await provider.getTransactionCount(user.ethereum)).toBe(20)
})

test("a slow signer does not block other calls' connections", async () => {
  const users = await Promise.all(Array.from({ length: 15 }, () => harness.user()))
  for (const user of users) await node.fund(user.ethereum, parseEther('1'))
  const { signer } = harness.server.resources
  const real = signer.evmTransaction
  let isSlow = true
  const slow = vi.spyOn(signer, 'evmTransaction').mockImplementation(async (...args) => {
    while (isSlow) await pause(20)
    return real(...args)
  })
  const sends = users.map(({ client }) => client.ethereum.sendToken(body()))
  await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(5), { timeout: 120_000 })
  // This call would wait for the signer if it could get no connection.
  expect((await users[0]!.client.account.profile()).id).toBe(users[0]!.id)
  isSlow = false
  expect((await Promise.allSettled(sends)).filter(({ status }) => status === 'rejected')).toEqual([])
  slow.mockRestore()
})
