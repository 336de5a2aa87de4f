import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { nativeAmountOf, type PartnerLimit } from '@openauth/client'
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer } from '../../testing.ts'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { settle } from '../transfers/intent.ts'
import { ledgerOf, type SendHarness, startSendHarness, waitForStatuses } from '../wallets/testing.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

let solana: SolanaNode
let evm: EvmNode
let vara: VaraNode
let harness: SendHarness

beforeAll(async () => {
  const mainnet = startEvm({ chainId: evmChains.mainnet.chainId })
  ;[solana, evm, vara] = await Promise.all([startSolana(), mainnet, startVara()])
  harness = await startSendHarness({
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_EVM_MAINNET_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: vara.url,
  })
})
afterAll(async () => {
  await harness.stop()
  await Promise.all([solana.stop(), evm.stop(), vara.stop()])
})

const SOL = 1_000_000_000n
const ETH = 10n ** 18n
let serial = 0

/** Each test has an app of its own: the limit counts what all users of an app send. */
const newApp = () => createTestApp(harness.server, harness.adminToken, `Partner ${(serial += 1)}`)
const holder = async (app: TestApp) => {
  const { id, client } = await signInAs(harness.server, app.id, `holder ${(serial += 1)}`)
  return { id, ...(await client.account.wallets()), client }
}
const raise = (app: TestApp, partnerLimits: PartnerLimit[] | null) =>
  harness.server.as(harness.adminToken).walletPolicies.update({ appId: app.id, partnerLimits })
const refusal = { status: 403, code: 'policy_refused', issues: [expect.objectContaining({ path: 'partnerLimits' })] }
const paySol = (app: TestApp, id: string, amount: bigint) =>
  app.client.appSolana.sendToken({
    id,
    address: Keypair.generate().publicKey.toBase58(),
    token: 'SOL',
    amount: amount.toString(),
  })
const payEth = (app: TestApp, id: string, amount: bigint) =>
  app.client.appEthereum.sendToken({
    id,
    chainName: 'mainnet',
    toAddress: newEthereumAddress(),
    amount: amount.toString(),
  })

test('S6: a stolen secret cannot empty the wallets: all wallets of an app together send at most the default limit', async () => {
  const app = await newApp()
  const holders = await Promise.all(Array.from({ length: 5 }, () => holder(app)))
  for (const { ethWallet } of holders) await evm.fund(ethWallet, 2n * ETH)
  const [first, ...others] = holders
  await payEth(app, first!.id, (15n * ETH) / 100n)
  for (const { id } of others) await expect(payEth(app, id, ETH)).rejects.toMatchObject(refusal)
  await payEth(app, others[0]!.id, (4n * ETH) / 100n)
  // The limit does not apply to the owner.
  await first!.client.ethereum.sendToken({
    chainName: 'mainnet',
    toAddress: newEthereumAddress(),
    amount: ETH.toString(),
  })
})

test('S6: the refusal names the limit, what remains and when more becomes available, and changes nothing', async () => {
  const app = await newApp()
  const { id, solWallet, client } = await holder(app)
  await solana.fund(solWallet, 10n * SOL)
  await paySol(app, id, 2n * SOL)
  const { amount, createdAt } = await harness.server.resources.db.prisma.spend.findFirstOrThrow({
    where: { userId: id },
  })
  const left = 3n * SOL - BigInt(amount.toFixed())
  const error: Error = await paySol(app, id, 2n * SOL).then(
    () => new Error('sent'),
    (refused: Error) => refused,
  )
  expect(error).toMatchObject(refusal)
  expect(error.message).toContain('at most 3 SOL on Solana in 24 hours')
  expect(error.message).toContain(`${nativeAmountOf('solana', left.toString())} is left`)
  expect(error.message).toContain(new Date(createdAt.getTime() + 86_400_000).toISOString())
  expect(error.message).toContain('an admin raises it with partnerLimits')
  expect(await ledgerOf({ id, token: '', client })).toHaveLength(1)
})

test('S6: of 20 concurrent sends from 20 wallets, as many succeed as the limit allows', async () => {
  const app = await newApp()
  const holders = await Promise.all(Array.from({ length: 20 }, () => holder(app)))
  for (const { ethWallet } of holders) await evm.fund(ethWallet, ETH)
  // Five payments of 10^15 wei and their fees fit; six do not.
  await raise(app, [{ token: 'mainnet:native', perDay: (55n * 10n ** 14n).toString() }])
  const outcomes = await Promise.allSettled(holders.map(({ id }) => payEth(app, id, 10n ** 15n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject(refusal)
})

test("S6: an admin raises a limit or removes all, and it is audited; other apps and the app's users are not affected", async () => {
  const app = await newApp()
  const { id, solWallet } = await holder(app)
  await solana.fund(solWallet, 20n * SOL)
  await expect(paySol(app, id, 4n * SOL)).rejects.toMatchObject(refusal)
  const raised = { token: 'solana:native', perDay: (5n * SOL).toString() }
  const { own, effective } = await raise(app, [raised])
  expect(own.partnerLimits).toEqual([raised])
  expect(effective.partnerLimits).toContainEqual({ token: '*', perDay: '0' })
  expect(effective.partnerLimits.filter(({ token }) => token === 'solana:native')).toEqual([raised])
  await paySol(app, id, 4n * SOL)
  await expect(paySol(app, id, SOL)).rejects.toMatchObject(refusal)
  await raise(app, [{ token: '*', perDay: null }])
  await paySol(app, id, 4n * SOL)
  const { data } = await harness.server
    .as(harness.adminToken)
    .audit.list({ appId: app.id, action: 'wallet-policy.update' })
  expect(data[0]).toMatchObject({ actor: 'admin', details: { partnerLimits: '[{"token":"*","perDay":null}]' } })
  await raise(app, null)
  await expect(paySol(app, id, 1_000_000n)).rejects.toMatchObject(refusal)
})

test('S6: sends older than a day do not count, those that took nothing never count, pending ones always do', async () => {
  const app = await newApp()
  const { id, solWallet, client } = await holder(app)
  const user = { id, token: '', client }
  const { db } = harness.server.resources
  const age = () =>
    db.prisma.spend.updateMany({ where: { userId: id }, data: { createdAt: new Date(Date.now() - 86_460_000) } })
  await solana.fund(solWallet, 10n * SOL)
  const pay = () => paySol(app, id, 2n * SOL)
  await pay()
  await expect(pay()).rejects.toMatchObject(refusal)
  await waitForStatuses(user, ['confirmed'])
  await age()
  await pay()
  await waitForStatuses(user, ['confirmed'])
  const [last] = await ledgerOf(user)
  const reopen = { settledAt: null, status: 'submitted', rpcUrl: 'https://gone.example' } as const
  await db.prisma.transaction.update({ where: { id: last!.id }, data: reopen })
  await age()
  await expect(pay()).rejects.toMatchObject(refusal)
  await settle(db, last!.id, 'expired')
  await pay()
})

test('S6: an app secret cannot call programs that cannot be decoded, since they may take more than the simulation shows', async () => {
  const app = await newApp()
  const { id, solWallet, client } = await holder(app)
  await solana.fund(solWallet, 5n * SOL)
  const payer = new PublicKey(solWallet)
  // A program of every chain that this server does not decode. Without signatures to verify it does nothing.
  const programId = new PublicKey('Ed25519SigVerify111111111111111111111111111')
  const latest = await new Connection(solana.url).getLatestBlockhash()
  const call = new TransactionInstruction({ programId, keys: [], data: Buffer.of(0, 0) })
  const tx = new Transaction({ feePayer: payer, ...latest }).add(call)
  const transaction = tx.serialize({ requireAllSignatures: false }).toString('base64')
  const sign = () => app.client.appSolana.signTransaction({ id, transaction, isSend: false })
  const unknown = { code: 'policy_refused', issues: [expect.objectContaining({ path: 'unknownPrograms' })] }
  await expect(sign()).rejects.toMatchObject(unknown)
  await client.solana.signTransaction({ transaction, isSend: false })
  await raise(app, [{ token: '*', perDay: null }])
  await sign()
})

test('S6: messages to programs on Vara count the amount that they transfer', async () => {
  const app = await newApp()
  const { id, dotWallet } = await holder(app)
  await vara.fund(dotWallet, 10n ** 17n)
  await raise(app, [{ token: 'vara:native', perDay: '1000000000000000' }])
  const message = { id, destination: `0x${'ab'.repeat(32)}`, payload: '0x01' }
  await app.client.appVara.sendMessage(message)
  const more = { ...message, value: '1000000000000000' }
  await expect(app.client.appVara.sendMessage(more)).rejects.toMatchObject(refusal)
})

test('S6: apps on a server with legacy defaults start without partner limits', async () => {
  const legacy = await testServer({ OPENAUTH_APP_DEFAULTS: 'legacy' })
  const admin = legacy.as(await signInAsAdmin(legacy))
  const { id: appId } = await admin.apps.create({ name: 'Legacy' })
  expect((await admin.walletPolicies.get({ appId })).effective.partnerLimits).toEqual([{ token: '*', perDay: null }])
  await legacy.stop()
})
