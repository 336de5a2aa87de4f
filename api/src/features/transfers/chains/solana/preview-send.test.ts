import { createMint } from '@openauth/localnet/solana-tokens'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerOf } from '../../../wallets/testing.ts'
import { type Person, SOL, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newAddress = () => Keypair.generate().publicKey.toBase58()
const preview = ({ client }: Person, address: string, amount: bigint, token = 'SOL') =>
  client.solana.previewSend({ address, token, amount: amount.toString() })

test('U4: a preview returns fee, total and maximum and stores nothing', async () => {
  const user = await harness.fundedUser()
  const to = (await harness.stranger()).publicKey.toBase58()
  expect(await preview(user, to, SOL)).toEqual({
    fee: '5000',
    total: '1000005000',
    most: (10n * SOL - 5000n).toString(),
    warnings: ['first_send'],
    refusal: null,
  })
  expect(await ledgerOf(user)).toEqual([])
})

test('U4: a send of the maximum of a preview leaves a balance of 0', async () => {
  const user = await harness.fundedUser()
  const to = (await harness.stranger()).publicKey.toBase58()
  const { most, refusal } = await preview(user, to, 10n * SOL)
  expect(refusal).toMatchObject({ code: 'insufficient_balance', issues: [{ message: expect.stringContaining('fee') }] })
  await user.client.solana.sendToken({ address: to, token: 'SOL', amount: most! })
  await expect.poll(() => harness.connection.getBalance(user.key)).toBe(0)
})

test('U4: a preview warns of an unused address until a send to it is confirmed', async () => {
  const [user, to] = [await harness.fundedUser(), newAddress()]
  expect((await preview(user, to, SOL)).warnings).toEqual(['unused_address', 'first_send'])
  await user.client.solana.sendToken({ address: to, token: 'SOL', amount: SOL.toString() })
  await expect.poll(async () => (await preview(user, to, SOL)).warnings, { timeout: 120_000 }).toEqual([])
})

test('U4: a preview warns of an address that only a program controls, and refuses programs and the own wallet', async () => {
  const user = await harness.fundedUser()
  const [derived] = PublicKey.findProgramAddressSync(
    [Buffer.from('vault')],
    new PublicKey('11111111111111111111111111111111'),
  )
  expect((await preview(user, derived.toBase58(), SOL)).warnings).toEqual(['program', 'unused_address', 'first_send'])
  const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const program = await preview(user, token, SOL)
  expect(program).toMatchObject({ refusal: { code: 'invalid_address' }, warnings: ['program', 'first_send'] })
  const own = await preview(user, user.solana, SOL)
  expect(own).toMatchObject({ refusal: { code: 'invalid_address' }, warnings: ['own_address'], most: null })
  const none = await preview(user, 'nobody', SOL)
  expect(none).toMatchObject({ refusal: { code: 'invalid_address' }, warnings: [] })
})

test('U4: a preview returns the policy refusal of the send', async () => {
  const user = await harness.fundedUser()
  await harness.rule(user, { networks: [] })
  expect((await preview(user, newAddress(), SOL)).refusal).toMatchObject({ code: 'policy_refused' })
})

test('U4: the preview of a token send returns its total in lamports', async () => {
  const user = await harness.fundedUser()
  const mint = await createMint(harness.node, { holders: { [user.solana]: 1000n }, decimals: 2 })
  const result = await preview(user, newAddress(), 10n, mint.address)
  expect(result).toMatchObject({ refusal: null, fee: '5000', most: null })
  expect(BigInt(result.total!)).toBeGreaterThan(2_000_000n)
})

test('U3: a send is found by its idempotency key', async () => {
  const user = await harness.fundedUser()
  const send = { address: newAddress(), token: 'SOL', amount: SOL.toString() }
  const { signature } = await user.client.solana.sendToken({ ...send, idempotencyKey: 'first' })
  await user.client.solana.sendToken({ ...send, idempotencyKey: 'second' })
  const found = async (idempotencyKey: string) => (await user.client.transactions.list({ idempotencyKey })).data
  expect(await found('first')).toMatchObject([{ signature }])
  expect(await found('third')).toEqual([])
})
