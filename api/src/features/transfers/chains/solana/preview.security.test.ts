import { Keypair, type Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../../../../testing.ts'
import { ledgerOf } from '../../../wallets/testing.ts'
import { base64, pay, type Person, SOL, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newKey = () => Keypair.generate().publicKey
const ask = (token: string | undefined, transaction: string, more: object = {}) =>
  harness.server.send('POST', '/user/solana/preview-transaction', {
    token,
    body: { rpcUrl: harness.node.url, transaction, ...more },
  })
const payment = async (user: Person, lamports = 5_000_000n): Promise<Transaction> =>
  harness.build(user.key, pay(user.key, newKey(), lamports))

describe('a preview is refused with the error of signing', () => {
  test.each<[string, (user: Person) => Promise<string>, string]>([
    ['text that is not base64', async () => '!!!', 'invalid_transaction'],
    ['base64 in another form', async (user) => `${base64(await payment(user))}\n`, 'invalid_transaction'],
    ['bytes that are not a transaction', async () => Buffer.from('hello').toString('base64'), 'invalid_transaction'],
    ['a truncated transaction', async (user) => base64(await payment(user)).slice(0, 200), 'invalid_transaction'],
    ['1,300 bytes', async () => Buffer.alloc(1300).toString('base64'), 'invalid_transaction'],
    ['5,000 characters', async () => 'A'.repeat(5000), 'invalid_input'],
    ['an empty text', async () => '', 'invalid_input'],
    [
      'a transaction for another signer',
      async (user) => {
        const { publicKey } = Keypair.generate()
        return base64(await harness.build(publicKey, pay(publicKey, user.key, 1n)))
      },
      'not_a_signer',
    ],
  ])('%s', async (_, make, code) => {
    const user = await harness.fundedUser()
    const transaction = await make(user)
    const [shown, signed] = [await ask(user.token, transaction), await harness.sign(user, transaction)]
    expect([shown.status, shown.body.code]).toEqual([400, code])
    expect([shown.status, shown.body.message]).toEqual([signed.status, signed.body.message])
  })
})

test("a preview with another user's token, of this app or another, is refused with not_a_signer", async () => {
  const user = await harness.fundedUser()
  const transaction = base64(await payment(user))
  const neighbour = await harness.fundedUser()
  const foreigner = await signInAs(harness.server, harness.other.id, 'foreigner')
  for (const { token } of [neighbour, foreigner]) {
    const { status, body } = await ask(token, transaction)
    expect([status, body.code, body.data]).toEqual([400, 'not_a_signer', undefined])
  }
  for (const token of [undefined, harness.app.secret, harness.adminToken]) {
    const { status, body } = await ask(token, transaction)
    expect([status, body.message]).toEqual([401, 'Unauthorized'])
  }
})

test('a preview through an endpoint that is not on the list is refused', async () => {
  const user = await harness.fundedUser()
  const answer = await ask(user.token, base64(await payment(user)), { rpcUrl: 'https://evil.example' })
  expect([answer.status, answer.body.code]).toEqual([403, 'rpc_not_allowed'])
})

test('a preview fails with the error of the node if the node does not answer correctly', async () => {
  const user = await harness.fundedUser()
  const transaction = base64(await payment(user))
  const { proxy } = harness
  const cases = [
    ['simulateTransaction', undefined, 'chain_unavailable'],
    ['isBlockhashValid', undefined, 'chain_unavailable'],
    ['simulateTransaction', { context: { slot: 1 }, value: { err: null, logs: [] } }, 'chain_answer_unusable'],
  ] as const
  for (const [method, result, code] of cases) {
    if (result) proxy.replies.set(method, { result })
    else proxy.drop.add(method)
    const answer = await ask(user.token, transaction, { rpcUrl: proxy.url })
    proxy.drop.clear()
    proxy.replies.clear()
    expect([method, answer.status, answer.body.code]).toEqual([method, 502, code])
  }
})

test('blind signing: a preview returns no signature and spends nothing of a daily limit', async () => {
  const user = await harness.fundedUser()
  await harness.rule(user, { limits: [{ token: 'solana:native', perTransaction: null, perDay: '5005000' }] })
  const tx = await payment(user)
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await ask(user.token, base64(tx), { isSend: true, idempotencyKey: 'once' })
    expect([status, body.data.refusal]).toEqual([200, null])
    expect(JSON.stringify(body)).not.toMatch(/signature|sealed/)
  }
  expect(await ledgerOf(user)).toEqual([])
  expect(await harness.sign(user, tx, { idempotencyKey: 'once' })).toMatchObject({ status: 200 })
  expect(await harness.sign(user, await payment(user))).toMatchObject({ body: { code: 'policy_refused' } })
})

test('with the maximum of unsettled transactions a preview returns the refusal of signing', async () => {
  const user = await harness.fundedUser(10n * SOL)
  for (let lamports = 1n; lamports <= 20n; lamports += 1n)
    expect(await harness.sign(user, await payment(user, 5_000_000n + lamports))).toMatchObject({ status: 200 })
  const tx = await payment(user)
  const [shown, signed] = [await ask(user.token, base64(tx)), await harness.sign(user, tx)]
  expect(signed.body.code).toBe('transaction_refused')
  expect(shown.body.data.refusal).toMatchObject({ code: 'transaction_refused', message: signed.body.message })
})
