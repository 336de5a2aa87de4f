import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addressOfId } from '../../../../lib/vara/addresses.ts'
import { ledgerOf, type SendHarness, startSendHarness, waitForStatuses } from '../../../wallets/testing.ts'

const VARA = 1_000_000_000_000n
const destination = `0x${'ab'.repeat(32)}`

let node: VaraNode
let harness: SendHarness

beforeAll(async () => {
  node = await startVara()
  harness = await startSendHarness({ OPENAUTH_VARA_RPC_URLS: node.url })
})
afterAll(async () => {
  await harness.stop()
  await node.stop()
})

const fundedUser = async (vara = 100n) => {
  const user = await harness.user()
  if (vara > 0n) await node.fund(user.vara, vara * VARA)
  return user
}
const messagesTo = (target: string) => node.messages().filter((message) => message.destination === target)

test('a message and a reply that a partner sends reach the chain', async () => {
  const user = await fundedUser()
  const call = (name: string, token: string, body: object) =>
    harness.server.send('POST', `/app/users/${user.id}/vara/${name}`, { token, body })
  const message = { destination, payload: '0x0102', value: '5000000000000' }
  expect((await call('send-message', harness.other.secret, message)).status).toBe(404)
  const sent = await call('send-message', harness.app.secret, message)
  expect(sent.body.data.signature).toMatch(/^0x[0-9a-f]{64}$/)
  const [row] = await waitForStatuses(user, ['confirmed'])
  expect(row).toMatchObject({
    kind: 'message',
    network: 'vara',
    toAddress: destination,
    amount: '5000000000000',
    fromAddress: user.vara,
  })
  const queued = messagesTo(destination).at(-1)!
  expect(queued).toMatchObject({ payload: '0x0102', value: 5_000_000_000_000n, kind: 'send' })
  const reply = await call('send-reply', harness.app.secret, { replyToId: queued.id, payload: 'pong' })
  expect(reply.status).toBe(200)
  await waitForStatuses(user, ['confirmed'])
  expect(node.messages().at(-1)).toMatchObject({ kind: 'reply', replyTo: queued.id, payload: '0x706f6e67' })
})

test('50 concurrent messages from one wallet get 50 nonces without a failure', async () => {
  const user = await fundedUser(1000n)
  const target = `0x${'cd'.repeat(32)}`
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      user.client.vara.sendMessage({ destination: target, payload: `message ${index}` }),
    ),
  )
  expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([])
  await vi.waitFor(() => expect(messagesTo(target)).toHaveLength(50), { timeout: 120_000 })
  expect(node.nonceOf(user.vara)).toBe(50)
})

describe('double send', () => {
  test('of 10 concurrent calls with one key one sends', async () => {
    const user = await fundedUser()
    const target = `0x${'0d'.repeat(32)}`
    const input = { destination: target, payload: 'once', idempotencyKey: 'order 1' }
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => user.client.vara.sendMessage(input)))
    const hashes = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.signature] : []))
    expect(new Set(hashes).size).toBe(1)
    await expect(user.client.vara.sendMessage({ ...input, payload: 'twice' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    await waitForStatuses(user, ['confirmed'])
    expect(messagesTo(target)).toHaveLength(1)
  })

  test('a lost answer of the node does not cause a second message', async () => {
    const user = await fundedUser()
    const target = `0x${'0e'.repeat(32)}`
    const input = { destination: target, payload: 'once', idempotencyKey: 'lost' }
    node.set({ kind: 'lost', method: 'author_submitExtrinsic' })
    await expect(user.client.vara.sendMessage(input)).rejects.toMatchObject({
      code: 'chain_unavailable',
      message: expect.stringContaining('keeps sending it'),
    })
    node.clear()
    const [row] = await waitForStatuses(user, ['confirmed'])
    expect((await user.client.vara.sendMessage(input)).signature).toBe(row!.signature)
    expect(messagesTo(target)).toHaveLength(1)
  })

  test('a message that no block includes in time expires, and its nonce is free', async () => {
    const user = await fundedUser()
    node.holdBlocks()
    await user.client.vara.sendMessage({ destination, payload: 'late' })
    node.makeBlocks(80)
    const [row] = await waitForStatuses(user, ['expired'], 120_000)
    expect(row!.settledAt).not.toBeNull()
    node.releaseBlocks()
    await user.client.vara.sendMessage({ destination, payload: 'anew' })
    await vi.waitFor(async () => expect((await ledgerOf(user)).map(({ status }) => status)).toContain('confirmed'), {
      timeout: 120_000,
    })
    expect(node.nonceOf(user.vara)).toBe(1)
  })
})

describe('rules', () => {
  const rule = (user: { id: string }, rules: object) =>
    harness.server.as(harness.adminToken).walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, ...rules })
  const refused = { code: 'policy_refused', issues: [expect.objectContaining({ path: 'denyAddresses' })] }

  test('a denied program is refused in every spelling of its address, also for replies', async () => {
    const user = await fundedUser()
    const spellings = [destination, destination.toUpperCase().replace('0X', '0x'), addressOfId(destination)]
    for (const spelling of spellings) {
      await rule(user, { denyAddresses: [spelling], unknownPrograms: true })
      await expect(user.client.vara.sendMessage({ destination, payload: 'x' })).rejects.toMatchObject(refused)
    }
    const reply = { replyToId: `0x${'0f'.repeat(32)}`, payload: 'x', value: '5000000000000' }
    await expect(user.client.vara.sendReply(reply)).rejects.toMatchObject(refused)
    expect(await ledgerOf(user)).toEqual([])
  })

  test('a limit counts the value and the maximum fee with gas', async () => {
    const user = await fundedUser()
    await rule(user, {
      limits: [{ token: 'vara:native', perTransaction: (5n * VARA).toString() }],
      unknownPrograms: true,
    })
    const send = (value: string) => user.client.vara.sendMessage({ destination, payload: 'x', value })
    await expect(send((5n * VARA).toString())).rejects.toMatchObject({ code: 'policy_refused' })
    await send('5')
  })
})

describe('bad input', () => {
  test.each([
    [{ destination: 'nonsense' }, 400, 'invalid_address'],
    [{ destination: `0x${'0'.repeat(64)}` }, 400, 'invalid_address'],
    [{ payload: '0x123' }, 400, 'invalid_input'],
    [{ payload: '0xzz' }, 400, 'invalid_input'],
    [{ value: '-1' }, 400, 'invalid_amount'],
    [{ value: '1.5' }, 400, 'invalid_amount'],
    [{ value: '9'.repeat(39) }, 400, 'invalid_amount'],
    [{ value: '900000000000000' }, 400, 'insufficient_balance'],
    [{ rpcUrl: 'http://169.254.169.254/' }, 403, 'rpc_not_allowed'],
  ])('%j is refused, and nothing changes', async (change, status, code) => {
    const user = await fundedUser()
    const answer = await harness.server.send('POST', '/user/vara/send-message', {
      token: user.token,
      body: { destination, payload: 'hello', ...change },
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await ledgerOf(user)).toEqual([])
  })

  test.each([
    ['429', 502, 'chain_unavailable'],
    ['html', 502, 'chain_answer_unusable'],
  ] as const)('a node that answers with %s causes an error and no row in the ledger', async (kind, status, code) => {
    const mine = await startVara()
    const other = await startSendHarness({ OPENAUTH_VARA_RPC_URLS: mine.url })
    const user = await other.user()
    await mine.fund(user.vara, 100n * VARA)
    mine.set({ kind })
    const answer = await other.server.send('POST', '/user/vara/send-message', {
      token: user.token,
      body: { destination, payload: 'hello' },
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await ledgerOf(user)).toEqual([])
    await other.stop()
    await mine.stop()
  })
})
