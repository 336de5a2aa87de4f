import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, sendInstructions } from '@openauth/localnet/solana-tokens'
import {
  AuthorityType,
  createApproveInstruction,
  createCloseAccountInstruction,
  createInitializeAccountInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  getAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerOf, waitForStatuses } from '../../../wallets/testing.ts'
import { type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newKey = () => Keypair.generate().publicKey
const refusedBy = (path: string) => ({ status: 403, body: { code: 'policy_refused', issues: [{ path }] } })
const batchOf = (...parts: TransactionInstruction[]) =>
  new TransactionInstruction({
    programId: parts[0]!.programId,
    keys: parts.flatMap(({ keys }) => keys),
    data: Buffer.concat([
      Uint8Array.of(255),
      ...parts.flatMap(({ keys, data }) => [Uint8Array.of(keys.length, data.length), data]),
    ]),
  })
const transferOf = (mint: Mint, from: PublicKey, to: PublicKey, amount: bigint) => {
  const [source, target] = [from, to].map((owner) => new PublicKey(mint.accountOf(owner.toBase58())))
  const program = new PublicKey(mint.program)
  return createTransferCheckedInstruction(source!, new PublicKey(mint.address), target!, from, amount, 6, [], program)
}

describe.each([
  ['token', TOKEN_PROGRAM_ID],
  ['token-2022', TOKEN_2022_PROGRAM_ID],
] as const)('a Batch of %s', (program, programId) => {
  const people = async () => {
    const [user, other] = [await harness.fundedUser(), await harness.stranger()]
    const holders = { [user.solana]: 1000n, [other.publicKey.toBase58()]: 1n }
    const mint = await createMint(harness.node, { program, holders })
    return { user, other: other.publicKey, mint, account: new PublicKey(mint.accountOf(user.solana)) }
  }

  test('with an Approve or a SetAuthority is refused by their rules', async () => {
    const { user, other, mint, account } = await people()
    const approve = createApproveInstruction(account, other, user.key, 1000n, [], programId)
    const give = createSetAuthorityInstruction(account, user.key, AuthorityType.CloseAccount, other, [], programId)
    const first = transferOf(mint, user.key, other, 1n)
    for (const [part, path] of [
      [approve, 'approvals'],
      [give, 'authorityChanges'],
    ] as const) {
      const tx = await harness.build(user.key, batchOf(first, part))
      expect(await harness.sign(user, tx, { isSend: true })).toMatchObject(refusedBy(path))
    }
    expect(await ledgerOf(user)).toEqual([])
  })

  test('is judged by deny list, allow list and limits, and sent to an allowed address', async () => {
    const { user, other, mint } = await people()
    const batch = batchOf(transferOf(mint, user.key, other, 60n), transferOf(mint, user.key, other, 60n))
    const attempt = async () => harness.sign(user, await harness.build(user.key, batch), { isSend: true })
    const cases = [
      ['denyAddresses', [other.toBase58()], []],
      ['allowAddresses', [newKey().toBase58()], null],
      ['limits', [{ token: `solana:${mint.address}`, perTransaction: '100', perDay: null }], null],
    ] as const
    for (const [name, value, back] of cases) {
      await harness.rule(user, { [name]: value })
      expect(await attempt()).toMatchObject(refusedBy(name))
      await harness.rule(user, { [name]: back })
    }
    await harness.rule(user, { allowAddresses: [other.toBase58()] })
    expect(await attempt()).toMatchObject({ status: 200 })
    await waitForStatuses(user, ['confirmed'])
    const account = new PublicKey(mint.accountOf(other.toBase58()))
    expect((await getAccount(harness.connection, account, 'confirmed', programId)).amount).toBe(121n)
  })
})

test('an undecodable instruction of a known program is judged by the rule unreadableInstructions', async () => {
  const user = await harness.fundedUser()
  const mint = await createMint(harness.node, { holders: { [user.solana]: 1n } })
  const account = new PublicKey(mint.accountOf(user.solana))
  const give = createMintToInstruction(new PublicKey(mint.address), account, mint.authority.publicKey, 5n)
  expect(await harness.sign(user, await harness.build(user.key, give))).toMatchObject(
    refusedBy('unreadableInstructions'),
  )
  await harness.rule(user, { unreadableInstructions: true, unknownPrograms: false })
  expect(await harness.sign(user, await harness.build(user.key, give))).toMatchObject({ status: 200 })
})

describe('a token account that belongs to the wallet only during signing', () => {
  const trapFor = async () => {
    const [user, thief, trap] = [await harness.fundedUser(), await harness.stranger(), Keypair.generate()]
    const mint = await createMint(harness.node, { holders: { [user.solana]: 1_000_000n } })
    const created = {
      fromPubkey: thief.publicKey,
      newAccountPubkey: trap.publicKey,
      space: 165,
      programId: TOKEN_PROGRAM_ID,
      lamports: await harness.connection.getMinimumBalanceForRentExemption(165),
    }
    const own = [trap.publicKey, thief.publicKey] as const
    await sendInstructions(
      harness.node,
      [
        SystemProgram.createAccount(created),
        createInitializeAccountInstruction(trap.publicKey, new PublicKey(mint.address), thief.publicKey),
        createSetAuthorityInstruction(...own, AuthorityType.CloseAccount, thief.publicKey),
        createSetAuthorityInstruction(...own, AuthorityType.AccountOwner, user.key),
      ],
      [thief, trap],
    )
    const from = new PublicKey(mint.accountOf(user.solana))
    const mintKey = new PublicKey(mint.address)
    const move = createTransferCheckedInstruction(from, mintKey, trap.publicKey, user.key, 1_000_000n, 6)
    return { user, thief, mint, trap: trap.publicKey, tx: await harness.build(thief.publicKey, move) }
  }

  test('receives no tokens beyond a limit, a token rule or an allow list', async () => {
    const { user, mint, tx, trap } = await trapFor()
    const cases = [
      ['limits', [{ token: `solana:${mint.address}`, perTransaction: '1', perDay: null }]],
      ['limits', [{ token: `solana:${mint.address}`, perTransaction: null, perDay: '1' }]],
      ['tokens', ['solana:native']],
      ['allowAddresses', [newKey().toBase58(), user.solana]],
    ] as const
    for (const [name, value] of cases) {
      await harness.rule(user, { [name]: value })
      expect(await harness.sign(user, tx)).toMatchObject(refusedBy(name))
      await harness.rule(user, { [name]: null })
    }
    await harness.rule(user, { allowAddresses: [trap.toBase58()] })
    expect(await harness.sign(user, tx)).toMatchObject({ status: 200 })
    expect(await ledgerOf(user)).toMatchObject([{ toAddress: trap.toBase58(), amount: '1000000' }])
  })

  test('can return tokens to the wallet’s associated account without a rule', async () => {
    const { user, thief, mint, tx, trap } = await trapFor()
    expect((await harness.sign(user, tx)).status).toBe(200)
    const mintKey = new PublicKey(mint.address)
    const back = createTransferCheckedInstruction(
      trap,
      mintKey,
      new PublicKey(mint.accountOf(user.solana)),
      user.key,
      0n,
      6,
    )
    await harness.rule(user, { tokens: [], allowAddresses: [] })
    expect(await harness.sign(user, await harness.build(thief.publicKey, back))).toMatchObject({ status: 200 })
  })
})

test('closing an account in favour of another wallet counts as a payment to it', async () => {
  const [user, other] = [await harness.fundedUser(), await harness.stranger()]
  const mint = await createMint(harness.node, { holders: { [user.solana]: 0n } })
  const close = createCloseAccountInstruction(new PublicKey(mint.accountOf(user.solana)), other.publicKey, user.key)
  await harness.rule(user, { authorityChanges: true, allowAddresses: [newKey().toBase58()] })
  expect(await harness.sign(user, await harness.build(user.key, close))).toMatchObject(refusedBy('allowAddresses'))
  await harness.rule(user, { allowAddresses: [other.publicKey.toBase58()] })
  expect(await harness.sign(user, await harness.build(user.key, close))).toMatchObject({ status: 200 })
})
