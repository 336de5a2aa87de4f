import type { Client } from '@openauth/client'
import { Transaction } from 'ethers/transaction'
import { Wallet } from 'ethers/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
} from '../../testing.ts'

// What a policy may have at most is set for app and user apart; what applies is both together, and the defaults.

let server: TestServer
let admin: Client
let app: TestApp
let userId: string
beforeAll(async () => {
  // A serialized transaction is judged without a node's answer.
  server = await testServer({ ...noPublicNodes, OPENAUTH_EVM_SEPOLIA_RPC_URLS: 'http://127.0.0.1:1' })
  const adminToken = await signInAsAdmin(server)
  admin = server.as(adminToken)
  app = await createTestApp(server, adminToken, 'Longest')
  userId = (await signInAs(server, app.id, 'somebody')).id
})
afterAll(() => server.stop())

/** Addresses, each another one. */
const addresses = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) => `0x${(first + n).toString(16).padStart(40, '0')}`)
const tokens = (count: number, first: number) => addresses(count, first).map((address) => `mainnet:${address}`)
const limits = (first: number) => tokens(100, first).map((token) => ({ token, perTransaction: '1', perDay: null }))
const rulesFrom = (first: number) => ({
  networks: ['*' as const],
  rpcUrls: Array.from({ length: 100 }, (_, n) => `https://node-${n}.example`),
  tokens: tokens(1000, first),
  limits: limits(first),
  allowAddresses: addresses(1000, first),
  denyAddresses: addresses(1000, first + 5000),
})
const partnerLimits = tokens(100, 1).map((token) => ({ token, perDay: '1' }))

test('the longest lists of app and user are taken, read again, tried and duplicated', async () => {
  const ofApp = await admin.walletPolicies.update({ appId: app.id, ...rulesFrom(1), partnerLimits })
  expect(ofApp.effective.partnerLimits).toHaveLength(107)
  const ofUser = await admin.walletPolicies.updateOfUser({ appId: app.id, id: userId, ...rulesFrom(10_001) })
  expect([ofUser.effective.limits.length, ofUser.effective.denyAddresses.length]).toEqual([200, 2000])
  expect(await admin.walletPolicies.get({ appId: app.id })).toEqual(ofApp)
  expect(await admin.walletPolicies.getOfUser({ appId: app.id, id: userId })).toEqual(ofUser)
  const { id } = await admin.apps.duplicate({ id: app.id, name: 'A copy' })
  expect((await admin.walletPolicies.get({ appId: id })).effective).toEqual(ofApp.effective)
})

test('a dry run judges rules that are as long, and not stored', async () => {
  const fields = { type: 2, chainId: 11_155_111, nonce: 0, gasLimit: 21_000, maxFeePerGas: 10n ** 9n, value: 1n }
  const payment = Transaction.from({ ...fields, maxPriorityFeePerGas: 1n, to: addresses(1, 9)[0]! })
  const transaction = await Wallet.createRandom().signTransaction(payment)
  const rules = { ...rulesFrom(1), partnerLimits }
  const call = { network: 'sepolia' as const, transaction, rules, userRules: rulesFrom(10_001) }
  const { allowed, effective } = await admin.walletPolicies.dryRun({ appId: app.id, ...call })
  expect([allowed, effective.partnerLimits.length, effective.denyAddresses.length]).toEqual([false, 107, 2000])
})
