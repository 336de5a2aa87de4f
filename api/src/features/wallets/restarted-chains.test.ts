import { startEvm } from '@openauth/localnet/evm'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { freePort } from '../../testing.ts'
import { type SendHarness, startSendHarness, waitForStatuses } from './testing.ts'

// A chain on loopback that is started again is a new one at the same address.

let port: number
const start = () => startEvm({ port, chainId: evmChains.sepolia.chainId })
let node: Awaited<ReturnType<typeof start>>
const stages: SendHarness[] = []
beforeAll(async () => {
  port = await freePort()
  node = await start()
})
afterAll(async () => {
  await Promise.all(stages.map((harness) => harness.stop()))
  await node.stop()
})

const stageWith = async (environment: Record<string, string>) => {
  const harness = await startSendHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: node.url, ...environment })
  stages.push(harness)
  const user = await harness.user()
  await node.fund(user.ethereum, 10n ** 18n)
  const send = () =>
    harness.server.send('POST', '/user/ethereum/send-token', {
      token: user.token,
      body: { chainName: 'sepolia', toAddress: Wallet.createRandom().address, amount: '1000' },
    })
  return { stage: harness, user, send }
}

test('L1: in development a restarted chain is accepted, with nonces from zero; elsewhere the ledger keeps its rows', async () => {
  const development = await stageWith({ NODE_ENV: 'development' })
  const production = await stageWith({})
  expect((await development.send()).status).toBe(200)
  expect((await production.send()).status).toBe(200)
  await waitForStatuses(development.user, ['confirmed'])

  await node.stop()
  node = await start()
  const { prisma } = development.stage.server.resources.db
  // Sends before the new chain is met are of neither.
  const settled = () => prisma.transaction.count({ where: { settledAt: { not: null }, nonce: null } })
  await expect.poll(settled, { timeout: 20_000 }).toBe(1)
  await node.fund(development.user.ethereum, 10n ** 18n)
  expect((await development.send()).status).toBe(200)
  expect(await waitForStatuses(development.user, ['confirmed'])).toHaveLength(2)
  const kept = production.stage.server.resources.db.prisma.transaction
  expect(await kept.count({ where: { nonce: 0n } })).toBe(1)
})
