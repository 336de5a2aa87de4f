import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerOf, type SendHarness, startSendHarness } from '../wallets/testing.ts'

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

test("S6: ledger and audit trail record the secret of a partner's send; the ledger records the user of a user's send", async () => {
  const user = await harness.user()
  await node.fund(user.solana, 1_000_000_000n)
  const payment = { address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' }
  await user.client.solana.sendToken(payment)
  await harness.app.client.appSolana.sendToken({ ...payment, id: user.id })
  const { id: secretId } = await harness.server.resources.db.prisma.appSecret.findFirstOrThrow({
    where: { appId: harness.app.id },
  })
  const [byPartner, byUser] = await ledgerOf(user)
  expect(byPartner).toMatchObject({ initiator: 'app', initiatorId: secretId })
  expect(byUser).toMatchObject({ initiator: 'user', initiatorId: user.id })
  const { data } = await harness.server
    .as(harness.adminToken)
    .audit.list({ appId: harness.app.id, action: 'wallet.sign-for-app' })
  expect(data).toMatchObject([
    {
      actor: 'app',
      actorId: harness.app.id,
      targetId: user.id,
      ip: '127.0.0.1',
      details: {
        transactionId: byPartner!.id,
        secretId,
        network: 'solana',
        spends: [expect.stringMatching(/^10\d{5} of solana:native$/)],
      },
    },
  ])
})
