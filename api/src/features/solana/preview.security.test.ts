import { Keypair, type Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { ledgerOf } from '../wallets/testing.ts'
import { base64, pay, type Person, SOL, type SolanaHarness, startSolanaHarness } from './solana-harness.testing.ts'

let harness: SolanaHarness
beforeAll(async () => {
  harness = await startSolanaHarness()
})
afterAll(() => harness.stop())

const newKey = () => Keypair.generate().publicKey
const ask = (token: string | undefined, transaction: string, more: object = {}) =>
  harness.at.server.send('POST', '/user/solana/preview-transaction', {
    token,
    body: { rpcUrl: harness.node.url, transaction, ...more },
  })
const payment = async (user: Person, lamports = 5_000_000n): Promise<Transaction> =>
  harness.make(user.key, pay(user.key, newKey(), lamports))

describe('is refused as signing refuses it', () => {
  test.each<[string, (user: Person) => Promise<string>, string]>([
    ['no base64', async () => '!!!', 'invalid_transaction'],
    ['base64 in another form', async (user) => `${base64(await payment(user))}\n`, 'invalid_transaction'],
    ['no transaction', async () => Buffer.from('hello').toString('base64'), 'invalid_transaction'],
    ['one that is cut off', async (user) => base64(await payment(user)).slice(0, 200), 'invalid_transaction'],
    ['one that is too long', async () => Buffer.alloc(1300).toString('base64'), 'invalid_transaction'],
    ['one that is much too long', async () => 'A'.repeat(5000), 'invalid_input'],
    ['nothing', async () => '', 'invalid_input'],
    [
      'one for another signer',
      async (user) => {
        const { publicKey } = Keypair.generate()
        return base64(await harness.make(publicKey, pay(publicKey, user.key, 1n)))
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

test("another user's token, of this app or another, shows nothing of a wallet that is not its own", async () => {
  const user = await harness.fundedUser()
  const transaction = base64(await payment(user))
  const neighbour = await harness.fundedUser()
  const foreigner = await signInAs(harness.at.server, harness.at.other.id, 'foreigner')
  for (const { token } of [neighbour, foreigner]) {
    const { status, body } = await ask(token, transaction)
    expect([status, body.code, body.data]).toEqual([400, 'not_a_signer', undefined])
  }
  for (const token of [undefined, harness.at.app.secret, harness.at.adminToken]) {
    const { status, body } = await ask(token, transaction)
    expect([status, body.message]).toEqual([401, 'Unauthorized'])
  }
})

test('an endpoint that is not on the list is never asked', async () => {
  const user = await harness.fundedUser()
  const answer = await ask(user.token, base64(await payment(user)), { rpcUrl: 'https://evil.example' })
  expect([answer.status, answer.body.code]).toEqual([403, 'rpc_not_allowed'])
})

test('a node that is of no use is told as such: it neither approves nor refuses', async () => {
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

test('blind signing: a preview gives no signature away and spends nothing of a limit over a day', async () => {
  const user = await harness.fundedUser()
  await harness.rule(user, { limits: [{ token: 'solana:native', perTransaction: null, perDay: '5005000' }] })
  const made = await payment(user)
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await ask(user.token, base64(made), { isSend: true, idempotencyKey: 'once' })
    expect([status, body.data.refusal]).toEqual([200, null])
    expect(JSON.stringify(body)).not.toMatch(/signature|sealed/)
  }
  expect(await ledgerOf(user)).toEqual([])
  expect(await harness.sign(user, made, { idempotencyKey: 'once' })).toMatchObject({ status: 200 })
  expect(await harness.sign(user, await payment(user))).toMatchObject({ body: { code: 'policy_refused' } })
})

test('where as many as may be wait to land, no further one is said to be signed', async () => {
  const user = await harness.fundedUser(10n * SOL)
  for (let lamports = 1n; lamports <= 20n; lamports += 1n)
    expect(await harness.sign(user, await payment(user, 5_000_000n + lamports))).toMatchObject({ status: 200 })
  const made = await payment(user)
  const [shown, signed] = [await ask(user.token, base64(made)), await harness.sign(user, made)]
  expect(signed.body.code).toBe('transaction_refused')
  expect(shown.body.data.refusal).toMatchObject({ code: 'transaction_refused', message: signed.body.message })
})
