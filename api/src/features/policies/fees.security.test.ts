import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { ComputeBudgetProgram, Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from '../../lib/ethereum/chains.ts'
import { settle } from '../transfers/intent.ts'
import { ledgerOf, type SendHarness, startSendHarness, waitForStatuses } from '../wallets/testing.ts'
import { recordFee } from '../policy-engine/reserve-spend.ts'
import { newEthereumAddress } from '../../lib/ethereum/addresses.testing.ts'

let solana: SolanaNode
let evm: EvmNode
let vara: VaraNode
let harness: SendHarness

beforeAll(async () => {
  ;[solana, evm, vara] = await Promise.all([
    startSolana(),
    startEvm({ chainId: evmChains.sepolia.chainId }),
    startVara(),
  ])
  harness = await startSendHarness({
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_VARA_RPC_URLS: vara.url,
  })
})
afterAll(async () => {
  await harness.stop()
  await Promise.all([solana.stop(), evm.stop(), vara.stop()])
})

type Person = Awaited<ReturnType<SendHarness['user']>>

const funded = async (): Promise<Person> => {
  const user = await harness.user()
  await solana.fund(user.solana, 1_000_000_000n)
  await evm.fund(user.ethereum, 10n ** 18n)
  await vara.fund(user.vara, 10n ** 15n)
  return user
}
const limit = (user: Person, token: string, perDay: bigint) => {
  const limits = [{ token, perTransaction: null, perDay: perDay.toString() }]
  const rules = { limits, unknownPrograms: true }
  return harness.server
    .as(harness.adminToken)
    .walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, ...rules })
}
const refused = { code: 'policy_refused', issues: [expect.objectContaining({ path: 'limits' })] }
const spentBy = async ({ id: userId }: Person) => {
  const rows = await harness.server.resources.db.prisma.spend.findMany({ where: { userId, token: '' } })
  return rows.map(({ amount, fee }) => [BigInt(amount.toFixed()), BigInt(fee.toFixed())])
}

/** A transaction that transfers nothing and offers a priority fee of 0.00098 SOL. */
const burning = async (user: Person) => {
  const payer = new PublicKey(user.solana)
  const latest = await new Connection(solana.url).getLatestBlockhash()
  const tx = new Transaction({ feePayer: payer, ...latest }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 975_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 }),
  )
  return tx.serialize({ requireAllSignatures: false }).toString('base64')
}

test('S14: under a limit of 0 no fee is spent, on any chain', async () => {
  const user = await funded()
  await limit(user, 'solana:native', 0n)
  await expect(user.client.solana.signTransaction({ transaction: await burning(user) })).rejects.toMatchObject(refused)
  await limit(user, 'vara:native', 0n)
  const message = { destination: `0x${'ab'.repeat(32)}`, payload: 'x' }
  await expect(user.client.vara.sendMessage(message)).rejects.toMatchObject(refused)
  await limit(user, 'sepolia:native', 1n)
  const payment = { chainName: 'sepolia', toAddress: newEthereumAddress(), amount: '1' } as const
  await expect(user.client.ethereum.sendToken(payment)).rejects.toMatchObject(refused)
  expect(await ledgerOf(user)).toEqual([])
})

test('S14: fees count towards the daily limit beside the amounts; for the tokens rule they are no payment', async () => {
  const user = await funded()
  await harness.server
    .as(harness.adminToken)
    .walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, tokens: ['vara:native', 'solana:native'] })
  await limit(user, 'solana:native', 1_000_000_000n)
  const pay = () =>
    user.client.solana.sendToken({ address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' })
  await pay()
  const [[amount, fee]] = (await spentBy(user)) as [[bigint, bigint]]
  expect([amount - fee, fee >= 5000n]).toEqual([1_000_000n, true])
  await limit(user, 'solana:native', 2n * amount - 1n)
  await expect(pay()).rejects.toMatchObject(refused)
})

test('S14: a transaction that failed on chain counts its fee; an expired one counts nothing', async () => {
  const user = await funded()
  const send = () =>
    user.client.solana.sendToken({ address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' })
  await send()
  const [row] = await waitForStatuses(user, ['confirmed'])
  const [[, fee]] = (await spentBy(user)) as [[bigint, bigint]]
  const { db } = harness.server.resources
  const reopen = () => db.prisma.transaction.update({ where: { id: row!.id }, data: { settledAt: null } })
  await reopen()
  await settle(db, row!.id, 'failed')
  expect(await spentBy(user)).toEqual([[fee, fee]])
  await reopen()
  await settle(db, row!.id, 'expired')
  expect(await spentBy(user)).toEqual([])
})

test('S14: a fee that this server raises counts with the increase', async () => {
  const user = await funded()
  await user.client.ethereum.sendToken({
    ...({ chainName: 'sepolia', toAddress: newEthereumAddress() } as const),
    amount: '1000',
  })
  const [row] = await ledgerOf(user)
  const [[, fee]] = (await spentBy(user)) as [[bigint, bigint]]
  const raise = (to: bigint) =>
    recordFee(harness.server.resources.db.prisma, { transactionId: row!.id, userId: user.id }, 'sepolia', to)
  await raise(fee * 2n)
  await raise(fee)
  expect(await spentBy(user)).toEqual([[1000n + fee * 2n, fee * 2n]])
})
