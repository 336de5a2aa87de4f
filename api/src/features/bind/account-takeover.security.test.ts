import { createPrivateKey, sign } from 'node:crypto'
import type { Purpose } from '@openauth/client'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type TestUser } from '../../testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from '../login/testing.ts'
import { ethereumWallet, type TestWallet } from '../login/wallets.testing.ts'
import { authenticator } from '../passkeys/testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld()
  await harness.admin.apps.update({ id: harness.app.id, privateKeyExportEnabled: true })
})
afterAll(() => harness.stop())

const HOUR = 3_600_000
const uri = `${pageOrigin}/account`
const prisma = () => harness.server.resources.db.prisma
const timeAgo = (milliseconds: number) => new Date(Date.now() - milliseconds)

const newUser = () => signInAs(harness.server, harness.app.id, `victim ${(serial += 1)}`)
const passwordOf = (name = serial) => `password of victim ${name}`

/** Moves the start of the user's sessions back. */
const ageSessions = ({ id: userId }: TestUser, byMilliseconds = 2 * 24 * HOUR) =>
  prisma().session.updateMany({ where: { userId }, data: { createdAt: timeAgo(byMilliseconds) } })

/** Moves the addition of the user's identity back. */
const ageIdentity = ({ id: userId }: TestUser, provider: 'ethereum' | 'telegram' | 'email', byMilliseconds: number) =>
  prisma().identity.updateMany({
    where: { userId, provider },
    data: { confirmedAt: timeAgo(byMilliseconds), createdAt: timeAgo(byMilliseconds) },
  })

/** A user whose login is two days old, and an attacker with its token. */
const oldSession = async () => {
  const user = await newUser()
  await ageSessions(user)
  return user
}

const post = ({ token }: Pick<TestUser, 'token'>, path: string, body: object = {}) =>
  harness.server.send('POST', path, { token, body })
const outcome = async (answer: ReturnType<typeof post>) => {
  const { status, body } = await answer
  return status === 200 ? 200 : (body.code as string)
}

type Signer = Pick<TestUser, 'token'>

/** The wallet's signature of a challenge: for a login, or for the purpose that a session requested. */
const signed = async (
  wallet: TestWallet,
  chain: 'ethereum' | 'solana' = 'ethereum',
  { purpose = 'login', token }: { purpose?: Purpose } & Partial<Signer> = {},
) => {
  const asked = { appId: harness.app.id, chain, address: wallet.address, uri, purpose }
  const { message } = await harness.server.as(token).login.challenge(asked)
  const field = chain === 'ethereum' ? 'ethAddress' : 'solAddress'
  return { [field]: wallet.address, message, signature: await wallet.sign(message) }
}

const signedToBind = ({ token }: Signer, wallet: TestWallet, chain: 'ethereum' | 'solana' = 'ethereum') =>
  signed(wallet, chain, { purpose: 'bind', token })

const proofBy = async ({ token }: Signer, wallet: TestWallet, chain: 'ethereum' | 'solana' = 'ethereum') => ({
  proof: { method: chain, ...(await signed(wallet, chain, { purpose: 'reauthenticate', token })) },
})

const bindWallet = async (user: TestUser, wallet = ethereumWallet(), more = {}) => {
  await expect(
    outcome(post(user, '/user/bind-ethereum', { ...(await signedToBind(user, wallet)), ...more })),
  ).resolves.toBe(200)
  return wallet
}

const logInBy = async (wallet: TestWallet): Promise<Pick<TestUser, 'token' | 'client'>> => {
  const body = { appId: harness.app.id, ...(await signed(wallet)) }
  const { token } = (await harness.server.send('POST', '/user/login-ethereum', { body })).body.data
  return { token, client: harness.server.as(token) }
}

const exportBy = async (user: Pick<TestUser, 'token'>, wallet: TestWallet, chain: 'ethereum' | 'solana' = 'ethereum') =>
  outcome(post(user, '/user/solana/private-key', await proofBy(user, wallet, chain)))

const reauthenticate = async (user: TestUser, shown: object) =>
  (await post(user, '/user/reauthenticate', shown)).body.data.token as string

describe('S1: an old session', () => {
  test('S1: binds no wallet, so that none can export the key', async () => {
    const victim = await oldSession()
    const wallet = ethereumWallet()
    expect(await outcome(post(victim, '/user/bind-ethereum', await signedToBind(victim, wallet)))).toBe(
      'reauthentication_required',
    )
    expect(await exportBy(victim, wallet)).toBe('account_mismatch')
  })

  test('S1: removes no login method, sets no password and registers no passkey', async () => {
    const victim = await newUser()
    await bindWallet(victim)
    const device = authenticator()
    const options = await victim.client.passkeys.registerOptions({ uri })
    const response = device.create({ challenge: options.challenge as string, origin: pageOrigin, rpId: 'localhost' })
    await victim.client.passkeys.registerVerify({ response } as never)
    await ageSessions(victim)
    const calls = [
      post(victim, '/user/unbind', { provider: 'username' }),
      post(victim, '/user/update-password', { newPassword: 'of the thief' }),
      post(victim, '/user/passkeys/register/options', { uri }),
      post(victim, `/user/passkeys/${response.id}/remove`, {}),
    ]
    for (const call of calls) expect(await outcome(call)).toBe('reauthentication_required')
  })

  test('S1: completes no passkey registration that another session began', async () => {
    const victim = await newUser()
    const { challenge } = await victim.client.passkeys.registerOptions({ uri })
    const other = {
      appId: harness.app.id,
      username: `victim ${serial}`,
      password: passwordOf(),
      type: 'login',
    } as const
    const { token } = await harness.server.as().login.username(other)
    const page = { challenge: challenge as string, origin: pageOrigin, rpId: 'localhost' }
    const body = { response: authenticator().create(page) }
    expect(await outcome(post({ token }, '/user/passkeys/register/verify', body))).toBe('passkey_refused')
  })
})

describe('S1: wallets whose keys this server keeps', () => {
  test('S1: sign-message signs no text that logs in to the same app', async () => {
    const victim = await oldSession()
    const { solWallet: address } = await victim.client.account.wallets()
    const asked = { appId: harness.app.id, chain: 'solana', address, uri } as const
    const { message } = await harness.server.as().login.challenge(asked)
    expect(await outcome(post(victim, '/user/solana/sign-message', { message }))).toBe('login_message')
    const { message: legacy } = await victim.client.account.config({ appId: harness.app.id })
    expect(await outcome(post(victim, '/user/solana/sign-message', { message: legacy }))).toBe('login_message')
    expect(await outcome(post(victim, '/user/solana/sign-message', { message: 'hello' }))).toBe(200)
  })

  test('S1: their signatures confirm nothing, of any user and any age', async () => {
    const victim = await newUser()
    const seed = base58.decode((await post(victim, '/user/solana/private-key')).body.data).slice(0, 32)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const { solWallet: address } = await victim.client.account.wallets()
    const wallet = { address, sign: async (text: string) => base58.encode(sign(null, Buffer.from(text), key)) }
    const owner = await newUser()
    for (const user of [victim, owner]) {
      await expect(outcome(post(user, '/user/bind-solana', await signedToBind(user, wallet, 'solana')))).resolves.toBe(
        200,
      )
      await prisma().identity.updateMany({ where: { userId: user.id, provider: 'solana' }, data: { founding: true } })
      await ageSessions(user)
      expect(await exportBy(user, wallet, 'solana')).toBe('credential_not_eligible')
      await prisma().identity.deleteMany({ where: { userId: user.id, provider: 'solana' } })
    }
  })
})

describe('S1: a new login method', () => {
  test('S1: confirms nothing for a day, neither as a credential nor by a login', async () => {
    const victim = await newUser()
    const wallet = await bindWallet(victim)
    await ageSessions(victim)
    expect(await exportBy(victim, wallet)).toBe('credential_not_eligible')
    const thief = await logInBy(wallet)
    expect(await outcome(post(thief, '/user/solana/private-key'))).toBe('reauthentication_required')
    await ageIdentity(victim, 'ethereum', 25 * HOUR)
    expect(await exportBy(victim, wallet)).toBe(200)
    expect(await outcome(post(thief, '/user/solana/private-key'))).toBe(200)
  })

  test("S1: confirms nothing for as long as the app's setting says", async () => {
    const victim = await newUser()
    const wallet = await bindWallet(victim)
    await harness.admin.apps.update({ id: harness.app.id, credentialDelaySeconds: 0 })
    expect(await exportBy(victim, wallet)).toBe(200)
    await harness.admin.apps.update({ id: harness.app.id, credentialDelaySeconds: 86_400 })
    expect(await exportBy(victim, wallet)).toBe('credential_not_eligible')
  })

  test('S1: a passkey, and a password that was set without the old one, wait too', async () => {
    const victim = await newUser()
    await expect(outcome(post(victim, '/user/update-password', { newPassword: 'of the thief' }))).resolves.toBe(200)
    await ageSessions(victim)
    const byPassword = post(victim, '/user/solana/private-key', { password: 'of the thief' })
    expect(await outcome(byPassword)).toBe('credential_not_eligible')
    const changed = { oldPassword: 'of the thief', newPassword: 'another one' }
    expect(await outcome(post(victim, '/user/update-password', changed))).toBe(200)
    const again = post(victim, '/user/solana/private-key', { password: 'another one' })
    expect(await outcome(again)).toBe('credential_not_eligible')
  })

  test('S1: a password that was changed with the old one confirms at once', async () => {
    const owner = await oldSession()
    const changed = { oldPassword: passwordOf(), newPassword: 'a better one' }
    expect(await outcome(post(owner, '/user/update-password', changed))).toBe(200)
    expect(await outcome(post(owner, '/user/solana/private-key', { password: 'a better one' }))).toBe(200)
  })

  test('S1: removes nothing older until its own addition can no longer be undone', async () => {
    const victim = await newUser()
    const wallet = await bindWallet(victim)
    await ageIdentity(victim, 'ethereum', 48 * HOUR)
    const thief = await logInBy(wallet)
    expect(await outcome(post(thief, '/user/unbind', { provider: 'username' }))).toBe('removal_too_early')
    await ageIdentity(victim, 'ethereum', 8 * 24 * HOUR)
    expect(await outcome(post(thief, '/user/unbind', { provider: 'username' }))).toBe(200)
  })
})

describe('S1: binds with old sessions, as existing clients make them', () => {
  test('S1: where the app allows them, the identity never confirms or removes anything', async () => {
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: true })
    const victim = await oldSession()
    const wallet = await bindWallet(victim)
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: false })
    await prisma().identity.updateMany({ where: { userId: victim.id }, data: { createdAt: timeAgo(90 * 24 * HOUR) } })
    expect(await exportBy(victim, wallet)).toBe('credential_not_eligible')
    const thief = await logInBy(wallet)
    expect(await outcome(post(thief, '/user/solana/private-key'))).toBe('reauthentication_required')
    expect(await outcome(post(thief, '/user/unbind', { provider: 'username' }))).toBe('reauthentication_required')
    expect(await outcome(post(thief, '/user/bind-telegram', { data: harness.world.telegram.initData() }))).toBe(
      'reauthentication_required',
    )
  })

  test('S1: the owner confirms such an identity later by binding it again', async () => {
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: true })
    const owner = await oldSession()
    const wallet = await bindWallet(owner)
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: false })
    const reauthenticationToken = await reauthenticate(owner, { password: passwordOf() })
    await bindWallet(owner, wallet, { reauthenticationToken })
    const identity = await prisma().identity.findFirst({ where: { userId: owner.id, provider: 'ethereum' } })
    expect(identity?.confirmedAt).not.toBeNull()
    expect((await owner.client.account.accountChanges()).map(({ kind }) => kind)).toEqual(['bind', 'bind'])
  })

  test('S1: new apps allow them under the legacy defaults only', async () => {
    expect((await harness.admin.apps.get({ id: harness.app.id })).legacyBind).toBe(false)
  })
})

describe('S1: the reauthentication token', () => {
  test('S1: works for one call of its own session', async () => {
    const owner = await oldSession()
    const shown = { password: passwordOf() }
    const other = await signInAs(harness.server, harness.app.id, `bystander ${serial}`)
    await ageSessions(other)
    const token = await reauthenticate(owner, shown)
    const [first, second] = [
      await signedToBind(owner, ethereumWallet()),
      harness.world.telegram.initData(harness.world.people[1]),
    ]
    const byOther = post(other, '/user/bind-ethereum', { ...first, reauthenticationToken: token })
    expect(await outcome(byOther)).toBe('reauthentication_required')
    expect(await outcome(post(owner, '/user/bind-ethereum', { ...first, reauthenticationToken: token }))).toBe(200)
    const again = post(owner, '/user/bind-telegram', { data: second, reauthenticationToken: token })
    expect(await outcome(again)).toBe('reauthentication_required')
  })

  test('S1: one of several concurrent calls can use it, and a failed call does not consume it', async () => {
    const owner = await oldSession()
    const token = await reauthenticate(owner, { password: passwordOf() })
    const wrong = { email: 'nobody@example.com', code: '000000', reauthenticationToken: token }
    expect(await outcome(post(owner, '/user/bind-email', wrong))).toBe('email_code_incorrect')
    const bodies = await Promise.all(Array.from({ length: 5 }, () => signedToBind(owner, ethereumWallet())))
    const outcomes = await Promise.all(
      bodies.map((body) => outcome(post(owner, '/user/bind-ethereum', { ...body, reauthenticationToken: token }))),
    )
    expect(outcomes.filter((each) => each === 200)).toHaveLength(1)
  })

  test('S1: is not issued for an old session, a wrong password, another account or a new credential', async () => {
    const victim = await newUser()
    const wallet = await bindWallet(victim)
    await ageSessions(victim)
    const shown = [
      [{}, 'reauthentication_required'],
      [{ password: 'not that one' }, 'incorrect_password'],
      [await proofBy(victim, ethereumWallet()), 'account_mismatch'],
      [await proofBy(victim, wallet), 'credential_not_eligible'],
    ] as const
    for (const [body, code] of shown) expect(await outcome(post(victim, '/user/reauthenticate', body))).toBe(code)
  })

  test('S1: is issued for a passkey as for other credentials', async () => {
    const owner = await newUser()
    const [device, page] = [authenticator(), { origin: pageOrigin, rpId: 'localhost' }]
    const { challenge } = await owner.client.passkeys.registerOptions({ uri })
    const response = device.create({ challenge: challenge as string, ...page })
    await owner.client.passkeys.registerVerify({ response } as never)
    await ageSessions(owner)
    const proof = async ({ client }: TestUser) => {
      const options = await client.passkeys.loginOptions({ appId: harness.app.id, uri, purpose: 'reauthenticate' })
      return { method: 'passkey', response: device.get({ challenge: options.challenge as string, ...page }) }
    }
    const reauthenticateByPasskey = async (user: TestUser) =>
      outcome(post(user, '/user/reauthenticate', { proof: await proof(user) }))
    expect(await reauthenticateByPasskey(owner)).toBe('credential_not_eligible')
    await prisma().passkey.updateMany({ where: { userId: owner.id }, data: { createdAt: timeAgo(25 * HOUR) } })
    expect(await reauthenticateByPasskey(owner)).toBe(200)
    expect(await reauthenticateByPasskey(await oldSession())).toBe('account_mismatch')
  })
})

test('S1: admins and partners do not have to reauthenticate', async () => {
  const victim = await oldSession()
  const partner = await harness.app.client.appUsers.findOrCreate({ solAddress: '11111111111111111111111111111111' })
  expect(partner.solAddress).not.toBeNull()
  await harness.admin.users.disable({ appId: harness.app.id, id: victim.id })
})
