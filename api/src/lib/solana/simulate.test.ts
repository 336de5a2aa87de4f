import { createMint } from '@openauth/localnet/solana-tokens'
import {
  AuthorityType,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOKEN_PROGRAM } from './addresses.ts'
import { explain } from './explain.ts'
import { simulateTransaction } from './simulate.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, startChain, startProxy, type TestWallet } from './solana.testing.ts'

let chain: Awaited<ReturnType<typeof startChain>>
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.node.stop())

const simulate = (wallet: TestWallet, ...instructions: TransactionInstruction[]) =>
  simulateTransaction(chain.rpc, legacyOf(wallet.address, SOME_BLOCKHASH, ...instructions), wallet.address)
const transfer = (from: TestWallet, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.keypair.publicKey, toPubkey: newWallet().keypair.publicKey, lamports })

test('simulates without a signature or blockhash of this chain, and changes nothing', async () => {
  const wallet = await chain.fundedWallet()
  for (const _ of [1, 2]) {
    expect(await simulate(wallet, transfer(wallet, 1_000_000))).toMatchObject({
      failure: undefined,
      lamports: -1_005_000n,
    })
  }
})

test.each([
  [2_000_000_000, 'insufficient_funds', 'moves more SOL than the account holds'],
  [1000, 'insufficient_funds', 'rent'],
])('a transfer of %i lamports fails with %s', async (lamports, code, words) => {
  const wallet = await chain.fundedWallet()
  const { failure, lamports: change, tokens } = await simulate(wallet, transfer(wallet, lamports))
  expect(failure).toMatchObject({ code, message: expect.stringContaining(words) as string })
  expect({ change, tokens }).toEqual({ change: 0n, tokens: [] })
})

test('a payer without an account fails with account_not_found or insufficient_funds', async () => {
  const wallet = newWallet()
  const { failure } = await simulate(wallet, transfer(wallet, 1_000_000))
  expect(['account_not_found', 'insufficient_funds']).toContain(failure?.code)
})

test.each(['token', 'token-2022'] as const)('errors of %s are described in text', async (program) => {
  const wallet = await chain.fundedWallet()
  const other = await chain.fundedWallet()
  const holders = { [wallet.address]: 5n, [other.address]: 5n }
  const mint = await createMint(chain.node, { program, holders })
  const [from, to] = [wallet, other].map(({ address }) => new PublicKey(mint.accountOf(address)))
  const programId = new PublicKey(mint.program)
  const owner = wallet.keypair.publicKey
  const checked = (authority: PublicKey, amount: bigint, decimals: number) =>
    createTransferCheckedInstruction(
      from!,
      new PublicKey(mint.address),
      to!,
      authority,
      amount,
      decimals,
      [],
      programId,
    )
  expect((await simulate(wallet, checked(owner, 6n, 6))).failure).toMatchObject({
    code: 'insufficient_funds',
    message: 'Instruction 0 moves more tokens than the account holds.',
  })
  expect((await simulate(wallet, checked(owner, 1n, 7))).failure?.message).toContain('the mint has other decimals')
  expect((await simulate(other, checked(other.keypair.publicKey, 1n, 6))).failure?.message).toContain('another owner')
})

test('reports incoming tokens', async () => {
  const [wallet, other] = [await chain.fundedWallet(), await chain.fundedWallet()]
  const mint = await createMint(chain.node, { holders: { [wallet.address]: 5n, [other.address]: 5n } })
  const accounts = [other, wallet].map(({ address }) => new PublicKey(mint.accountOf(address))) as [
    PublicKey,
    PublicKey,
  ]
  const give = createTransferInstruction(...accounts, other.keypair.publicKey, 3n)
  expect(await simulate(wallet, give)).toMatchObject({ tokens: [{ mint: mint.address, change: 3n, lost: false }] })
})

test('an account that changes its owner counts as lost, with its whole balance', async () => {
  const wallet = await chain.fundedWallet()
  const mint = await createMint(chain.node, { holders: { [wallet.address]: 5n } })
  const account = new PublicKey(mint.accountOf(wallet.address))
  const to = newWallet().keypair.publicKey
  const give = createSetAuthorityInstruction(account, wallet.keypair.publicKey, AuthorityType.AccountOwner, to)
  expect(await simulate(wallet, give)).toMatchObject({
    failure: undefined,
    tokens: [{ account: account.toBase58(), change: -5n, lost: true }],
  })
})

test('a wallet that is assigned to a program is reassigned', async () => {
  const [wallet, payer] = [await chain.fundedWallet(), await chain.fundedWallet()]
  const programId = new PublicKey(TOKEN_PROGRAM)
  const assign = SystemProgram.assign({ accountPubkey: wallet.keypair.publicKey, programId })
  const bytes = legacyOf(payer.address, SOME_BLOCKHASH, assign)
  expect(await simulateTransaction(chain.rpc, bytes, wallet.address)).toMatchObject({ reassigned: true })
  expect(await simulateTransaction(chain.rpc, bytes, payer.address)).toMatchObject({ reassigned: false })
})

test('a response without accounts is malformed', async () => {
  const wallet = await chain.fundedWallet()
  for (const accounts of [undefined, null, []]) {
    const value = { err: null, logs: [], unitsConsumed: 1, accounts }
    const proxy = await startProxy(chain.node.url, { simulateTransaction: () => ({ context: { slot: 1 }, value }) })
    const bytes = legacyOf(wallet.address, SOME_BLOCKHASH, transfer(wallet, 1_000_000))
    await expect(simulateTransaction(proxy.rpc(), bytes, wallet.address)).rejects.toMatchObject({ kind: 'malformed' })
    await proxy.stop()
  }
})

test.each([
  ['BlockhashNotFound', 'blockhash_not_found'],
  ['AlreadyProcessed', 'already_processed'],
  ['InsufficientFundsForFee', 'insufficient_funds'],
  ['AccountNotFound', 'account_not_found'],
  [{ InstructionError: [2, 'ComputationalBudgetExceeded'] }, 'too_many_units'],
  [{ InstructionError: [0, { Custom: 6001 }] }, 'program_error'],
  [{ InstructionError: [0, { BorshIoError: 'x' }] }, 'program_error'],
  ['Something<script>', 'failed'],
  [{ InstructionError: 'no tuple' }, 'failed'],
  [7, 'failed'],
])('the error %j is %s', (error, code) => {
  const { code: explained, message } = explain(error)
  expect(explained).toBe(code)
  expect(message).not.toContain('<')
})
