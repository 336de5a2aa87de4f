import { randomBytes } from 'node:crypto'
import {
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  createTransferInstruction,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { ComputeBudgetProgram, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeTransaction } from './decode.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, startHolding, type Holding, v0Of } from './solana.testing.ts'

let chain: Holding['chain']
let wallet: Holding['wallet']
let mint: Holding['mint']
beforeAll(async () => {
  ;({ chain, wallet, mint } = await startHolding())
})
afterAll(() => chain.node.stop())

const attacker = newWallet()
const ownKey = () => wallet.keypair.publicKey
const otherKey = attacker.keypair.publicKey
const account = () => new PublicKey(mint.accountOf(wallet.address))
const mintKey = () => new PublicKey(mint.address)
const decode = (...instructions: TransactionInstruction[]) =>
  decodeTransaction(chain.rpc, legacyOf(wallet.address, SOME_BLOCKHASH, ...instructions), wallet.address)

describe('flags an instruction that grants later control', () => {
  const seeded = () => ({ basePubkey: ownKey(), seed: 'seed', programId: TOKEN_PROGRAM_ID })
  test.each<[string, string, () => TransactionInstruction]>([
    [
      'SetAuthority',
      'set_authority',
      () => createSetAuthorityInstruction(account(), ownKey(), AuthorityType.AccountOwner, otherKey),
    ],
    ['Approve', 'approve', () => createApproveInstruction(account(), otherKey, ownKey(), 1n)],
    [
      'ApproveChecked',
      'approve',
      () => createApproveCheckedInstruction(account(), mintKey(), otherKey, ownKey(), 1n, 6),
    ],
    ['CloseAccount to others', 'close_account', () => createCloseAccountInstruction(account(), otherKey, ownKey())],
    [
      'AdvanceNonceAccount',
      'durable_nonce',
      () => SystemProgram.nonceAdvance({ noncePubkey: otherKey, authorizedPubkey: ownKey() }),
    ],
    [
      'AuthorizeNonceAccount',
      'durable_nonce',
      () =>
        SystemProgram.nonceAuthorize({
          noncePubkey: otherKey,
          authorizedPubkey: ownKey(),
          newAuthorizedPubkey: otherKey,
        }),
    ],
    [
      'WithdrawNonceAccount',
      'durable_nonce',
      () =>
        SystemProgram.nonceWithdraw({
          noncePubkey: otherKey,
          authorizedPubkey: ownKey(),
          toPubkey: otherKey,
          lamports: 5,
        }),
    ],
    ['Assign', 'assign', () => SystemProgram.assign({ accountPubkey: ownKey(), programId: TOKEN_PROGRAM_ID })],
    ['AssignWithSeed', 'assign', () => SystemProgram.assign({ accountPubkey: otherKey, ...seeded() })],
    ['Allocate', 'assign', () => SystemProgram.allocate({ accountPubkey: ownKey(), space: 1 })],
    [
      'CreateAccount over the wallet itself',
      'assign',
      () =>
        SystemProgram.createAccount({
          fromPubkey: otherKey,
          newAccountPubkey: ownKey(),
          lamports: 1,
          space: 1,
          programId: TOKEN_PROGRAM_ID,
        }),
    ],
    [
      'CreateAccountWithSeed',
      'create_account_with_seed',
      () =>
        SystemProgram.createAccountWithSeed({
          fromPubkey: ownKey(),
          newAccountPubkey: otherKey,
          lamports: 7,
          space: 0,
          ...seeded(),
        }),
    ],
  ])('%s', async (_, code, make) => {
    const { flags } = await decode(make())
    expect(flags).toMatchObject([{ code, instruction: 0, ours: true }])
  })

  test('does not flag CloseAccount that pays the wallet', async () => {
    expect((await decode(createCloseAccountInstruction(account(), ownKey(), ownKey()))).flags).toEqual([])
  })

  test('for another owner’s account, the flag says that the wallet is not named', async () => {
    const other = createApproveInstruction(newWallet().keypair.publicKey, ownKey(), otherKey, 1n)
    const { flags } = await decode(
      other,
      createApproveInstruction(newWallet().keypair.publicKey, otherKey, otherKey, 1n),
    )
    expect(flags.map(({ ours }) => ours)).toEqual([true, false])
  })
})

describe('flags instructions that cannot be decoded', () => {
  const raw = (programId: PublicKey, data: Buffer, ...keys: PublicKey[]) =>
    new TransactionInstruction({
      programId,
      data,
      keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(ownKey()), isWritable: true })),
    })

  test('an unknown program', async () => {
    const program = newWallet().keypair.publicKey
    const { flags, programs } = await decode(raw(program, randomBytes(8), ownKey()))
    expect(flags).toEqual([{ code: 'unknown_program', instruction: 0, program: program.toBase58(), ours: true }])
    expect(programs).toEqual([program.toBase58()])
  })

  test.each([
    ['an unknown number of the Token program', TOKEN_PROGRAM_ID, '25'.padEnd(18, '0')],
    ['a batch of token instructions', TOKEN_PROGRAM_ID, 'ff0103'],
    ['a token transfer that ends early', TOKEN_PROGRAM_ID, '0301'],
    ['no data for the Token program', TOKEN_PROGRAM_ID, ''],
    ['an unknown number of the System program', SystemProgram.programId, '63000000'],
    ['a transfer that ends early', SystemProgram.programId, '02000000ff'],
    ['a seed longer than its instruction', SystemProgram.programId, `03000000${'00'.repeat(32)}ffffffffffffffff`],
    ['RecoverNested', new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'), '02'],
  ])('%s', async (_, program, hex) => {
    const { flags } = await decode(raw(program, Buffer.from(hex, 'hex'), ownKey(), otherKey))
    expect(flags).toMatchObject([{ code: 'unknown_instruction' }])
  })
})

describe('finds all outgoing funds', () => {
  test('in several transfers, legacy and v0', async () => {
    const instructions = [
      SystemProgram.transfer({ fromPubkey: ownKey(), toPubkey: otherKey, lamports: 2n ** 63n }),
      SystemProgram.transfer({ fromPubkey: otherKey, toPubkey: ownKey(), lamports: 3n }),
      createTransferInstruction(
        account(),
        new PublicKey(mint.accountOf(mint.authority.publicKey.toBase58())),
        ownKey(),
        9n,
      ),
      createBurnInstruction(account(), mintKey(), ownKey(), 4n),
    ]
    for (const make of [legacyOf, v0Of]) {
      const bytes = make(wallet.address, SOME_BLOCKHASH, ...instructions)
      const { effects, flags } = await decodeTransaction(chain.rpc, bytes, wallet.address)
      expect(flags).toEqual([])
      expect(effects).toMatchObject([
        { kind: 'sol_transfer', ours: true, lamports: 2n ** 63n },
        { kind: 'sol_transfer', ours: false, lamports: 3n },
        { kind: 'token_transfer', ours: true, mint: mint.address, amount: 9n, toOwner: undefined },
        { kind: 'token_burn', ours: true, mint: mint.address, amount: 4n },
      ])
    }
  })

  test('in a transfer that the wallet signs for behind a multisig account', async () => {
    const transfer = createTransferInstruction(account(), otherKey, otherKey, 9n, [
      newWallet().keypair.publicKey,
      ownKey(),
    ])
    expect((await decode(transfer)).effects).toMatchObject([{ ours: true, authority: attacker.address }])
  })

  test('in a fee that burns the balance', async () => {
    const dear = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 700_000_000 })
    const { fee, feePayer } = await decode(
      dear,
      SystemProgram.transfer({ fromPubkey: ownKey(), toPubkey: otherKey, lamports: 1 }),
    )
    expect(feePayer).toBe(wallet.address)
    expect(fee).toBe(5000n + 200_000n * 700n)
  })

  test('in an attacker’s account that claims a well-known wallet', async () => {
    const claimed = newWallet().keypair.publicKey
    const creation = { fromPubkey: ownKey(), newAccountPubkey: otherKey, lamports: 1, space: 165, programId: claimed }
    const { effects } = await decode(
      SystemProgram.createAccount(creation),
      createTransferInstruction(account(), otherKey, ownKey(), 9n),
    )
    expect(effects.at(-1)).toMatchObject({ kind: 'token_transfer', to: attacker.address, toOwner: undefined })
  })
})

test('random bytes are refused with a code', async () => {
  for (let round = 0; round < 2000; round++) {
    const bytes = randomBytes(round % 1300)
    await expect(decodeTransaction(chain.rpc, bytes, wallet.address)).rejects.toMatchObject({
      code: 'invalid_transaction',
    })
  }
})

test('a durable nonce in place of a blockhash is flagged', async () => {
  const { flags, recentBlockhash } = await decode(
    SystemProgram.nonceAdvance({ noncePubkey: otherKey, authorizedPubkey: ownKey() }),
    SystemProgram.transfer({ fromPubkey: ownKey(), toPubkey: otherKey, lamports: 1 }),
  )
  expect(flags[0]?.code).toBe('durable_nonce')
  expect(recentBlockhash).toBe(SOME_BLOCKHASH)
})
