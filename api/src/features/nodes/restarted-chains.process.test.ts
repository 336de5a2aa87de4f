import { startEvm } from '@openauth/localnet/evm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { freePort } from '../../testing.ts'
import { type SendHarness, startSendHarness, waitForStatuses } from '../wallets/testing.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

// A restarted chain on loopback is a new chain at the same address.

let port: number
const start = () => startEvm({ port, chainId: evmChains.sepolia.chainId })
const second = () => Math.floor(Date.now() / 1000)
/** The first block of a chain holds it: one that starts again in the same second is the same chain. */
let startedIn: number
let node: Awaited<ReturnType<typeof start>>
const harnesses: SendHarness[] = []
beforeAll(async () => {
  port = await freePort()
  node = await start()
  startedIn = second()
})
afterAll(async () => {
  await Promise.all(harnesses.map((harness) => harness.stop()))
  await node.stop()
})

const startWith = async (environment: Record<string, string>) => {
  const harness = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: node.url, ...environment })
  harnesses.push(harness)
  const user = await harness.user()
  await node.fund(user.ethereum, 10n ** 18n)
  const send = () =>
    harness.server.send('POST', '/user/ethereum/send-token', {
      token: user.token,
      body: { chainName: 'sepolia', toAddress: newEthereumAddress(), amount: '1000' },
    })
  return { harness, user, send }
}

test('L1: a restarted chain is accepted in development, with nonces from zero; in production the ledger keeps its rows', async () => {
  const development = await startWith({ NODE_ENV: 'development' })
  const production = await startWith({})
  expect((await development.send()).status).toBe(200)
  expect((await production.send()).status).toBe(200)
  await waitForStatuses(development.user, ['confirmed'])

  await node.stop()
  await expect.poll(second, { timeout: 120_000 }).toBeGreaterThan(startedIn)
  node = await start()
  const { prisma } = development.harness.server.resources.db
  // Waits until the server has detected the new chain.
  const settled = () => prisma.transaction.count({ where: { settledAt: { not: null }, nonce: null } })
  await expect.poll(settled, { timeout: 120_000 }).toBe(1)
  await node.fund(development.user.ethereum, 10n ** 18n)
  expect((await development.send()).status).toBe(200)
  expect(await waitForStatuses(development.user, ['confirmed'])).toHaveLength(2)
  const productionRows = production.harness.server.resources.db.prisma.transaction
  expect(await productionRows.count({ where: { nonce: 0n } })).toBe(1)
})
