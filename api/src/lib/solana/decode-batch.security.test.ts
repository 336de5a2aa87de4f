import {
  createApproveInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createTransferInstruction,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeTransaction } from './decode.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, startHolding, type Holding } from './solana.testing.ts'

let chain: Holding['chain']
let wallet: Holding['wallet']
let mint: Holding['mint']
beforeAll(async () => {
  ;({ chain, wallet, mint } = await startHolding())
})
afterAll(() => chain.node.stop())

const otherKey = newWallet().keypair.publicKey
const ownKey = () => wallet.keypair.publicKey
const account = () => new PublicKey(mint.accountOf(wallet.address))
const decode = (...instructions: TransactionInstruction[]) =>
  decodeTransaction(chain.rpc, legacyOf(wallet.address, SOME_BLOCKHASH, ...instructions), wallet.address)

const part = (accounts: number, data: Buffer) => Buffer.concat([Uint8Array.of(accounts, data.length), data])
const raw = (keys: TransactionInstruction['keys'], ...parts: Buffer[]) =>
  new TransactionInstruction({ programId: TOKEN_PROGRAM_ID, keys, data: Buffer.concat([Uint8Array.of(255), ...parts]) })
const batchOf = (...instructions: TransactionInstruction[]) =>
  raw(
    instructions.flatMap(({ keys }) => keys),
    ...instructions.map(({ keys, data }) => part(keys.length, data)),
  )

test('a Batch decodes to its instructions, each with its own accounts', async () => {
  const parts = [
    createTransferInstruction(account(), otherKey, ownKey(), 9n),
    createBurnInstruction(account(), new PublicKey(mint.address), ownKey(), 4n),
    createApproveInstruction(account(), otherKey, ownKey(), 1n),
    createApproveInstruction(newWallet().keypair.publicKey, otherKey, otherKey, 1n),
    createCloseAccountInstruction(account(), otherKey, ownKey()),
  ]
  const before = SystemProgram.transfer({ fromPubkey: ownKey(), toPubkey: otherKey, lamports: 1 })
  const [plain, batch] = [await decode(before, ...parts), await decode(before, batchOf(...parts))]
  const bare = ({ effects, flags }: typeof plain) =>
    [...effects, ...flags].map((each) => ({ ...each, instruction: each.instruction > 0 }))
  expect(bare(batch)).toEqual(bare(plain))
  expect(batch.flags.map(({ code, ours }) => [code, ours])).toEqual([
    ['approve', true],
    ['approve', false],
    ['close_account', true],
  ])
})

test.each<[string, () => TransactionInstruction]>([
  ['with nothing in it', () => raw([])],
  ['within a Batch', () => batchOf(batchOf(createApproveInstruction(account(), otherKey, ownKey(), 1n)))],
  ['that ends within a part', () => raw([], Buffer.from([0, 5, 4]))],
  ['that ends within a header', () => raw([], part(0, Buffer.from([5])), Buffer.from([0]))],
  [
    'with fewer accounts than it says',
    () =>
      raw(
        createApproveInstruction(account(), otherKey, ownKey(), 1n).keys,
        part(4, Buffer.from('040100000000000000', 'hex')),
      ),
  ],
  ['with a part of no data', () => raw([], part(0, Buffer.alloc(0)))],
  ['with a part of an unknown instruction', () => batchOf(raw([], part(0, Buffer.from([200]))))],
])('a Batch %s is flagged', async (_, make) => {
  expect((await decode(make())).flags).toMatchObject([{ code: 'unknown_instruction' }])
})
