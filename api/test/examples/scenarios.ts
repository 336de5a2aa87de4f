import { signInAs } from '../../src/testing.ts'
import {
  adminInvitations,
  adminPasskeys,
  admins,
  approvals,
  deviceLogins,
  secondFactor,
  serviceTokens,
  webhooks,
} from './admin-scenarios.ts'
import type { ExampleWorld } from './example-world.ts'
import { boards, game, gameOperators, gameTasks, payouts, reviews, squads } from './game-scenarios.ts'
import { loginMethods, logins, oidcClients, organizations, passkeys } from './login-scenarios.ts'
import { privacy } from './privacy-scenarios.ts'
import { sends } from './send-scenarios.ts'

/** A PNG of one pixel. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const apps = async ({ admin }: ExampleWorld) => {
  const { id } = await admin.apps.create({ name: 'Space Race' })
  await admin.apps.update({
    id,
    description: 'A game of rockets',
    redirectOrigins: ['https://game.example'],
    brand: { name: 'Rocket World', color: '#7DD3FC', texts: { login: { en: 'Fly to the moon' } } },
  })
  await admin.apps.get({ id })
  await admin.apps.list()
  await admin.apps.secret({ id })
  await admin.apps.rotateSecret({ id, overlapSeconds: 3600 })
  const { id: secretId } = await admin.appSecrets.create({ appId: id, name: 'statistics' })
  await admin.appSecrets.list({ appId: id })
  await admin.appSecrets.rotate({ appId: id, secretId, overlapSeconds: 86_400 })
  await admin.appSecrets.revoke({ appId: id, secretId })
  await admin.walletPolicies.get({ appId: id })
  await admin.walletPolicies.update({
    appId: id,
    limits: [{ token: 'solana:native', perTransaction: '1000000000', perDay: '5000000000' }],
    partnerLimits: [{ token: 'solana:native', perDay: '20000000000' }],
  })
  const recipient = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  await admin.walletPolicies.dryRun({ appId: id, network: 'solana', recipient, amount: '2000000000' })
  const token = { network: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const
  await admin.knownTokens.set({ appId: id, ...token, symbol: 'USDC', name: 'USD Coin', priceId: 'usd-coin' })
  await admin.knownTokens.list({ appId: id })
  await admin.knownTokens.remove({ appId: id, ...token })
  await admin.apps.delete({ id })
}

const content = async ({ admin, server }: ExampleWorld) => {
  const dapp = await admin.dapps.create({ name: 'Swap', url: 'https://swap.example', description: 'Exchange tokens' })
  await admin.dapps.get({ id: dapp.id })
  await admin.pictures.upload({ picture: ONE_PIXEL })
  await admin.dapps.update({ id: dapp.id, borderColor: '#00AAFF' })
  await admin.dapps.list()
  const other = await admin.dapps.create({ name: 'Quests', url: 'https://quests.example' })
  await admin.dapps.move({ id: other.id, before: dapp.id })
  await admin.dapps.delete({ id: other.id })
  await admin.dapps.reorder({ ids: [dapp.id] })
  const rockets = await admin.gameCenters.create({ name: 'Rockets', link: 'https://rockets.example', order: 1 })
  await admin.gameCenters.get({ id: rockets.id })
  await admin.gameCenters.update({ id: rockets.id, order: 2 })
  await admin.gameCenters.list()
  const second = await admin.gameCenters.create({ name: 'Cars', link: 'https://cars.example' })
  await admin.gameCenters.move({ id: second.id, before: rockets.id })
  await admin.gameCenters.delete({ id: second.id })
  await admin.gameCenters.reorder({ ids: [rockets.id] })
  await server.as().content.dapps({ name: 'Swap' })
  await server.as().content.gameCenters()
  await server.as().player.config()
  await admin.dapps.delete({ id: dapp.id })
  await admin.gameCenters.delete({ id: rockets.id })
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
  const { auditChain } = server.app.services
  await auditChain.addLinks()
  await partner.disable({ id })
  await auditChain.addLinks()
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
  await auditChain.addLinks()
  await admin.apps.update({ id: app.id, impersonationEnabled: true })
  await admin.users.impersonate({ ...one, reason: 'Ticket 4711' })
  await admin.users.disable(one)
  await auditChain.addLinks()
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
  await admin.users.bulkImport({
    appId: app.id,
    users: [{ identities: [{ provider: 'email', subject: 'user-1@example.com' }], externalId: 'customer-7' }],
  })
  await admin.users.bulkExport({ appId: app.id, limit: 2 })
  await admin.audit.list({ appId: app.id, action: 'user.disable' })
  await auditChain.addLinks()
  await admin.audit.chain({})
  await admin.audit.verify({ limit: 1000 })
  await admin.audit.extract({ appId: app.id, action: 'user.disable', limit: 1000 })
  await admin.stats.get({ days: 3 })
  await admin.attention.list()
  await admin.stats.ofApp({ id: app.id, days: 3 })
}

const account = async ({ server, app }: ExampleWorld) => {
  const { token, client } = await signInAs(server, app.id, 'ada')
  const user = server.as(token)
  await server.as().account.config({ appId: app.id })
  await server.as().login.username({ appId: app.id, username: 'ada', password: 'password of ada', type: 'login' })
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

/** What operators look for. Runs behind the others: a call between them would change the made-up ids of all later examples. */
const lists = async ({ admin, server, app }: ExampleWorld) => {
  const { id, client } = await signInAs(server, app.id, 'in need of help')
  const one = { appId: app.id, id }
  await client.dappPermissions.grant({ origin: 'https://swap.example', name: 'Swap' })
  await admin.users.dappPermissions(one)
  await admin.users.passkeys(one)
  await admin.users.export(one)
  const [session] = await admin.users.sessions(one)
  await admin.users.revokeSession({ ...one, sessionId: session!.id })
  await admin.users.update({ ...one, password: 'a new password' })
  await admin.users.accountChanges(one)
  await server.resources.db.prisma.identity.create({
    data: { appId: app.id, userId: id, provider: 'email', subject: 'help@example.com', display: 'help@example.com' },
  })
  await admin.users.sendLoginCode(one)
  await admin.apps.duplicate({ id: app.id, name: 'Another edition' })
  await admin.health.show()
  await admin.health.diagnose()
  await admin.database.status()
  await admin.logs.list({ limit: 1 })
  await admin.jobs.list()
  await server.resources.db.pool.query(
    `INSERT INTO bullmq.job (queue, id, seq, name, state, failed_reason, attempts_made, added_at_ms, finished_at_ms)
     VALUES ('notice', 'e3c9', 1, 'notice', 'failed', 'The mail server did not accept the mail', 3, $1, $1)`,
    [Date.now()],
  )
  await admin.jobs.list()
  await admin.jobs.retry({ kind: 'notice', id: 'e3c9' })
  await admin.users.find({ q: 'host', state: 'active' })
  await admin.adminTransactions.list({ status: 'confirmed', limit: 1 })
}

/** In the order in which they run: the keys after those whose data their rotation affects. */
export const scenarios = {
  admins,
  secondFactor,
  adminInvitations,
  adminPasskeys,
  serviceTokens,
  approvals,
  apps,
  content,
  users,
  account,
  logins,
  loginMethods,
  organizations,
  webhooks,
  passkeys,
  sends,
  lists,
  game,
  gameOperators,
  gameTasks,
  boards,
  squads,
  payouts,
  reviews,
  keys,
  deviceLogins,
  oidcClients,
  privacy,
}
