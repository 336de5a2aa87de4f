import { createMint, sendInstructions } from '@openauth/localnet/solana-tokens'
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountInstruction,
  createCloseAccountInstruction,
  createInitializeAccountInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createTransferInstruction,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { simulateTransaction } from './simulate.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, startChain } from './solana.testing.ts'

let chain: Awaited<ReturnType<typeof startChain>>
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.node.stop())

const otherKey = newWallet().keypair.publicKey

const holder = async (program: 'token' | 'token-2022' = 'token') => {
  const wallet = await chain.fundedWallet()
  const mint = await createMint(chain.node, { program, holders: { [wallet.address]: 100n } })
  const simulate = (...instructions: TransactionInstruction[]) =>
    simulateTransaction(chain.rpc, legacyOf(wallet.address, SOME_BLOCKHASH, ...instructions), wallet.address)
  const ownKey = wallet.keypair.publicKey
  return { wallet, ownKey, mint, simulate, account: new PublicKey(mint.accountOf(wallet.address)) }
}

describe.each([
  ['token', TOKEN_PROGRAM_ID],
  ['token-2022', TOKEN_2022_PROGRAM_ID],
] as const)('%s accounts: detects, also in inner calls,', (name, program) => {
  test('an approval or a higher one, and not a lower or revoked one', async () => {
    const { wallet, ownKey, simulate, account } = await holder(name)
    const approve = (amount: bigint, whom = otherKey) =>
      createApproveInstruction(account, whom, ownKey, amount, [], program)
    const revoke = createRevokeInstruction(account, ownKey, [], program)
    expect(await simulate(approve(5n))).toMatchObject({ approved: true, authority: false, tokens: [] })
    expect(await simulate(approve(5n), revoke)).toMatchObject({ approved: false })
    await sendInstructions(chain.node, [approve(5n)], [wallet.keypair])
    expect(await simulate(approve(6n))).toMatchObject({ approved: true })
    expect(await simulate(approve(1n, newWallet().keypair.publicKey))).toMatchObject({ approved: true })
    for (const harmless of [approve(4n), revoke]) expect(await simulate(harmless)).toMatchObject({ approved: false })
  })

  test('another close authority', async () => {
    const { ownKey, simulate, account } = await holder(name)
    const give = createSetAuthorityInstruction(account, ownKey, AuthorityType.CloseAccount, otherKey, [], program)
    expect(await simulate(give)).toMatchObject({ approved: false, authority: true })
    expect(await simulate(createApproveInstruction(account, otherKey, otherKey, 1n, [], program))).toMatchObject({
      approved: false,
      authority: false,
    })
  })
})

test('an account that is closed and recreated for another mint loses the first mint’s tokens', async () => {
  const { wallet, ownKey, mint, simulate, account } = await holder()
  const other = await createMint(chain.node, { holders: { [wallet.address]: 100n } })
  const [held, away] = [Keypair.generate(), new PublicKey(mint.accountOf(mint.authority.publicKey.toBase58()))]
  const rent = await chain.rpc.call('getMinimumBalanceForRentExemption', [165], z.number())
  const open = (of: string) => [
    SystemProgram.createAccount({
      fromPubkey: ownKey,
      newAccountPubkey: held.publicKey,
      lamports: rent,
      space: 165,
      programId: TOKEN_PROGRAM_ID,
    }),
    createInitializeAccountInstruction(held.publicKey, new PublicKey(of), ownKey),
  ]
  const into = createTransferInstruction(account, held.publicKey, ownKey, 100n)
  await sendInstructions(chain.node, [...open(mint.address), into], [wallet.keypair, held])
  const swapped = [
    createTransferInstruction(held.publicKey, away, ownKey, 100n),
    createCloseAccountInstruction(held.publicKey, ownKey, ownKey),
    ...open(other.address),
    createTransferInstruction(new PublicKey(other.accountOf(wallet.address)), held.publicKey, ownKey, 100n),
  ]
  await sendInstructions(
    chain.node,
    [createAssociatedTokenAccountInstruction(ownKey, away, mint.authority.publicKey, new PublicKey(mint.address))],
    [wallet.keypair],
  )
  const { tokens, failure } = await simulate(...swapped)
  expect(failure).toBeUndefined()
  expect(tokens).toContainEqual({
    account: held.publicKey.toBase58(),
    mint: mint.address,
    change: -100n,
    lost: false,
    associated: false,
  })
})
