import { startSolana } from '@openauth/localnet/solana'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  startServer,
  testServer,
  type TestApp,
  type TestServer,
} from '../../testing.ts'

let server: TestServer
let admin: string
let app: TestApp
beforeAll(async () => {
  server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  admin = await signInAsAdmin(server)
  app = await createTestApp(server, admin, 'Holdings')
})
afterAll(() => server.stop())

test('wallets of which no node tells what they hold: the deletion needs the consent to a loss, and is listed with them', async () => {
  const other = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    ...noPublicNodes,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    // Nobody listens there.
    OPENAUTH_SOLANA_RPC_URLS: 'http://127.0.0.1:1',
  })
  onTestFinished(() => other.stop())
  const user = await signInAs(other, app.id, 'holds-perhaps')
  // Wallets that nobody has seen hold nothing.
  expect((await user.client.privacy.deletion()).holdings).toEqual([])
  const { solWallet } = await user.client.account.wallets()
  const unknown = [{ network: 'solana', address: solWallet, balances: null }]
  expect((await user.client.privacy.deletion()).holdings).toEqual(unknown)
  await expect(user.client.privacy.requestDeletion({})).rejects.toMatchObject({ code: 'wallets_not_empty' })
  await user.client.privacy.requestDeletion({ acceptsLoss: true })
  expect((await other.as(admin).deletions.get({ appId: app.id, id: user.id })).holdings).toEqual(unknown)
})

test('wallets that hold something are named with the amount before the deletion', async () => {
  const solana = await startSolana()
  const other = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    ...noPublicNodes,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
  })
  onTestFinished(async () => {
    await other.stop()
    await solana.stop()
  })
  const user = await signInAs(other, app.id, 'holds-something')
  const { solWallet } = await user.client.account.wallets()
  await solana.fund(solWallet, 1_500_000_000n)
  const { holdings } = await user.client.privacy.deletion()
  expect(holdings).toMatchObject([
    { network: 'solana', balances: [{ token: null, amount: '1500000000', symbol: 'SOL' }] },
  ])
  await expect(user.client.privacy.requestDeletion({ acceptsLoss: false })).rejects.toMatchObject({
    code: 'wallets_not_empty',
  })
})
