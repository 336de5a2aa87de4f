import type { Client, ProofMethod } from '@openauth/client'
import type { EvmNode } from '@openauth/localnet/evm'
import type { SolanaNode } from '@openauth/localnet/solana'
import type { VaraNode } from '@openauth/localnet/vara'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { expect, vi } from 'vitest'
import { methodFixtures } from '../../src/features/login/method-fixtures.testing.ts'
import { type LoginWorld, pageOrigin } from '../../src/features/login/testing.ts'
import { authenticator } from '../../src/features/passkeys/testing.ts'
import { signInAs, type TestApp } from '../../src/testing.ts'

/** A server, the providers around it, and the chains that it sends to. */
export interface ExampleWorld extends LoginWorld {
  solana: SolanaNode
  evm: EvmNode
  vara: VaraNode
}

const admins = async ({ admin, server }: ExampleWorld) => {
  await server.as().setup.config()
  await admin.setup.whoami()
  const { id } = await admin.admins.create({ username: 'second', password: 'another operator' })
  await admin.admins.list()
  await admin.admins.get({ id })
  await admin.admins.update({ id, username: 'second-operator' })
  const { token } = await server.as().setup.login({ username: 'second-operator', password: 'another operator' })
  const { data } = await admin.adminSessions.list()
  await admin.adminSessions.revoke({ id: data.find(({ adminId }) => adminId === id)!.id })
  const again = await server.as().setup.login({ username: 'second-operator', password: 'another operator' })
  await server.as(again.token).setup.logout()
  expect(token).not.toBe(again.token)
  await admin.admins.delete({ id })
}

const apps = async ({ admin }: ExampleWorld) => {
  const { id } = await admin.apps.create({ name: 'Space Race' })
  await admin.apps.update({
    ...{ id, description: 'A game of rockets', redirectOrigins: ['https://game.example'] },
    brand: { name: 'Rocket World', color: '#7DD3FC', texts: { login: { en: 'Fly to the moon' } } },
  })
  await admin.apps.get({ id })
  await admin.apps.list()
  await admin.apps.secret({ id })
  await admin.apps.rotateSecret({ id, overlapSeconds: 3600 })
  const { id: secretId } = await admin.appSecrets.create({ appId: id, name: 'statistics' })
  await admin.appSecrets.list({ appId: id })
  await admin.appSecrets.revoke({ appId: id, secretId })
  await admin.walletPolicies.get({ appId: id })
  await admin.walletPolicies.update({
    appId: id,
    limits: [{ token: 'solana:native', perTransaction: '1000000000', perDay: '5000000000' }],
    partnerLimits: [{ token: 'solana:native', perDay: '20000000000' }],
  })
  const token = { network: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const
  await admin.knownTokens.set({ appId: id, ...token, symbol: 'USDC', name: 'USD Coin', priceId: 'usd-coin' })
  await admin.knownTokens.list({ appId: id })
  await admin.knownTokens.remove({ appId: id, ...token })
  await admin.apps.delete({ id })
}

const content = async ({ admin, server }: ExampleWorld) => {
  const dapp = await admin.dapps.create({ name: 'Swap', url: 'https://swap.example', description: 'Exchange tokens' })
  await admin.dapps.get({ id: dapp.id })
  await admin.dapps.update({ id: dapp.id, borderColor: '#00AAFF' })
  await admin.dapps.list()
  const game = await admin.gameCenters.create({ name: 'Rockets', link: 'https://rockets.example', order: 1 })
  await admin.gameCenters.get({ id: game.id })
  await admin.gameCenters.update({ id: game.id, order: 2 })
  await admin.gameCenters.list()
  await server.as().content.dapps({ name: 'Swap' })
  await server.as().content.gameCenters()
  await server.as().player.config()
  await admin.dapps.delete({ id: dapp.id })
  await admin.gameCenters.delete({ id: game.id })
}

const keys = async ({ admin }: ExampleWorld) => {
  await admin.keys.status()
  await admin.keys.rotate({})
  await admin.keys.rewrap({})
  await admin.keys.verify({})
  await admin.keys.retire({ id: 'local:1' })
  await admin.signingKeys.rotate({})
  await admin.signingKeys.list()
}

/** Everything that its partner and an admin do with a user. */
const users = async ({ admin, server, newApp }: ExampleWorld) => {
  const app = await newApp('Partner')
  const { appUsers: partner, appTokens } = app.client
  const { id } = await partner.findOrCreate({ telegram: '123456789', externalId: 'customer-17' })
  await partner.get({ id })
  await partner.list({ search: 'customer-17' })
  await partner.search({ externalId: 'customer-17' })
  await partner.wallets({ id })
  await partner.update({ id, externalId: 'customer-18' })
  const host = await signInAs(server, app.id, 'host')
  const guest = await signInAs(server, app.id, 'guest')
  const { referCode } = await host.client.account.profile()
  await partner.bindReferrer({ id, referCode })
  await guest.client.account.bindReferrer({ referCode })
  await host.client.account.referrals()
  await partner.referral({ id })
  await appTokens.verify({ token: guest.token })
  await partner.sessions({ id: guest.id })
  await partner.endSessions({ id: guest.id })
  await partner.disable({ id })
  await partner.enable({ id })

  const one = { appId: app.id, id: host.id }
  await admin.users.list({ appId: app.id, search: 'host' })
  await admin.users.get(one)
  await admin.users.referral(one)
  await admin.users.wallets(one)
  await admin.users.sessions(one)
  await admin.users.identities(one)
  await admin.users.transactions(one)
  await admin.users.update({ ...one, externalId: 'customer-1' })
  await admin.users.disable(one)
  await admin.users.enable(one)
  await admin.users.endSessions(one)
  await admin.walletPolicies.getOfUser(one)
  await admin.walletPolicies.updateOfUser({ ...one, messageSigning: false })
  await admin.users.delete({ appId: app.id, id })
  const moved = '5f0c2a11-8f3e-4f0e-9d0e-6c1f8e0f2a77'
  await admin.users.importLegacy({
    appId: app.id,
    users: [{ id: moved, identities: [{ provider: 'telegram', subject: '4242' }], referCode: 'OLDCODE1' }],
  })
  await admin.audit.list({ appId: app.id, action: 'user.disable' })
}

const account = async ({ server, app }: ExampleWorld) => {
  const { token, client } = await signInAs(server, app.id, 'ada')
  const user = server.as(token)
  await server.as().account.config({ appId: app.id })
  await server.as().login.username({
    ...{ appId: app.id, username: 'ada', password: 'password of ada', type: 'login' },
  })
  await user.account.profile()
  await user.account.wallets()
  await user.account.updateProfile({ displayName: 'Ada', avatar: 'https://pictures.example/ada.png' })
  const sessions = await user.account.sessions()
  await user.account.revokeSession({ id: sessions.find(({ current }) => !current)!.id })
  await user.account.reauthenticate({ password: 'password of ada' })
  await user.account.updatePassword({ oldPassword: 'password of ada', newPassword: 'a longer password' })
  const granted = await client.dappPermissions.grant({ origin: 'https://swap.example', name: 'Swap' })
  await client.dappPermissions.list()
  await client.dappPermissions.revoke({ id: granted.id })
  await client.game.bindOdyssey({ odsCode: 'ODS-1234' })
  await client.transactions.list()
  await user.account.logout()
}

const logins = async (harness: ExampleWorld) => {
  for (const { method, show } of methodFixtures) {
    const login = harness.server.as().login[method as ProofMethod] as (input: object) => Promise<unknown>
    await login({ appId: harness.app.id, ...(await show(harness, harness.app.id)) })
  }
  const other = await harness.newApp('Binds')
  const user = await signInAs(harness.server, other.id, 'everywhere')
  for (const { method, show } of methodFixtures) {
    const bind = user.client.bind[method as ProofMethod] as (input: object) => Promise<unknown>
    await bind(await show(harness, other.id, user.token))
  }
  await user.client.bind.unbind({ provider: 'github' })
  const [unbound] = await user.client.account.accountChanges()
  await user.client.account.undoAccountChange({ id: unbound!.id })
}

/** What the contract declares of a credential; browsers send results of extensions too, which are not read. */
const declared = <C extends { clientExtensionResults: object }>(credential: C) => {
  const { clientExtensionResults: _, ...rest } = credential
  return rest
}

const passkeys = async ({ server, app }: ExampleWorld) => {
  const device = authenticator()
  const uri = `${pageOrigin}/account`
  const here = { origin: pageOrigin, rpId: 'localhost' }
  const owner = await signInAs(server, app.id, 'with a passkey')
  const { challenge } = await owner.client.passkeys.registerOptions({ uri })
  const response = declared(device.create({ challenge: challenge as string, ...here }))
  await owner.client.passkeys.registerVerify({ response, name: 'Phone' } as never)
  const asked = await server.as().passkeys.loginOptions({ appId: app.id, uri })
  const shown = declared(device.get({ challenge: asked['challenge'] as string, ...here }))
  await server.as().passkeys.loginVerify({ appId: app.id, response: shown } as never)
  const [passkey] = await owner.client.passkeys.list()
  await owner.client.passkeys.remove({ id: passkey!.id })
}

const unsigned = async (url: string, payer: string): Promise<string> => {
  const from = new PublicKey(payer)
  const pay = SystemProgram.transfer({ fromPubkey: from, toPubkey: Keypair.generate().publicKey, lamports: 1_000_000 })
  const latest = await new Connection(url).getLatestBlockhash('confirmed')
  const made = new Transaction({ feePayer: from, ...latest }).add(pay)
  return made.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64')
}

const onSolana = async ({ solana }: ExampleWorld, user: Client, app: TestApp, id: string, payer: string) => {
  await solana.fund(payer, 10_000_000_000n)
  const send = { address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' }
  await user.solana.previewSend(send)
  await user.solana.sendToken({ ...send, idempotencyKey: 'order-1' })
  await app.client.appSolana.sendToken({ id, ...send, idempotencyKey: 'order-2' })
  const transaction = await unsigned(solana.url, payer)
  await user.solana.previewTransaction({ transaction })
  await user.solana.signTransaction({ transaction, isSend: false })
  const next = await unsigned(solana.url, payer)
  await app.client.appSolana.signTransaction({ id, transaction: next, isSend: false })
  await user.solana.signMessage({ message: 'Hello' })
  await user.solana.privateKey()
  const network = 'solana'
  await user.wallets.balances({ network })
  await user.wallets.history({ network })
  await app.client.appWallets.balances({ id, network })
  await app.client.appWallets.history({ id, network })
}

const onEvm = async ({ evm }: ExampleWorld, user: Client, app: TestApp, id: string, payer: string) => {
  await evm.fund(payer, 10n ** 18n)
  const send = {
    chainName: 'sepolia',
    toAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    amount: '1000',
  } as const
  await user.ethereum.sendToken(send)
  await app.client.appEthereum.sendToken({ id, ...send })
}

const onVara = async ({ vara }: ExampleWorld, user: Client, app: TestApp, id: string, payer: string) => {
  await vara.fund(payer, 100_000_000_000_000n)
  const destination = `0x${'ab'.repeat(32)}`
  await user.vara.sendMessage({ destination, payload: '0x0102' })
  await app.client.appVara.sendMessage({ id, destination, payload: '0x0304' })
  const queued = await vi.waitFor(
    () => {
      const found = vara.messages().filter((message) => message.destination === destination)
      expect(found).toHaveLength(2)
      return found
    },
    { timeout: 15_000 },
  )
  await user.vara.sendReply({ replyToId: queued[0]!.id, payload: 'pong' })
  await app.client.appVara.sendReply({ id, replyToId: queued[1]!.id, payload: 'pong' })
}

const sends = async (harness: ExampleWorld) => {
  const app = await harness.newApp('Sends')
  await harness.admin.apps.update({ id: app.id, privateKeyExportEnabled: true })
  const user = await signInAs(harness.server, app.id, 'sender')
  const { solWallet, ethWallet, dotWallet } = await user.client.account.wallets()
  await onSolana(harness, user.client, app, user.id, solWallet)
  await onEvm(harness, user.client, app, user.id, ethWallet)
  await onVara(harness, user.client, app, user.id, dotWallet)
  await user.client.transactions.list()
  await harness.admin.users.transactions({ appId: app.id, id: user.id })
  const { data } = await app.client.appUsers.transactions({ id: user.id })
  await app.client.appTransactions.get({ id: data[0]!.id })
}

/** In their order; the keys last, since what they rotate is under everything else. */
export const scenarios = { admins, apps, content, users, account, logins, passkeys, sends, keys }
