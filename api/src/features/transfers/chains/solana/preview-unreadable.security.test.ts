import { createMint } from '@openauth/localnet/solana-tokens'
import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { base64, type Person, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newKey = () => Keypair.generate().publicKey

describe('the preview of a program that the server cannot decode', () => {
  /** Changes an account as the program would. */
  type Change = (data: Buffer, account: { owner: string }) => void
  const nothing: Change = () => {}

  /** Previews a call of an unknown program whose simulation applies changes to the wallet or its token account. */
  const opaque = async (user: Person, { wallet = nothing, tokens = nothing }: { wallet?: Change; tokens?: Change }) => {
    const mint = await createMint(harness.node, { holders: { [user.solana]: 70n } })
    const account = new PublicKey(mint.accountOf(user.solana))
    const program = newKey()
    const keys = [{ pubkey: account, isSigner: false, isWritable: true }]
    const tx = await harness.build(
      user.key,
      new TransactionInstruction({ programId: program, keys, data: Buffer.of(9) }),
    )
    const infos = await harness.connection.getMultipleAccountsInfo([user.key, account])
    const after = infos.map((info, index) => {
      const { data, owner, lamports, executable } = info!
      const one = { owner: owner.toBase58(), lamports, executable }
      ;[wallet, tokens][index]!(data, one)
      return { ...one, data: [data.toString('base64'), 'base64'] }
    })
    harness.proxy.once.set('simulateTransaction', ([, options]) => {
      const { addresses } = (options as { accounts: { addresses: string[] } }).accounts
      const accounts = addresses.map((address) => (address === user.solana ? after[0] : after[1]))
      return { result: { context: { slot: 1 }, value: { err: null, logs: [], accounts } } }
    })
    const call = user.client.solana.previewTransaction({ rpcUrl: harness.proxy.url, transaction: base64(tx) })
    const shown = await call.finally(() => harness.proxy.once.clear())
    return { ...shown, program: program.toBase58(), account: account.toBase58(), mint: mint.address }
  }

  test('names the program with a warning, and returns the refusal of a policy without unknownPrograms', async () => {
    const user = await harness.fundedUser()
    const { program, ...shown } = await opaque(user, {})
    expect(shown).toMatchObject({
      programs: [{ id: program, name: null }],
      actions: [],
      tokens: [],
      refusal: null,
      warnings: [{ code: 'unknown_program', program }],
    })
    await harness.rule(user, { unknownPrograms: false })
    const { refusal } = await opaque(user, {})
    expect(refusal).toMatchObject({ code: 'policy_refused', issues: [{ path: 'unknownPrograms' }] })
  })

  const stranger = newKey()
  const setKey =
    (offset: number): Change =>
    (data) =>
      data.set([1, 0, 0, 0, ...stranger.toBytes()], offset)
  test.each([
    [
      'approved',
      'approvals',
      { tokens: (data, offset) => (setKey(72)(data, offset), void data.writeBigUInt64LE(7n, 121)) },
    ],
    ['authority', 'authorityChanges', { tokens: setKey(129) }],
    ['account_lost', 'authorityChanges', { tokens: (data) => data.set(stranger.toBytes(), 32) }],
    ['reassigned', 'authorityChanges', { wallet: (_, account) => void (account.owner = stranger.toBase58()) }],
  ] satisfies [string, string, { wallet?: Change; tokens?: Change }][])(
    'warns by its simulation of %s',
    async (code, path, changes) => {
      const { warnings, refusal, tokens, account, mint } = await opaque(await harness.fundedUser(), changes)
      expect(warnings.slice(1)).toEqual([{ code, program: null }])
      expect(refusal).toMatchObject({ code: 'policy_refused', issues: [{ path }] })
      const gone = { account, mint, change: '-70', decimals: 6, associated: true }
      expect(tokens).toEqual(code === 'account_lost' ? [gone] : [])
    },
  )
})
