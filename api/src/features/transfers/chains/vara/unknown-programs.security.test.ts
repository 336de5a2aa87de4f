import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerOf, type SendHarness, startSendHarness, waitForStatuses } from '../../../wallets/testing.ts'

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

const destination = `0x${'ab'.repeat(32)}`
const refused = { code: 'policy_refused', issues: [expect.objectContaining({ path: 'unknownPrograms' })] }

const fundedUser = async () => {
  const user = await harness.user()
  await node.fund(user.vara, 100_000_000_000_000n)
  return user
}
const rule = (user: { id: string }, rules: object) =>
  harness.server.as(harness.adminToken).walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, ...rules })

test('S7: messages to programs on Vara are refused if unknownPrograms is false or a limit is set', async () => {
  const user = await fundedUser()
  const message = { destination, payload: '0x0102' }
  const reply = { replyToId: `0x${'cd'.repeat(32)}`, payload: '0x0102' }
  for (const rules of [
    { unknownPrograms: false },
    { unknownPrograms: null, limits: [{ token: 'vara:native', perTransaction: '0' }] },
  ]) {
    await rule(user, rules)
    await expect(user.client.vara.sendMessage(message)).rejects.toMatchObject(refused)
    await expect(user.client.vara.sendReply(reply)).rejects.toMatchObject(refused)
  }
  expect(await ledgerOf(user)).toEqual([])
  await rule(user, { unknownPrograms: true, limits: null })
  await user.client.vara.sendMessage(message)
  await waitForStatuses(user, ['confirmed'])
})
