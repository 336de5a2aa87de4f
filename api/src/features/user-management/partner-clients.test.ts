import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SendHarness, startSendHarness } from '../wallets/testing.ts'

let node: SolanaNode
let harness: SendHarness

beforeAll(async () => {
  node = await startSolana()
  harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: node.url })
})
afterAll(async () => {
  await harness.stop()
  await node.stop()
})

test("P1: the fields of GitHub and Hugging Face have the account's id, by which partners join; the handle is in the identity list", async () => {
  const user = await harness.user()
  const { prisma } = harness.server.resources.db
  const accounts = [
    { provider: 'github', subject: '583231', display: 'octocat' },
    { provider: 'huggingface', subject: '64f1a2', display: 'hugging-cat' },
    { provider: 'twitter', subject: '2244994945', display: 'bluecat' },
    { provider: 'google', subject: '1098', display: 'cat@example.com' },
  ] as const
  for (const account of accounts)
    await prisma.identity.create({ data: { ...account, appId: harness.app.id, userId: user.id } })
  const shown = { github: '583231', huggingface: '64f1a2', twitter: '2244994945', google: 'cat@example.com' }
  expect(await user.client.account.profile()).toMatchObject(shown)
  expect(await harness.app.client.appUsers.get({ id: user.id })).toMatchObject(shown)
  const identities = await harness.server
    .as(harness.adminToken)
    .users.identities({ appId: harness.app.id, id: user.id })
  expect(identities).toEqual(expect.arrayContaining(accounts.map((account) => expect.objectContaining(account))))
})

describe('P2: an id that is no uuid matches no user', () => {
  test.each([
    ['GET', '/app/users/42', 'User not found'],
    ['GET', '/app/users/nonsense/wallets', 'User not found'],
    ['GET', '/admin/apps/nonsense', 'App not found'],
    ['PATCH', '/admin/apps/nonsense', 'App not found'],
    ['GET', '/admin/apps/{app}/users/42', 'User not found'],
    ['GET', '/user/config?appId=42', 'App not found'],
    ['POST', '/user/login-username', 'App not found'],
    ['DELETE', '/user/sessions/42', 'Session not found'],
  ])('%s %s', async (method, path, message) => {
    const user = await harness.user()
    const token = path.startsWith('/admin')
      ? harness.adminToken
      : path.startsWith('/app')
        ? harness.app.secret
        : user.token
    const body = { appId: 'nonsense', username: 'somebody', password: 'password', type: 'login' }
    const answer = await harness.server.send(method, path.replace('{app}', harness.app.id), {
      token,
      body: method === 'GET' || method === 'DELETE' ? undefined : body,
    })
    expect([answer.status, answer.body.message]).toEqual([404, message])
  })

  test('in a list it excludes only itself', async () => {
    const [one, other] = [await harness.user(), await harness.user()]
    const ids = [one.id, 'nonsense', '42', '', other.id.toUpperCase()]
    const answer = await harness.server.send('POST', '/app/users/search', { token: harness.app.secret, body: { ids } })
    expect(answer.body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
  })
})

test('P3: the refusal of an amount has its reason in the message', async () => {
  const user = await harness.user()
  await node.fund(user.solana, 1_000_000_000n)
  const send = (amount: string) =>
    user.client.solana.sendToken({ address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount })
  const refusal = (code: string, message: RegExp) => ({ code, message: expect.stringMatching(message) })
  await expect(send('1')).rejects.toMatchObject(
    refusal('invalid_amount', /^Invalid amount: .*at least \d+ lamports \(the rent minimum\)/),
  )
  await expect(send('1.5')).rejects.toMatchObject(refusal('invalid_amount', /^Invalid amount: .+/))
  await expect(send('1000000000')).rejects.toMatchObject(
    refusal('insufficient_balance', /^Insufficient balance: .*fee/),
  )
})
