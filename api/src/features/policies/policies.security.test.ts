import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, WalletPolicy } from '@openauth/client'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { settle } from '../transfers/intent.ts'
import { ledgerOf, type SendHarness, startSendHarness, waitForStatuses } from '../wallets/testing.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

let solana: SolanaNode
let evm: EvmNode
let harness: SendHarness
let admin: Client

beforeAll(async () => {
  solana = await startSolana()
  evm = await startEvm({ chainId: evmChains.sepolia.chainId })
  harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: solana.url, OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url })
  admin = harness.server.as(harness.adminToken)
})
afterAll(async () => {
  await harness.stop()
  await Promise.all([solana.stop(), evm.stop()])
})

type Person = Awaited<ReturnType<SendHarness['user']>>
const newSolana = () => Keypair.generate().publicKey.toBase58()
const newEvm = () => newEthereumAddress()

const funded = async (): Promise<Person> => {
  const user = await harness.user()
  await solana.fund(user.solana, 1_000_000_000n)
  await evm.fund(user.ethereum, 10n ** 18n)
  return user
}
const rule = (user: Person, rules: { [N in keyof WalletPolicy]?: WalletPolicy[N] | null }) =>
  admin.walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, ...rules })
const onSolana = (user: Person, more: object = {}) =>
  user.client.solana.sendToken({ address: newSolana(), token: 'SOL', amount: '1000000', ...more })
const onEvm = (user: Person, more: object = {}) =>
  user.client.ethereum.sendToken({ chainName: 'sepolia', toAddress: newEvm(), amount: '1000', ...more })
const refusedBy = (path: string) => ({
  status: 403,
  code: 'policy_refused',
  issues: [expect.objectContaining({ path })],
})

describe('a rule refuses what it does not allow, is named, and nothing is signed', () => {
  const cases: [keyof WalletPolicy, unknown, (user: Person) => Promise<unknown>][] = [
    ['networks', ['solana'], (user) => onEvm(user)],
    ['networks', ['sepolia'], (user) => onSolana(user)],
    ['rpcUrls', ['https://elsewhere.example'], (user) => onSolana(user)],
    ['tokens', ['sepolia:native'], (user) => onSolana(user)],
    ['tokens', [], (user) => onEvm(user)],
    ['limits', [{ token: 'solana:native', perTransaction: '999999', perDay: null }], (user) => onSolana(user)],
    ['limits', [{ token: 'sepolia:native', perTransaction: null, perDay: '999' }], (user) => onEvm(user)],
    ['allowAddresses', [newSolana()], (user) => onSolana(user)],
    ['allowAddresses', [], (user) => onEvm(user)],
    ['messageSigning', false, (user) => user.client.solana.signMessage({ message: 'hello' })],
  ]
  test.each(cases)('%s %j', async (name, value, send) => {
    const user = await funded()
    await rule(user, { [name]: value })
    await expect(send(user)).rejects.toMatchObject(refusedBy(name))
    expect(await ledgerOf(user)).toEqual([])
  })

  test('denyAddresses applies in either case of writing, whatever else allows the address', async () => {
    const user = await funded()
    const toAddress = newEvm()
    await rule(user, { denyAddresses: [toAddress.toLowerCase()], allowAddresses: [toAddress, '*'] })
    await expect(onEvm(user, { toAddress })).rejects.toMatchObject(refusedBy('denyAddresses'))
    await onEvm(user)
  })

  test('privateKeyExport', async () => {
    const user = await funded()
    await admin.apps.update({ id: harness.app.id, privateKeyExportEnabled: true })
    await rule(user, { privateKeyExport: false })
    await expect(user.client.solana.privateKey()).rejects.toMatchObject(refusedBy('privateKeyExport'))
    await rule(user, { privateKeyExport: null })
    expect(await user.client.solana.privateKey()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  })
})

test("a user's rule cannot allow what its app denies; the user's other rules replace the app's", async () => {
  const user = await funded()
  const [bad, worse] = [newSolana(), newSolana()]
  await admin.walletPolicies.update({ appId: harness.app.id, denyAddresses: [bad], networks: ['sepolia'] })
  await rule(user, { denyAddresses: [worse], networks: ['solana'] })
  for (const address of [bad, worse])
    await expect(onSolana(user, { address })).rejects.toMatchObject(refusedBy('denyAddresses'))
  await onSolana(user)
  await expect(onSolana(await funded())).rejects.toMatchObject(refusedBy('networks'))
  const { own, effective } = await admin.walletPolicies.updateOfUser({
    appId: harness.app.id,
    id: user.id,
    networks: null,
  })
  expect([own.networks, effective.networks]).toEqual([undefined, ['sepolia']])
  await admin.walletPolicies.update({ appId: harness.app.id, denyAddresses: null, networks: null })
})

test("a user's limit of one token keeps the app's limits of others; * denies every address", async () => {
  const user = await funded()
  const limit = (token: string, perTransaction: string) => ({ token, perTransaction, perDay: null })
  await admin.walletPolicies.update({ appId: harness.app.id, limits: [limit('sepolia:native', '1')] })
  await rule(user, { limits: [limit(`sepolia:${newEvm()}`, '5')] })
  await expect(onEvm(user)).rejects.toMatchObject(refusedBy('limits'))
  await rule(user, { limits: [limit('sepolia:native', (10n ** 18n).toString())] })
  await onEvm(user)
  await admin.walletPolicies.update({ appId: harness.app.id, limits: null })
  await rule(user, { limits: null, denyAddresses: ['*'] })
  await expect(onEvm(user)).rejects.toMatchObject(refusedBy('denyAddresses'))
})

test('once a rule restricts the wallet, programs that cannot be decoded are off, unless a rule allows them', async () => {
  const user = await funded()
  const effective = async (rules: Parameters<typeof rule>[1]) => (await rule(user, rules)).effective.unknownPrograms
  expect(await effective({})).toBe(true)
  expect(await effective({ tokens: ['solana:native'] })).toBe(false)
  expect(await effective({ unknownPrograms: true })).toBe(true)
  expect(await effective({ tokens: null, unknownPrograms: null })).toBe(true)
})

describe('daily limits', () => {
  test('of many concurrent sends as many succeed as the limit allows', async () => {
    const user = await funded()
    // Five payments of 10^15 wei and their fees fit; six do not.
    await rule(user, {
      limits: [{ token: 'sepolia:native', perTransaction: null, perDay: (55n * 10n ** 14n).toString() }],
    })
    const amount = (10n ** 15n).toString()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => onEvm(user, { amount })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject(refusedBy('limits'))
  })

  test('spends older than a day do not count, those that took nothing never count, pending ones always do', async () => {
    const user = await funded()
    const { db } = harness.server.resources
    const age = () =>
      db.prisma.spend.updateMany({
        where: { userId: user.id },
        data: { createdAt: new Date(Date.now() - 86_460_000) },
      })
    await rule(user, { limits: [{ token: 'solana:native', perTransaction: null, perDay: '1500000' }] })
    await onSolana(user)
    await expect(onSolana(user)).rejects.toMatchObject(refusedBy('limits'))
    await waitForStatuses(user, ['confirmed'])
    await age()
    await onSolana(user)
    await expect(onSolana(user)).rejects.toMatchObject(refusedBy('limits'))
    await waitForStatuses(user, ['confirmed'])
    // Makes the last transaction pending again.
    const [last] = await ledgerOf(user)
    const reopen = { settledAt: null, status: 'submitted', rpcUrl: 'https://gone.example' } as const
    await db.prisma.transaction.update({ where: { id: last!.id }, data: reopen })
    await age()
    await expect(onSolana(user)).rejects.toMatchObject(refusedBy('limits'))
    await settle(db, last!.id, 'expired')
    await onSolana(user)
  })

  test('a transaction that was only signed counts: its holder may send it', async () => {
    const user = await funded()
    await rule(user, { limits: [{ token: 'solana:native', perTransaction: null, perDay: '1500000' }] })
    const { Connection, PublicKey, SystemProgram, Transaction } = await import('@solana/web3.js')
    const from = new PublicKey(user.solana)
    const latest = await new Connection(solana.url).getLatestBlockhash()
    const tx = new Transaction({ feePayer: from, ...latest }).add(
      SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(newSolana()), lamports: 1_000_000n }),
    )
    const transaction = tx.serialize({ requireAllSignatures: false }).toString('base64')
    await user.client.solana.signTransaction({ transaction, isSend: false })
    await expect(onSolana(user)).rejects.toMatchObject(refusedBy('limits'))
  })
})

describe('changing rules', () => {
  test('is for admins, only for users of the named app, and is audited', async () => {
    const user = await funded()
    const path = `/admin/apps/${harness.app.id}/users/${user.id}/wallet-policy`
    const patch = (token: string, to = path) =>
      harness.server.send('PATCH', to, { token, body: { messageSigning: false } })
    expect((await patch(user.token)).status).toBe(401)
    expect((await patch(harness.app.secret)).status).toBe(401)
    expect((await patch(harness.adminToken, path.replace(harness.app.id, harness.other.id))).status).toBe(404)
    expect((await patch(harness.adminToken)).status).toBe(200)
    const { data } = await admin.audit.list({ appId: harness.app.id, action: 'wallet-policy.update' })
    expect(data[0]).toMatchObject({ targetId: user.id, details: { messageSigning: 'false' } })
  })

  test.each([
    { networks: ['dogecoin'] },
    { tokens: ['SOL'] },
    { tokens: ['nowhere:native'] },
    { limits: [{ token: 'solana:native', perDay: '-1' }] },
    { limits: [{ token: 'solana:native', perDay: '1.5' }] },
    // A misspelt rule that was ignored would leave no limit.
    { limits: [{ token: 'solana:native', perTransation: '1' }] },
    { partnerLimits: [{ token: 'solana:native', perDay: null, limit: '1' }] },
    { messageSigning: 'yes' },
    { denyAddresses: [''] },
    { denyAddresses: ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] },
    { denyAddresses: ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] },
    { limits: [{ token: 'sepolia:ETH', perTransaction: '1' }] },
    { limits: [{ token: 'sepolia:NATIVE', perTransaction: '1' }] },
    { tokens: ['vara:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] },
  ])('%j is refused', async (rules) => {
    const answer = await harness.server.send('PATCH', `/admin/apps/${harness.app.id}/wallet-policy`, {
      token: harness.adminToken,
      body: rules,
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })

  test('concurrent changes are all applied', async () => {
    const user = await funded()
    const changes = { messageSigning: false, approvals: true, durableNonces: true, networks: ['solana' as const] }
    await Promise.all(Object.entries(changes).map(([name, value]) => rule(user, { [name]: value })))
    const { own } = await admin.walletPolicies.getOfUser({ appId: harness.app.id, id: user.id })
    expect(own).toEqual(changes)
  })
})
