import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let node: SolanaNode
let server: TestServer
let adminToken: string
let app: TestApp
let other: TestApp
beforeAll(async () => {
  node = await startSolana()
  server = await testServer({ OPENAUTH_SOLANA_RPC_URLS: node.url })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Partner')
  other = await createTestApp(server, adminToken, 'Other')
})
afterAll(async () => {
  await server.stop()
  await node.stop()
})

const post = (path: string, body: object, { secret } = app) => server.send('POST', path, { token: secret, body })

describe('P6: a partner creates a user', () => {
  test('by a verified e-mail address, with which the user then logs in', async () => {
    const created = await app.client.appUsers.findOrCreate({ email: ' Ada@Example.COM ', emailVerified: true })
    expect(created).toMatchObject({ email: 'ada@example.com', username: null, externalId: null })
    expect(await app.client.appUsers.findOrCreate({ email: 'ada@example.com', emailVerified: true })).toEqual(created)
    const identities = await server.as(adminToken).users.identities({ appId: app.id, id: created.id })
    expect(identities).toMatchObject([{ provider: 'email', subject: 'ada@example.com' }])
  })

  test.each([
    ['says that it is not verified', { emailVerified: false }, 'email_not_verified'],
    ['does not say whether it is', {}, 'invalid_input'],
  ])('by no address that the partner %s, not even where the user exists', async (_, more, code) => {
    const email = 'held@example.com'
    await app.client.appUsers.findOrCreate({ email, emailVerified: true })
    for (const address of [email, 'new@example.com']) {
      const { status, body } = await post('/app/users', { email: address, ...more })
      expect([status, body.code]).toEqual([400, code])
    }
  })

  test('by username and password, with which the user logs in', async () => {
    const input = { username: 'Grace', password: 'rear admiral' }
    const created = await app.client.appUsers.findOrCreate({ ...input, externalId: 'g-1' })
    expect(created).toMatchObject({ username: 'Grace', externalId: 'g-1' })
    const { token } = await server.as().login.username({ appId: app.id, ...input, type: 'login' })
    const profile = await server.as(token).account.profile()
    expect(profile.id).toBe(created.id)
    // The external id is the partner's; users do not see it.
    expect(profile).not.toHaveProperty('externalId')
    const { passwordHash } = await server.resources.db.prisma.user.findUniqueOrThrow({
      where: { id: created.id },
      select: { passwordHash: true },
    })
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test.each([
    ['a name that is taken, in another spelling', { username: 'TAKEN', password: 'secret enough' }, 'username_exists'],
    ['a name that is too short', { username: 'ab', password: 'secret enough' }, 'invalid_input'],
    ['a name with an invisible character', { username: 'ada\u200bx', password: 'secret enough' }, 'invalid_input'],
    ['a password that is too short', { username: 'newcomer', password: 'short' }, 'invalid_input'],
    ['no password', { username: 'newcomer' }, 'invalid_input'],
    ['a password without a name', { password: 'secret enough' }, 'invalid_input'],
    ['a name beside an address', { username: 'newcomer', password: 'secret enough', telegram: '5' }, 'invalid_input'],
    ['an external id alone', { externalId: 'x' }, 'invalid_input'],
  ])('with the checks of registration: %s', async (_, input, code) => {
    await post('/app/users', { username: 'taken', password: 'the first one' })
    const { status, body } = await post('/app/users', input)
    expect([status, body.code]).toEqual([400, code])
  })

  test('by no username where the app has usernames switched off', async () => {
    const closed = await createTestApp(server, adminToken, 'No names')
    await server.as(adminToken).apps.update({ id: closed.id, usernameEnabled: false })
    const { status, body } = await post('/app/users', { username: 'nobody', password: 'secret enough' }, closed)
    expect([status, body.code]).toEqual([403, 'login_method_disabled'])
  })

  test('eight concurrent calls for one username create one user', async () => {
    const input = { username: 'contended', password: 'secret enough' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/app/users', input)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'username_exists')).toHaveLength(7)
  })
})

describe('P6: an external id', () => {
  test('is set at creation and found by search; the same call finds the user again', async () => {
    const input = { telegram: '1001', externalId: 'customer/1001' }
    const created = await app.client.appUsers.findOrCreate(input)
    expect(created.externalId).toBe('customer/1001')
    expect(await app.client.appUsers.findOrCreate(input)).toEqual(created)
    expect(await app.client.appUsers.search({ externalId: 'customer/1001' })).toEqual([created])
    expect((await app.client.appUsers.list({ search: 'customer/1001' })).data).toEqual([created])
    expect(await other.client.appUsers.search({ externalId: 'customer/1001' })).toEqual([])
  })

  test('is assigned to a user that has none, and never replaces one', async () => {
    const { id } = await app.client.appUsers.findOrCreate({ telegram: '1002' })
    const found = await app.client.appUsers.findOrCreate({ telegram: '1002', externalId: 'b' })
    expect(found).toMatchObject({ id, externalId: 'b' })
    const { status, body } = await post('/app/users', { telegram: '1002', externalId: 'c' })
    expect([status, body.code]).toEqual([409, 'external_id_conflict'])
  })

  test('belongs to one user of an app: at creation, for an existing user, and by update', async () => {
    await app.client.appUsers.findOrCreate({ telegram: '1003', externalId: 'unique' })
    const { id } = await app.client.appUsers.findOrCreate({ telegram: '1004' })
    const tries = [
      await post('/app/users', { telegram: '1005', externalId: 'unique' }),
      await post('/app/users', { telegram: '1004', externalId: 'unique' }),
      await post('/app/users', { username: 'one more', password: 'secret enough', externalId: 'unique' }),
      await server.send('PATCH', `/app/users/${id}`, { token: app.secret, body: { externalId: 'unique' } }),
    ]
    for (const { status, body } of tries) expect([status, body.code]).toEqual([409, 'external_id_taken'])
    expect(await other.client.appUsers.findOrCreate({ telegram: '1003', externalId: 'unique' })).toMatchObject({
      externalId: 'unique',
    })
  })

  test('is changed and cleared by update, by the partner and by an admin; a number is taken as its digits', async () => {
    const { id } = await app.client.appUsers.findOrCreate({ telegram: '1006' })
    expect((await app.client.appUsers.update({ id, externalId: 77 })).externalId).toBe('77')
    expect((await app.client.appUsers.update({ id, externalId: null })).externalId).toBeNull()
    const admin = server.as(adminToken)
    expect((await admin.users.update({ appId: app.id, id, externalId: 'by admin' })).externalId).toBe('by admin')
    const { data } = await admin.audit.list({ action: 'user.update' })
    const change = (before: string | null, after: string | null) => ({
      before: { externalId: before },
      after: { externalId: after },
    })
    expect(data.map(({ actor, targetId, details }) => [actor, targetId, details])).toEqual([
      ['admin', id, change(null, 'by admin')],
      ['app', id, change('77', null)],
      ['app', id, change(null, '77')],
    ])
  })

  test('is not replaced by an admin who saw another one; of two who saw the same, one changes it', async () => {
    const { id } = await app.client.appUsers.findOrCreate({ telegram: '1016', externalId: 'seen' })
    const { users } = server.as(adminToken)
    const change = (externalId: string | null, expectedExternalId: string | null) =>
      users.update({ appId: app.id, id, externalId, expectedExternalId })
    await expect(change('late', null)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const both = await Promise.allSettled([change('one', 'seen'), change('two', 'seen')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const now = (await users.get({ appId: app.id, id })).externalId
    expect((await change(null, now)).externalId).toBeNull()
  })

  test('can be used again once its user is deleted', async () => {
    const { id } = await app.client.appUsers.findOrCreate({ telegram: '1007', externalId: 'again' })
    await server.as(adminToken).users.delete({ appId: app.id, id })
    expect((await app.client.appUsers.findOrCreate({ telegram: '1008', externalId: 'again' })).externalId).toBe('again')
  })
})

describe('P6: a partner verifies a token', () => {
  const verify = (token: string, { client } = app) => client.appTokens.verify({ token })
  const refused = { status: 404, code: 'token_not_valid' }

  test('and gets the user and the end of the session', async () => {
    const user = await signInAs(server, app.id, 'bearer')
    const [session] = await user.client.account.sessions()
    expect(await verify(user.token)).toEqual({
      userId: user.id,
      sessionId: session!.id,
      expiresAt: session!.expiresAt,
    })
  })

  test('and a token of another app, an admin token, a changed token and other texts are refused', async () => {
    const user = await signInAs(server, app.id, 'shown')
    await expect(verify(user.token, other)).rejects.toMatchObject(refused)
    for (const token of [adminToken, `${user.token.slice(0, -4)}AAAA`, 'nonsense', 'a.b.c', app.secret])
      await expect(verify(token)).rejects.toMatchObject(refused)
  })

  test('and is refused at once after a logout, ended sessions and a disabled user', async () => {
    const ends = {
      logout: (user: { id: string; token: string }) => server.as(user.token).account.logout(),
      end: ({ id }: { id: string }) => app.client.appUsers.endSessions({ id }),
      disable: ({ id }: { id: string }) => app.client.appUsers.disable({ id }),
    }
    for (const [name, end] of Object.entries(ends)) {
      const user = await signInAs(server, app.id, `until ${name}`)
      await verify(user.token)
      await end(user)
      await expect(verify(user.token)).rejects.toMatchObject(refused)
    }
  })
})

describe('P6: a disabled user', () => {
  test('has no session, login or send until it is enabled; the partner sees its state', async () => {
    const user = await signInAs(server, app.id, 'suspended')
    const { solWallet } = await app.client.appUsers.wallets({ id: user.id })
    await node.fund(solWallet, 1_000_000_000n)
    const send = () =>
      app.client.appSolana.sendToken({
        id: user.id,
        token: 'SOL',
        amount: '1000000',
        address: Keypair.generate().publicKey.toBase58(),
      })
    const login = () =>
      server
        .as()
        .login.username({ appId: app.id, username: 'suspended', password: 'password of suspended', type: 'login' })
    const { signature } = await send()

    await app.client.appUsers.disable({ id: user.id })
    expect(await app.client.appUsers.get({ id: user.id })).toMatchObject({ disabled: true })
    expect((await server.send('GET', '/user/profile', { token: user.token })).status).toBe(401)
    expect(await app.client.appUsers.sessions({ id: user.id })).toEqual([])
    const refused = { status: 403, code: 'user_disabled' }
    await expect(send()).rejects.toMatchObject(refused)
    await expect(login()).rejects.toMatchObject(refused)

    await app.client.appUsers.enable({ id: user.id })
    await login()
    expect(await app.client.appUsers.sessions({ id: user.id })).toHaveLength(1)
    const { data, meta } = await app.client.appUsers.transactions({ id: user.id })
    expect([data.map((row) => row.signature), meta.totalItems]).toEqual([[signature], 1])
    const [sent] = data
    expect(await app.client.appTransactions.get({ id: sent!.id })).toMatchObject({
      id: sent!.id,
      userId: user.id,
      signature,
      network: 'solana',
      kind: 'transfer',
    })
    const ofOther = other.client.appTransactions.get({ id: sent!.id })
    await expect(ofOther).rejects.toMatchObject({ status: 404, code: 'transaction_not_found' })
  })

  test('an admin disables it too, and ends its sessions separately', async () => {
    const user = await signInAs(server, app.id, 'ended')
    expect(await server.as(adminToken).users.endSessions({ appId: app.id, id: user.id })).toEqual({ ended: 1 })
    expect((await server.send('GET', '/user/profile', { token: user.token })).status).toBe(401)
    const { data } = await server.as(adminToken).audit.list({ action: 'user.end_sessions' })
    expect(data.some(({ actor, targetId }) => actor === 'admin' && targetId === user.id)).toBe(true)
  })
})
