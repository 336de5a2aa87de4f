import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint } from '@openauth/localnet/solana-tokens'
import {
  createApproveInstruction,
  createAssociatedTokenAccountInstruction,
  createCloseAccountInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  type Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerOf } from '../../../wallets/testing.ts'
import { base64, pay, type Person, SOL, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newKey = () => Keypair.generate().publicKey
const TOKEN = TOKEN_PROGRAM_ID.toBase58()
const preview = ({ client }: Person, tx: Transaction | string) =>
  client.solana.previewTransaction({
    rpcUrl: harness.node.url,
    transaction: typeof tx === 'string' ? tx : base64(tx),
  })
const accountOf = (mint: Mint, owner: PublicKey) => new PublicKey(mint.accountOf(owner.toBase58()))

test('the preview of a payment in SOL stores nothing, and the transaction can be signed afterwards', async () => {
  const [user, to] = [await harness.fundedUser(), newKey()]
  const tx = await harness.build(user.key, pay(user.key, to, SOL))
  expect(await preview(user, tx)).toEqual({
    feePayer: user.solana,
    fee: '5000',
    lamports: '-1000005000',
    tokens: [],
    warnings: [],
    refusal: null,
    programs: [{ id: SystemProgram.programId.toBase58(), name: 'System' }],
    actions: [
      {
        kind: 'sol_transfer',
        program: SystemProgram.programId.toBase58(),
        ours: true,
        from: user.solana,
        to: to.toBase58(),
        fromAccount: null,
        toAccount: null,
        token: null,
        amount: '1000000000',
        decimals: 9,
        rent: null,
        assignedTo: null,
      },
    ],
  })
  const { prisma } = harness.server.resources.db
  expect(await ledgerOf(user)).toEqual([])
  expect(await prisma.transaction.count({ where: { userId: user.id } })).toBe(0)
  expect(await prisma.spend.count({ where: { userId: user.id } })).toBe(0)
  expect(BigInt(await harness.connection.getBalance(user.key))).toBe(10n * SOL)
  expect(await harness.sign(user, tx)).toMatchObject({ status: 200 })
  expect(await ledgerOf(user)).toHaveLength(1)
})

test('a v0 transaction has the same preview through a given and the default endpoint', async () => {
  const user = await harness.fundedUser()
  const { blockhash: recentBlockhash } = await harness.connection.getLatestBlockhash('confirmed')
  const instructions = [ComputeBudgetProgram.setComputeUnitLimit({ units: 10_000 }), pay(user.key, newKey(), SOL)]
  const message = new TransactionMessage({ payerKey: user.key, recentBlockhash, instructions })
  const bytes = new VersionedTransaction(message.compileToV0Message()).serialize()
  const transaction = Buffer.from(bytes).toString('base64')
  const [named, first] = [
    await preview(user, transaction),
    await user.client.solana.previewTransaction({ transaction }),
  ]
  expect(named).toMatchObject({ refusal: null, programs: [{ name: 'Compute Budget' }, { name: 'System' }] })
  expect(first).toEqual(named)
})

describe('tokens', () => {
  const holding = async () => {
    const [user, other] = [await harness.fundedUser(), newKey()]
    const holders = { [user.solana]: 1000n, [other.toBase58()]: 1n }
    const mint = await createMint(harness.node, { holders, decimals: 4 })
    return { user, other, mint, from: accountOf(mint, user.key), mintKey: new PublicKey(mint.address) }
  }

  test('a transfer, checked or not, has mint, amount, decimals and the owner of the account', async () => {
    const { user, other, mint, from, mintKey } = await holding()
    const to = accountOf(mint, other)
    const tx = await harness.build(
      user.key,
      createTransferCheckedInstruction(from, mintKey, to, user.key, 60n, 4),
      createTransferInstruction(from, to, user.key, 1n),
    )
    const shown = await preview(user, tx)
    const move = {
      kind: 'token_transfer',
      program: TOKEN,
      from: user.solana,
      to: other.toBase58(),
      ours: true,
      fromAccount: from.toBase58(),
      toAccount: to.toBase58(),
      token: mint.address,
      decimals: 4,
    }
    expect(shown).toMatchObject({ lamports: '-5000', refusal: null, warnings: [] })
    expect(shown.actions).toMatchObject([
      { ...move, amount: '60' },
      { ...move, amount: '1' },
    ])
    expect(shown.tokens).toEqual([
      { account: from.toBase58(), mint: mint.address, change: '-61', decimals: 4, associated: true },
    ])
  })

  test("the creation of a recipient's account has its owner and its maximum cost", async () => {
    const { user, mint, from, mintKey } = await holding()
    const owner = newKey()
    const to = accountOf(mint, owner)
    const tx = await harness.build(
      user.key,
      createAssociatedTokenAccountInstruction(user.key, to, owner, mintKey),
      createTransferCheckedInstruction(from, mintKey, to, user.key, 5n, 4),
    )
    const { actions, lamports, refusal, programs } = await preview(user, tx)
    const paid = { to: owner.toBase58(), toAccount: to.toBase58(), token: mint.address, ours: true }
    expect(actions).toMatchObject([
      { ...paid, kind: 'token_account_creation', from: user.solana, amount: null, rent: '2039280' },
      { ...paid, kind: 'token_transfer', amount: '5', rent: null },
    ])
    expect([lamports, refusal]).toEqual(['-2044280', null])
    expect(programs.map(({ name }) => name).toSorted()).toEqual(['Associated Token', 'Token'])
  })

  test('an approval has a warning and the policy refusal of signing', async () => {
    const { user, other, from } = await holding()
    const tx = await harness.build(user.key, createApproveInstruction(from, other, user.key, 5n))
    const { warnings, refusal, tokens } = await preview(user, tx)
    const { body } = await harness.sign(user, tx)
    expect(warnings).toEqual([{ code: 'approve', program: TOKEN }])
    expect(tokens).toEqual([])
    expect(refusal).toMatchObject({ code: 'policy_refused', issues: [{ path: 'approvals' }] })
    expect(refusal).toEqual({ code: body.code, message: body.message, issues: body.issues })
    await harness.rule(user, { approvals: true })
    expect(await preview(user, tx)).toMatchObject({ warnings: [{ code: 'approve' }], refusal: null })
  })

  test('closing an account in favour of another wallet has the program, the account and the recipient', async () => {
    const user = await harness.fundedUser()
    const [mint, to] = [
      await createMint(harness.node, { program: 'token-2022', holders: { [user.solana]: 0n } }),
      newKey(),
    ]
    const program = new PublicKey(mint.program)
    const account = accountOf(mint, user.key)
    const close = createCloseAccountInstruction(account, to, user.key, [], program)
    expect(await preview(user, await harness.build(user.key, close))).toMatchObject({
      actions: [
        {
          kind: 'token_account_closing',
          program: mint.program,
          amount: null,
          from: user.solana,
          fromAccount: account.toBase58(),
          to: to.toBase58(),
        },
      ],
      warnings: [{ code: 'close_account', program: mint.program }],
      refusal: { code: 'policy_refused', issues: [{ path: 'authorityChanges' }] },
    })
  })
})

test("an externally paid transaction has fee 0, and its actions are distinguished from the payer's", async () => {
  const [user, sponsor, to] = [await harness.fundedUser(), await harness.stranger(), newKey()]
  const tx = await harness.build(sponsor.publicKey, pay(user.key, to, SOL), pay(sponsor.publicKey, user.key, 3n))
  expect(await preview(user, tx)).toMatchObject({
    feePayer: sponsor.publicKey.toBase58(),
    fee: '0',
    lamports: '-999999997',
    refusal: null,
    actions: [
      { ours: true, from: user.solana, amount: '1000000000' },
      { ours: false, from: sponsor.publicKey.toBase58(), to: user.solana, amount: '3' },
    ],
  })
})

describe('a transaction that the chain would refuse has its actions and the refusal', () => {
  test('a payment of more than the balance', async () => {
    const [user, to] = [await harness.fundedUser(SOL), newKey()]
    const tx = await harness.build(user.key, pay(user.key, to, 5n * SOL))
    const shown = await preview(user, tx)
    const { body } = await harness.sign(user, tx)
    expect(shown).toMatchObject({ fee: '5000', lamports: '0', tokens: [] })
    expect(shown.actions).toMatchObject([{ kind: 'sol_transfer', to: to.toBase58(), amount: '5000000000' }])
    expect(shown.refusal).toEqual({ code: 'insufficient_balance', message: body.message, issues: body.issues })
  })

  test.each([
    [
      'a transfer from the account of another wallet',
      async (user: Person) => {
        const other = newKey()
        const mint = await createMint(harness.node, { holders: { [other.toBase58()]: 5n, [user.solana]: 0n } })
        const [from, to] = [accountOf(mint, other), accountOf(mint, user.key)]
        return harness.build(user.key, createTransferInstruction(from, to, user.key, 5n))
      },
    ],
    [
      'an old blockhash',
      async (user: Person) => {
        const tx = await harness.build(user.key, pay(user.key, newKey(), SOL))
        tx.recentBlockhash = newKey().toBase58()
        return tx
      },
    ],
  ])('%s', async (_, make) => {
    const user = await harness.fundedUser()
    const tx = await make(user)
    const { refusal, actions } = await preview(user, tx)
    const { body } = await harness.sign(user, tx)
    expect(actions).toHaveLength(1)
    expect(refusal).toEqual({ code: 'transaction_refused', message: body.message, issues: [] })
    expect(await ledgerOf(user)).toEqual([])
  })
})
