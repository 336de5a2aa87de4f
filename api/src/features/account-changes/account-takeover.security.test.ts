import { createPrivateKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../testing.ts'
import { pageOrigin } from '../login/testing.ts'
import { ethereumWallet } from '../login/wallets.testing.ts'
import { authenticator } from '../webauthn/testing.ts'
import { HOUR, outcome, startTakeoverHarness, type TakeoverHarness, timeAgo, uri } from './account-takeover.testing.ts'

let harness: TakeoverHarness
beforeAll(async () => {
  harness = await startTakeoverHarness()
})
afterAll(() => harness.stop())

describe('S1: an old session', () => {
  test('S1: binds no wallet, so that none can export the key', async () => {
    const victim = await harness.oldSession()
    const wallet = ethereumWallet()
    expect(await outcome(harness.post(victim, '/user/bind-ethereum', await harness.signedToBind(victim, wallet)))).toBe(
      'reauthentication_required',
    )
    expect(await harness.exportBy(victim, wallet)).toBe('account_mismatch')
  })

  test('S1: removes no login method, sets no password and registers no passkey', async () => {
    const victim = await harness.newUser()
    await harness.bindWallet(victim)
    const passkey = await harness.addPasskey(victim)
    await harness.ageSessions(victim)
    const calls = [
      harness.post(victim, '/user/unbind', { provider: 'username' }),
      harness.post(victim, '/user/update-password', { newPassword: 'of the thief' }),
      harness.post(victim, '/user/passkeys/register/options', { uri }),
      harness.post(victim, `/user/passkeys/${passkey.id}/remove`, {}),
    ]
    for (const call of calls) expect(await outcome(call)).toBe('reauthentication_required')
  })

  test('S1: completes no passkey registration that another session began', async () => {
    const victim = await harness.newUser()
    const { challenge } = await victim.client.passkeys.registerOptions({ uri })
    const { username, password } = victim
    const { token } = await harness.server.as().login.username({ appId: harness.app.id, username, password })
    const page = { challenge: challenge as string, origin: pageOrigin, rpId: 'localhost' }
    const body = { response: authenticator().create(page) }
    expect(await outcome(harness.post({ token }, '/user/passkeys/register/verify', body))).toBe('passkey_refused')
  })
})

describe('S1: wallets whose keys this server keeps', () => {
  test('S1: sign-message signs no text that logs in to the same app', async () => {
    const victim = await harness.oldSession()
    const { solWallet: address } = await victim.client.account.wallets()
    const challengeInput = { appId: harness.app.id, chain: 'solana', address, uri } as const
    const { message } = await harness.server.as().login.challenge(challengeInput)
    expect(await outcome(harness.post(victim, '/user/solana/sign-message', { message }))).toBe('login_message')
    const { message: legacy } = await victim.client.account.config({ appId: harness.app.id })
    expect(await outcome(harness.post(victim, '/user/solana/sign-message', { message: legacy }))).toBe('login_message')
    expect(await outcome(harness.post(victim, '/user/solana/sign-message', { message: 'hello' }))).toBe(200)
  })

  test('S1: their signatures confirm nothing, of any user and any age', async () => {
    const victim = await harness.newUser()
    const seed = base58.decode((await harness.post(victim, '/user/solana/private-key')).body.data).slice(0, 32)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const { solWallet: address } = await victim.client.account.wallets()
    const wallet = { address, sign: async (text: string) => base58.encode(sign(null, Buffer.from(text), key)) }
    const owner = await harness.newUser()
    for (const user of [victim, owner]) {
      await expect(
        outcome(harness.post(user, '/user/bind-solana', await harness.signedToBind(user, wallet, 'solana'))),
      ).resolves.toBe(200)
      await harness.prisma.identity.updateMany({
        where: { userId: user.id, provider: 'solana' },
        data: { founding: true },
      })
      await harness.ageSessions(user)
      expect(await harness.exportBy(user, wallet, 'solana')).toBe('credential_not_eligible')
      await harness.prisma.identity.deleteMany({ where: { userId: user.id, provider: 'solana' } })
    }
  })
})

describe('S1: a new login method', () => {
  test('S1: confirms nothing for a day, neither as a credential nor by a login', async () => {
    const victim = await harness.newUser()
    const wallet = await harness.bindWallet(victim)
    await harness.ageSessions(victim)
    expect(await harness.exportBy(victim, wallet)).toBe('credential_not_eligible')
    const thief = await harness.logInBy(wallet)
    expect(await outcome(harness.post(thief, '/user/solana/private-key'))).toBe('reauthentication_required')
    await harness.ageIdentity(victim, 'ethereum', 25 * HOUR)
    expect(await harness.exportBy(victim, wallet)).toBe(200)
    expect(await outcome(harness.post(thief, '/user/solana/private-key'))).toBe(200)
  })

  test("S1: confirms nothing for as long as the app's setting says", async () => {
    const victim = await harness.newUser()
    const wallet = await harness.bindWallet(victim)
    await harness.admin.apps.update({ id: harness.app.id, credentialDelaySeconds: 0 })
    expect(await harness.exportBy(victim, wallet)).toBe(200)
    await harness.admin.apps.update({ id: harness.app.id, credentialDelaySeconds: 86_400 })
    expect(await harness.exportBy(victim, wallet)).toBe('credential_not_eligible')
  })

  test('S1: a passkey, and a password that was set without the old one, wait too', async () => {
    const victim = await harness.newUser()
    await expect(outcome(harness.post(victim, '/user/update-password', { newPassword: 'of the thief' }))).resolves.toBe(
      200,
    )
    await harness.ageSessions(victim)
    const byPassword = harness.post(victim, '/user/solana/private-key', { password: 'of the thief' })
    expect(await outcome(byPassword)).toBe('credential_not_eligible')
    const changed = { oldPassword: 'of the thief', newPassword: 'another one' }
    expect(await outcome(harness.post(victim, '/user/update-password', changed))).toBe(200)
    const again = harness.post(victim, '/user/solana/private-key', { password: 'another one' })
    expect(await outcome(again)).toBe('credential_not_eligible')
  })

  test('S1: a password that was changed with the old one confirms at once', async () => {
    const owner = await harness.oldSession()
    const changed = { oldPassword: owner.password, newPassword: 'a better one' }
    expect(await outcome(harness.post(owner, '/user/update-password', changed))).toBe(200)
    expect(await outcome(harness.post(owner, '/user/solana/private-key', { password: 'a better one' }))).toBe(200)
  })

  test('S1: removes nothing older until its own addition can no longer be undone', async () => {
    const victim = await harness.newUser()
    const wallet = await harness.bindWallet(victim)
    await harness.ageIdentity(victim, 'ethereum', 48 * HOUR)
    const thief = await harness.logInBy(wallet)
    expect(await outcome(harness.post(thief, '/user/unbind', { provider: 'username' }))).toBe('removal_too_early')
    await harness.ageIdentity(victim, 'ethereum', 8 * 24 * HOUR)
    expect(await outcome(harness.post(thief, '/user/unbind', { provider: 'username' }))).toBe(200)
  })
})

describe('S1: binds with old sessions, as existing clients make them', () => {
  test('S1: where the app allows them, the identity never confirms or removes anything', async () => {
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: true })
    const victim = await harness.oldSession()
    const wallet = await harness.bindWallet(victim)
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: false })
    await harness.prisma.identity.updateMany({
      where: { userId: victim.id },
      data: { createdAt: timeAgo(90 * 24 * HOUR) },
    })
    expect(await harness.exportBy(victim, wallet)).toBe('credential_not_eligible')
    const thief = await harness.logInBy(wallet)
    expect(await outcome(harness.post(thief, '/user/solana/private-key'))).toBe('reauthentication_required')
    expect(await outcome(harness.post(thief, '/user/unbind', { provider: 'username' }))).toBe(
      'reauthentication_required',
    )
    expect(await outcome(harness.post(thief, '/user/bind-telegram', { data: harness.world.telegram.initData() }))).toBe(
      'reauthentication_required',
    )
  })

  test('S1: the owner confirms such an identity later by binding it again', async () => {
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: true })
    const owner = await harness.oldSession()
    const wallet = await harness.bindWallet(owner)
    await harness.admin.apps.update({ id: harness.app.id, legacyBind: false })
    const reauthenticationToken = await harness.reauthenticate(owner, { password: owner.password })
    await harness.bindWallet(owner, wallet, { reauthenticationToken })
    const identity = await harness.prisma.identity.findFirst({ where: { userId: owner.id, provider: 'ethereum' } })
    expect(identity?.confirmedAt).not.toBeNull()
    expect((await owner.client.account.accountChanges()).map(({ kind }) => kind)).toEqual(['bind', 'bind'])
  })

  test('S1: new apps allow them under the legacy defaults only', async () => {
    expect((await harness.admin.apps.get({ id: harness.app.id })).legacyBind).toBe(false)
  })
})

describe('S1: the reauthentication token', () => {
  test('S1: works for one call of its own session', async () => {
    const owner = await harness.oldSession()
    const credential = { password: owner.password }
    const other = await harness.newUser()
    await harness.ageSessions(other)
    const token = await harness.reauthenticate(owner, credential)
    const [first, second] = [
      await harness.signedToBind(owner, ethereumWallet()),
      harness.world.telegram.initData(harness.world.people[1]),
    ]
    const byOther = harness.post(other, '/user/bind-ethereum', { ...first, reauthenticationToken: token })
    expect(await outcome(byOther)).toBe('reauthentication_required')
    expect(await outcome(harness.post(owner, '/user/bind-ethereum', { ...first, reauthenticationToken: token }))).toBe(
      200,
    )
    const again = harness.post(owner, '/user/bind-telegram', { data: second, reauthenticationToken: token })
    expect(await outcome(again)).toBe('reauthentication_required')
  })

  test('S1: one of several concurrent calls can use it, and a failed call does not consume it', async () => {
    const owner = await harness.oldSession()
    const token = await harness.reauthenticate(owner, { password: owner.password })
    const wrong = { email: 'nobody@example.com', code: '000000', reauthenticationToken: token }
    expect(await outcome(harness.post(owner, '/user/bind-email', wrong))).toBe('email_code_incorrect')
    const bodies = await Promise.all(Array.from({ length: 5 }, () => harness.signedToBind(owner, ethereumWallet())))
    const outcomes = await Promise.all(
      bodies.map((body) =>
        outcome(harness.post(owner, '/user/bind-ethereum', { ...body, reauthenticationToken: token })),
      ),
    )
    expect(outcomes.filter((each) => each === 200)).toHaveLength(1)
  })

  test('S1: is not issued for an old session, a wrong password, another account or a new credential', async () => {
    const victim = await harness.newUser()
    const wallet = await harness.bindWallet(victim)
    await harness.ageSessions(victim)
    const credentials = [
      [{}, 'reauthentication_required'],
      [{ password: 'not that one' }, 'incorrect_password'],
      [await harness.proofBy(victim, ethereumWallet()), 'account_mismatch'],
      [await harness.proofBy(victim, wallet), 'credential_not_eligible'],
    ] as const
    for (const [body, code] of credentials)
      expect(await outcome(harness.post(victim, '/user/reauthenticate', body))).toBe(code)
  })

  test('S1: is issued for a passkey as for other credentials', async () => {
    const owner = await harness.newUser()
    const { device } = await harness.addPasskey(owner)
    await harness.ageSessions(owner)
    const proof = async ({ client }: TestUser) => {
      const options = await client.passkeys.loginOptions({ appId: harness.app.id, uri, purpose: 'reauthenticate' })
      const page = { challenge: options.challenge as string, origin: pageOrigin, rpId: 'localhost' }
      return { method: 'passkey', response: device.get(page) }
    }
    const reauthenticateByPasskey = async (user: TestUser) =>
      outcome(harness.post(user, '/user/reauthenticate', { proof: await proof(user) }))
    expect(await reauthenticateByPasskey(owner)).toBe('credential_not_eligible')
    await harness.prisma.passkey.updateMany({ where: { userId: owner.id }, data: { createdAt: timeAgo(25 * HOUR) } })
    expect(await reauthenticateByPasskey(owner)).toBe(200)
    expect(await reauthenticateByPasskey(await harness.oldSession())).toBe('account_mismatch')
  })
})

test('S1: admins and partners do not have to reauthenticate', async () => {
  const victim = await harness.oldSession()
  const partner = await harness.app.client.appUsers.findOrCreate({ solAddress: '11111111111111111111111111111111' })
  expect(partner.solAddress).not.toBeNull()
  await harness.admin.users.disable({ appId: harness.app.id, id: victim.id })
})
