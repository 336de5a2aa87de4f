import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import {
  createApproveInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { Transaction as EvmTransaction } from 'ethers/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'
import {
  base64,
  pay,
  type Person,
  type SolanaHarness,
  startSolanaHarness,
} from '../transfers/chains/solana/solana-harness.testing.ts'
import { signInAs } from '../../testing.ts'
import { ledgerOf } from '../wallets/testing.ts'
import { type Asked, createTries, limit, newSolana } from './dry-run.testing.ts'

let harness: SolanaHarness
let evm: EvmNode
beforeAll(async () => {
  evm = await startEvm({ chainId: evmChains.sepolia.chainId })
  harness = await startSolanaHarness({ OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url })
})
afterAll(async () => {
  await harness.stop()
  await evm.stop()
})

const admin = () => harness.server.as(harness.adminToken)
const dryRun = (asked: Omit<Asked, 'appId'>) => admin().walletPolicies.dryRun({ appId: harness.app.id, ...asked })
const path = () => `/admin/apps/${harness.app.id}/wallet-policy/dry-run`

const { tries, sendSol, signing, unknownProgram } = createTries(() => harness)

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => ({ allowed: true, rule: null, reason: null }),
    (error: { code: string; issues?: { path: string; message: string }[]; message: string }) => {
      if (error.code !== 'policy_refused') throw error
      const [issue] = error.issues!
      return { allowed: false, rule: issue!.path, reason: issue!.message }
    },
  )

const funded = async (): Promise<Person> => {
  const user = await harness.fundedUser()
  await evm.fund(user.ethereum, 10n ** 18n)
  return user
}

describe('a dry run decides as the real call does, and names the same rule and reason', () => {
  test.each(tries)('%s', async (name, { rules, asked, made }) => {
    const user = await funded()
    const isPartnerLimit = name === 'a partner beyond its limit'
    if (isPartnerLimit)
      await admin().walletPolicies.update({
        appId: harness.app.id,
        partnerLimits: [{ token: 'solana:native', perDay: '1' }],
      })
    const call = await asked(user)
    const { partnerLimits: _, ...userRules } = rules
    const before = await dryRun({ ...call, userId: user.id, userRules })
    await harness.rule(user, rules)
    const stored = await dryRun({ ...call, userId: user.id })
    const real = await outcomeOf(made(user, call))
    if (isPartnerLimit) await admin().walletPolicies.update({ appId: harness.app.id, partnerLimits: null })
    expect(stored).toMatchObject({ ...real, chain: null })
    expect(before).toEqual(stored)
    expect(stored.missed[0]).toEqual(real.allowed ? undefined : { rule: real.rule, criterion: real.reason })
  })

  test('a program that cannot be read, once a rule restricts the wallet', async () => {
    const user = await funded()
    await harness.rule(user, { denyAddresses: [newSolana()] })
    const call = await unknownProgram.asked(user)
    const tried = await dryRun({ ...call, userId: user.id })
    expect(tried).toMatchObject({ allowed: false, rule: 'unknownPrograms' })
  })

  test('a permission to move tokens later', async () => {
    const user = await funded()
    const mint = Keypair.generate().publicKey
    const account = getAssociatedTokenAddressSync(mint, user.key)
    const approve = signing(({ key }) => createApproveInstruction(account, Keypair.generate().publicKey, key, 5n))
    const tried = await dryRun({ ...(await approve.asked(user)), userId: user.id })
    expect(tried).toMatchObject({ allowed: false, rule: 'approvals', chain: { code: 'transaction_refused' } })
  })
})

test('each missed rule is named once, with its first unmet criterion, in the order of the decision', async () => {
  const recipient = newSolana()
  const rules = { networks: [], tokens: [], denyAddresses: [recipient], limits: limit('solana:native', '1', '2') }
  const { missed, allowed } = await dryRun({ network: 'solana', recipient, amount: '3', rules })
  expect(allowed).toBe(false)
  expect(missed.map(({ rule }) => rule)).toEqual(['networks', 'denyAddresses', 'tokens', 'limits'])
  expect(missed.at(-1)!.criterion).toMatch(/^at most 0.000000001 SOL on Solana may leave at a time, not 0.000000003$/)
})

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const unnamed = newSolana()

test.each([
  ['a token that the server vouches for are written with its own decimals', usdc, 6, '0.5 USDC on Solana'],
  ['a token that the server vouches for do not believe a hostile transaction', usdc, 9, '0.5 USDC on Solana'],
  [
    'another token are written with the decimals that the transaction states',
    unnamed,
    6,
    `0.5 of the token ${unnamed} on Solana`,
  ],
])('amounts of %s', async (_, token, stated, most) => {
  const { publicKey } = await harness.stranger()
  const [mint, to] = [new PublicKey(token), Keypair.generate().publicKey]
  const accounts = [getAssociatedTokenAddressSync(mint, publicKey), getAssociatedTokenAddressSync(mint, to)] as const
  const move = createTransferCheckedInstruction(accounts[0], mint, accounts[1], publicKey, 2_500_000n, stated)
  const transaction = base64(await harness.build(publicKey, move))
  const rules = { limits: limit(`solana:${token}`, '500000', null) }
  const { missed } = await dryRun({ network: 'solana', transaction, rules })
  const criterion = `at most ${most} may leave at a time, not 2.5`
  expect(missed).toContainEqual({ rule: 'limits', criterion })
})

test('without a user: sends of each chain and a fee payer are judged, without their fee', async () => {
  const rules = { tokens: ['solana:native', 'vara:native'] }
  const token = newEthereumAddress()
  const evmSend = { network: 'sepolia', recipient: newEthereumAddress(), amount: '7' } as const
  expect(await dryRun({ ...evmSend, rules })).toMatchObject({ rule: 'tokens', spends: [{ amount: '7', fee: '0' }] })
  expect(await dryRun({ ...evmSend, token })).toMatchObject({ spends: [{ token: `sepolia:${token}`, amount: '7' }] })
  const solanaSend = { network: 'solana', recipient: newSolana(), amount: '7', token: newSolana() } as const
  expect(await dryRun({ ...solanaSend, rules })).toMatchObject({
    rule: 'tokens',
    counterparties: [solanaSend.recipient],
  })
  const stranger = await harness.stranger()
  const transaction = base64(
    await harness.build(stranger.publicKey, pay(stranger.publicKey, Keypair.generate().publicKey, 5_000_000n)),
  )
  expect(await dryRun({ network: 'solana', transaction, rules })).toMatchObject({ allowed: true, chain: null })
})

test('a serialized transaction of an EVM network is judged with its fee, and refused on another network', async () => {
  const to = newEthereumAddress()
  const call = { type: 2, chainId: evmChains.sepolia.chainId, nonce: 0, to, value: 9n, data: '0x' }
  const fees = { gasLimit: 21_000n, maxFeePerGas: 3n, maxPriorityFeePerGas: 1n }
  const transaction = EvmTransaction.from({ ...call, ...fees }).unsignedSerialized
  expect(await dryRun({ network: 'sepolia', transaction })).toMatchObject({
    allowed: true,
    counterparties: [to],
    spends: [{ amount: '63009', fee: '63000' }],
  })
  const other = EvmTransaction.from({ ...call, ...fees, chainId: 1 }).unsignedSerialized
  const refused = { code: 'invalid_transaction', message: expect.stringMatching(/not for sepolia/) }
  await expect(dryRun({ network: 'sepolia', transaction: other })).rejects.toMatchObject(refused)
})

test('a balance that does not suffice is told apart from the policy, which is judged all the same', async () => {
  const poor = await signInAs(harness.server, harness.app.id, 'without money')
  const call = { ...(await sendSol.asked()), userId: poor.id }
  expect(await dryRun(call)).toMatchObject({ allowed: true, chain: { code: 'insufficient_balance' } })
  expect(await dryRun({ ...call, userRules: { tokens: [] } })).toMatchObject({ allowed: false, rule: 'tokens' })
})

test('a dry run that changes limits: a hundred of them sign, store and count nothing', async () => {
  const user = await funded()
  await harness.rule(user, { limits: limit('solana:native', null, '2000000') })
  const { prisma } = harness.server.resources.db
  const counts = () =>
    Promise.all([
      // Of the user: sends of the tests before settle meanwhile.
      prisma.transaction.count(),
      prisma.spend.count({ where: { userId: user.id } }),
      prisma.auditEvent.count(),
      prisma.walletPolicy.count(),
      prisma.rateLimit.count(),
    ])
  const before = await counts()
  const policies = await prisma.walletPolicy.findMany({ orderBy: { ownerId: 'asc' } })
  for (let turn = 0; turn < 10; turn += 1)
    await Promise.all(
      Array.from({ length: 10 }, async () =>
        dryRun({ ...(await sendSol.asked()), userId: user.id, rules: { tokens: [] } }),
      ),
    )
  expect(await counts()).toEqual(before)
  expect(await prisma.walletPolicy.findMany({ orderBy: { ownerId: 'asc' } })).toEqual(policies)
  await sendSol.made(user, await sendSol.asked())
  expect(await ledgerOf(user)).toHaveLength(1)
  const tried = await dryRun({ ...(await sendSol.asked()), userId: user.id })
  expect(tried).toMatchObject({ allowed: false, rule: 'limits', reason: expect.stringMatching(/in 24 hours/) })
})

describe('a dry run of others', () => {
  test('a partner, a user and nobody get 401', async () => {
    const user = await signInAs(harness.server, harness.app.id, 'curious')
    const body = { network: 'solana', recipient: newSolana(), amount: '1' }
    for (const token of [undefined, harness.app.secret, user.token])
      expect((await harness.server.send('POST', path(), { token, body })).status).toBe(401)
  })

  test("another app's user is not found, and a node outside the server's list is not asked", async () => {
    const user = await funded()
    const call = { network: 'solana', recipient: newSolana(), amount: '1' } as const
    const foreign = admin().walletPolicies.dryRun({ appId: harness.other.id, userId: user.id, ...call })
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    await expect(dryRun({ ...call, rpcUrl: 'http://169.254.169.254/' })).rejects.toMatchObject({
      code: 'rpc_not_allowed',
    })
  })

  test.each<[string, object]>([
    ['nothing to try', { network: 'solana' }],
    ['both a transaction and a send', { network: 'solana', transaction: 'AA==', recipient: 'x', amount: '1' }],
    ['a misspelt rule', { network: 'solana', recipient: newSolana(), amount: '1', rules: { tokenz: [] } }],
    ['an amount with a point', { network: 'solana', recipient: newSolana(), amount: '1.5' }],
    ['an address of another chain', { network: 'sepolia', recipient: newSolana(), amount: '1' }],
    ['no transaction', { network: 'sepolia', transaction: '0x00' }],
    ['text for a transaction', { network: 'solana', transaction: 'hello' }],
    ['a transaction of Vara', { network: 'vara', transaction: '0x00' }],
  ])('%s is refused with 400', async (_, body) => {
    const { status } = await harness.server.send('POST', path(), { token: harness.adminToken, body })
    expect(status).toBe(400)
  })
})
