import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let admin: ReturnType<TestServer['as']>
let app: TestApp
let other: TestApp
beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  app = await createTestApp(server, token, 'Cared for')
  other = await createTestApp(server, token, 'Other')
  await admin.apps.update({ id: app.id, emailEnabled: true })
})
afterAll(() => server.stop())

const audited = async (action: string) => (await admin.audit.list({ action })).data

describe('an operator', () => {
  test('sets a password: sessions end, the old one fails, the user is told, no password is stored or told anywhere', async () => {
    const user = await signInAs(server, app.id, 'forgetful')
    const one = { appId: app.id, id: user.id }
    await admin.users.update({ ...one, password: 'chosen by the operator' })
    await expect(user.client.account.profile()).rejects.toMatchObject({ status: 401 })
    const login = (password: string) =>
      server.as().login.username({ appId: app.id, username: 'forgetful', password, type: 'login' })
    await expect(login('password of forgetful')).rejects.toMatchObject({ code: 'incorrect_login' })
    expect((await login('chosen by the operator')).token).toBeTruthy()
    expect(await admin.users.accountChanges(one)).toMatchObject([
      { kind: 'password_change', display: 'forgetful', ip: null },
    ])
    expect(await audited('user.password-set')).toMatchObject([{ actor: 'admin', targetId: user.id, details: {} }])
    expect(JSON.stringify(await admin.users.export(one))).not.toMatch(/chosen by|argon2|passwordHash|sealed/)
  })

  test('cannot set a password for a user without a username, nor change one that does not exist', async () => {
    const { id } = await app.client.appUsers.findOrCreate({ telegram: '123456789' })
    await expect(admin.users.update({ appId: app.id, id, password: 'a password' })).rejects.toMatchObject({
      code: 'no_password',
    })
  })

  test('ends one session of a user, and not another one', async () => {
    const user = await signInAs(server, app.id, 'twice')
    const login = { appId: app.id, username: 'twice', password: 'password of twice', type: 'login' as const }
    const second = server.as((await server.as().login.username(login)).token)
    const sessions = await user.client.account.sessions()
    const first = sessions.find(({ current }) => current)!
    const one = { appId: app.id, id: user.id, sessionId: first.id }
    const stranger = await signInAs(server, app.id, 'stranger')
    await expect(admin.users.revokeSession({ ...one, id: stranger.id })).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await admin.users.revokeSession(one)
    await expect(user.client.account.profile()).rejects.toMatchObject({ status: 401 })
    expect((await second.account.profile()).id).toBe(user.id)
    expect(await audited('user.session-revoke')).toMatchObject([{ details: { sessionId: first.id } }])
  })

  test('sends a login code to the address of the user, and does not see it', async () => {
    const { id } = await app.client.appUsers.findOrCreate({ email: 'ada@example.com', emailVerified: true })
    expect(await admin.users.sendLoginCode({ appId: app.id, id })).toEqual({})
    const outbox = join(server.settings.dataDir, 'outbox')
    const mails = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')))
    const mail = mails.find((text) => text.includes('ada@example.com'))!
    const code = /\b\d{6}\b/.exec(mail)![0]
    const login = await server.as().login.email({ appId: app.id, email: 'ada@example.com', code })
    expect((await server.as(login.token).account.profile()).id).toBe(id)
    const events = await audited('user.login-code-send')
    expect(events).toMatchObject([{ targetId: id }])
    expect(JSON.stringify(events)).not.toContain(code)
    const nobody = await signInAs(server, app.id, 'no mail')
    await expect(admin.users.sendLoginCode({ appId: app.id, id: nobody.id })).rejects.toMatchObject({
      code: 'identity_not_found',
    })
  })

  test('exports everything about a user, without secrets', async () => {
    const user = await signInAs(server, app.id, 'exported')
    await user.client.dappPermissions.grant({ origin: 'https://swap.example', name: 'Swap' })
    const one = { appId: app.id, id: user.id }
    expect(await admin.users.dappPermissions(one)).toMatchObject([{ origin: 'https://swap.example' }])
    expect(await admin.users.passkeys(one)).toEqual([])
    expect(await admin.users.export(one)).toMatchObject({
      user: { id: user.id, username: 'exported' },
      identities: [{ provider: 'username', display: 'exported' }],
      wallets: await user.client.account.wallets(),
      sessions: [{ method: 'username' }],
      dappPermissions: [{ name: 'Swap' }],
      transactions: [],
      walletPolicy: {},
      auditEvents: [{ action: 'user.export' }, { action: 'user.dapp-permission-grant' }],
    })
  })

  test('reaches no user through the path of another app', async () => {
    const { id } = await signInAs(server, app.id, 'elsewhere')
    const wrong = { appId: other.id, id }
    const [session] = await admin.users.sessions({ appId: app.id, id })
    const calls = [
      admin.users.export(wrong),
      admin.users.update({ ...wrong, password: 'a password' }),
      admin.users.sendLoginCode(wrong),
      admin.users.revokeSession({ ...wrong, sessionId: session!.id }),
      admin.users.passkeys(wrong),
      admin.users.dappPermissions(wrong),
      admin.users.accountChanges(wrong),
    ]
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: { status: 404, code: 'user_not_found' } })
    expect(await admin.users.sessions({ appId: app.id, id })).toHaveLength(1)
  })
})
