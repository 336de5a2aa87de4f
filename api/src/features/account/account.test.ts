import { loginMethods, switchOf, UserProfile } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let app: TestApp
let adminToken: string
beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Account')
})
afterAll(() => server.stop())

test('the public config has the fields that a login page needs, and no others', async () => {
  await server.as(adminToken).apps.update({ id: app.id, googleClientId: 'g-1', githubClientSecret: 'secret' })
  const { body } = await server.send('GET', `/user/config?appId=${app.id}`)
  expect(body).toEqual({
    data: {
      production: false,
      brand: 'Account',
      message: 'By signing, you are proving you own this wallet and logging in Account.',
      googleClientId: 'g-1',
      discordApplicationId: null,
      methods: ['username'],
      documents: [],
      termsRequired: false,
      connections: [],
      privateKeyExport: false,
      legacyLanding: false,
    },
  })
  const unknown = await server.send('GET', '/user/config?appId=7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10')
  expect([unknown.status, unknown.body.message]).toEqual([404, 'App not found'])
})

test('the public config lists the enabled login methods in the order of the contract', async () => {
  const admin = server.as(adminToken)
  const on = async (change: Omit<Parameters<typeof admin.apps.update>[0], 'id'>) => {
    await admin.apps.update({ id: app.id, ...change })
    return (await server.as().account.config({ appId: app.id })).methods
  }
  const all = Object.fromEntries(Object.values(switchOf).map((name) => [name, true]))
  expect(await on(all)).toEqual(loginMethods)
  expect(await on({ googleEnabled: false, ethEnabled: false })).toEqual(
    loginMethods.filter((method) => method !== 'google' && method !== 'ethereum'),
  )
  const none = Object.fromEntries(Object.values(switchOf).map((name) => [name, false]))
  expect(await on({ ...none, passkeyEnabled: true, usernameEnabled: true })).toEqual(['username', 'passkey'])
})

test('a deleted referrer is no longer named', async () => {
  const [host, guest] = [await signInAs(server, app.id, 'leaving'), await signInAs(server, app.id, 'staying')]
  await guest.client.account.bindReferrer({ referCode: (await host.client.account.profile()).referCode })
  expect((await guest.client.account.profile()).referrer).toBe(host.id)
  await server.as(adminToken).users.delete({ appId: app.id, id: host.id })
  expect((await guest.client.account.profile()).referrer).toBeNull()
})

test('the profile has every field that the contract declares', async () => {
  const user = await signInAs(server, app.id, 'Profiled')
  const { body } = await server.send('GET', '/user/profile', { token: user.token })
  expect(UserProfile.strict().safeDecode(body.data).success).toBe(true)
  expect(body.data).toMatchObject({ id: user.id, username: 'Profiled', email: null, referrer: null, disabled: false })
  expect(Math.abs(body.data.createdAt - Date.now())).toBeLessThan(600_000)
  // The external id is the partner's; users do not see it.
  const { externalId, disabledBy, ...shared } = await server.as(adminToken).users.get({ appId: app.id, id: user.id })
  expect([externalId, disabledBy]).toEqual([null, null])
  expect(body.data).toEqual({ ...shared, referrer: null, deletionDueAt: null })
})

test('avatar and display name change separately, and can be cleared', async () => {
  const user = await signInAs(server, app.id, 'dressed')
  const read = async () => {
    const { avatar, displayName } = await user.client.account.profile()
    return { avatar, displayName }
  }
  await user.client.account.updateProfile({ displayName: 'Dressed "up" \\ 🎩', avatar: 'https://img.example/1.png' })
  expect(await read()).toEqual({ avatar: 'https://img.example/1.png', displayName: 'Dressed "up" \\ 🎩' })
  await user.client.account.updateProfile({ displayName: '' })
  expect(await read()).toEqual({ avatar: 'https://img.example/1.png', displayName: null })
  await expect(user.client.account.updateProfile({ avatar: 'javascript:alert(1)' })).rejects.toMatchObject({
    status: 400,
  })
  await user.client.account.updateProfile({})
  expect(await read()).toEqual({ avatar: 'https://img.example/1.png', displayName: null })
})

test('the wallets are those that the app and the admin see', async () => {
  const user = await signInAs(server, app.id, 'walleted')
  const own = await user.client.account.wallets()
  expect(await app.client.appUsers.wallets({ id: user.id })).toEqual(own)
  expect(await server.as(adminToken).users.wallets({ appId: app.id, id: user.id })).toEqual(own)
})

test('a POST with a JSON content type and no body counts as an empty object, as older clients send it', async () => {
  const user = await signInAs(server, app.id, 'bodyless')
  const answer = await server.send('POST', '/user/logout', {
    token: user.token,
    headers: { 'content-type': 'application/json' },
  })
  expect([answer.status, answer.body]).toEqual([200, { data: {} }])
})
