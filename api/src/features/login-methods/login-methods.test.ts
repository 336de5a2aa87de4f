import { type LoginMethod, loginMethods, redirectProviders } from '@openauth/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from '../login/testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
})
afterAll(() => harness.stop())
afterEach(() => {
  harness.world.faults.clear()
  harness.world.clockSkew(0)
})

const tested = (method: LoginMethod, given: object = {}, appId = harness.app.id) =>
  harness.admin.loginMethods.test({ appId, method, ...given })
const setupOf = async (appId: string, method: LoginMethod) =>
  (await harness.admin.loginMethods.list({ appId })).find((setup) => setup.method === method)!
const foreign = () => harness.world.clients

describe('the list', () => {
  test('has every method with its settings and addresses, and the value of no secret', async () => {
    const { app, admin, server, world } = harness
    const list = await admin.loginMethods.list({ appId: app.id })
    expect(list.map(({ method }) => method)).toEqual([...loginMethods])
    expect(list.every(({ enabled }) => enabled)).toBe(true)
    // The app has no connection to an organization's provider.
    expect(list.filter(({ ready }) => !ready).map(({ method }) => method)).toEqual(['oidc'])
    for (const provider of redirectProviders)
      expect((await setupOf(app.id, provider)).callbackUrls).toEqual([
        `${server.settings.publicUrl}/auth/${app.id}/${provider}/callback`,
      ])
    expect(await setupOf(app.id, 'google')).toMatchObject({
      origins: [new URL(server.settings.publicUrl).origin, pageOrigin],
      consoleUrl: expect.stringMatching(/^https:/),
      docsUrl: expect.stringMatching(/^https:/),
      fields: [
        { name: 'googleClientId', secret: false, isSet: true, value: world.clients.google.own.clientId },
        { name: 'googleClientSecret', secret: true, neededFor: 'redirect', isSet: true, value: null },
      ],
    })
  })

  test('the callback address is the one that the redirect login sends', async () => {
    const { server, app } = harness
    const start = await fetch(`${server.url}/auth/${app.id}/github/oauth?redirectUrl=${pageOrigin}/`, {
      redirect: 'manual',
    })
    const sent = new URL(start.headers.get('location')!).searchParams.get('redirect_uri')
    expect((await setupOf(app.id, 'github')).callbackUrls).toEqual([sent])
  })

  test('tells what an app lacks', async () => {
    const { id } = await createTestApp(harness.server, harness.adminToken, 'Without credentials')
    const ready = (await harness.admin.loginMethods.list({ appId: id })).filter((setup) => setup.ready)
    expect(ready.map(({ method }) => method)).toEqual(['email', 'ethereum', 'solana', 'username', 'passkey'])
    await harness.admin.apps.update({ id, telegramBotId: '123' })
    expect((await setupOf(id, 'telegram')).ready).toBe(true)
  })

  test('knows whether a method worked last', async () => {
    const { admin, newApp, redirectLogin, server } = harness
    const { id } = await newApp('Outcomes')
    expect((await setupOf(id, 'github')).lastLoginWorked).toBeNull()
    const login = async () => {
      const back = await redirectLogin('github', { appId: id, mode: 'code' })
      const token = back.searchParams.get('code')
      if (token) await server.as().login.github({ appId: id, token })
    }
    await login()
    expect(await setupOf(id, 'github')).toMatchObject({ lastLoginWorked: true, lastFailure: null })
    await admin.apps.update({ id, githubClientSecret: 'wrong' })
    await login()
    expect(await setupOf(id, 'github')).toMatchObject({
      lastLoginWorked: false,
      lastFailure: 'provider_misconfigured',
      lastLoginAt: expect.any(Number),
    })
    await admin.apps.update({ id, githubClientSecret: foreign().github.own.clientSecret })
    await login()
    expect((await setupOf(id, 'github')).lastLoginWorked).toBe(true)
  })

  test('a wrong password says nothing about the method', async () => {
    const { id } = await harness.newApp('Passwords')
    const login = (password: string, type?: 'register') =>
      harness.server.as().login.username({ appId: id, username: 'ada', password, ...(type ? { type } : {}) })
    await login('the right password', 'register')
    await expect(login('a wrong password')).rejects.toMatchObject({ code: 'incorrect_login' })
    expect(await setupOf(id, 'username')).toMatchObject({ lastLoginWorked: true, lastFailureAt: null })
  })
})

describe('a test of a method', () => {
  test.each(loginMethods.filter((method) => method !== 'oidc'))(
    '%s: finds no fault in settings that work',
    async (method) => {
      const found = await tested(method, {}, harness.app.id)
      if (method === 'passkey') expect(found.notes.join()).toContain('127.0.0.1')
      expect(found).toMatchObject({ method, ok: true, code: 'ok', remedy: null })
      expect(found.checked.length).toBeGreaterThan(0)
    },
  )

  test('single sign-on: says that there is no connection', async () => {
    expect(await tested('oidc')).toMatchObject({ ok: false, code: 'not_configured' })
  })

  test('finds a wrong id, a wrong secret, a missing secret and a provider that does not answer', async () => {
    expect(await tested('google', { googleClientId: 'nobody' })).toMatchObject({ code: 'wrong_client_id' })
    expect(await tested('google', { googleClientSecret: 'wrong' })).toMatchObject({ code: 'wrong_secret' })
    expect(await tested('discord', { discordClientSecret: 'wrong' })).toMatchObject({ code: 'wrong_client' })
    expect(await tested('tiktok', { tiktokClientSecret: null })).toMatchObject({
      code: 'not_configured',
      message: 'tiktokClientSecret is missing.',
    })
    harness.world.faults.set({ path: /.*/, kind: 'error' })
    expect(await tested('github')).toMatchObject({ ok: false, code: 'unreachable' })
  })

  test('finds an undocumented answer, and an application that may not log people in', async () => {
    harness.world.faults.set({ path: /.*/, status: 400, body: { error: 'teapot' }, times: 1 })
    expect(await tested('discord')).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringMatching(/teapot/),
    })
    harness.world.faults.set({ path: /.*/, status: 400, body: { error: 'application_suspended' }, times: 1 })
    expect(await tested('github')).toMatchObject({ code: 'client_not_allowed' })
  })

  test("Apple: finds a key that cannot be read, another team's key, and a clock that is wrong", async () => {
    const key = foreign().apple.foreign.privateKey
    expect(await tested('apple', { applePrivateKey: 'no key' })).toMatchObject({ code: 'key_unreadable' })
    expect(await tested('apple', { applePrivateKey: key })).toMatchObject({ code: 'wrong_client' })
    harness.world.clockSkew(-900)
    expect(await tested('apple')).toMatchObject({
      code: 'clock',
      message: expect.stringMatching(/9\d\d seconds ahead of that of Apple/),
    })
  })

  test('Telegram: finds a wrong token, a malformed one and a malformed id', async () => {
    const wrong = { code: 'wrong_bot_token' }
    expect(await tested('telegram', { telegramBotToken: `123456:${'A'.repeat(35)}` })).toMatchObject(wrong)
    expect(await tested('telegram', { telegramBotToken: 'own_game_bot' })).toMatchObject(wrong)
    expect(await tested('telegram', { telegramBotToken: null })).toMatchObject({ code: 'not_configured' })
    const byId = (telegramBotId: string) => tested('telegram', { telegramBotToken: null, telegramBotId })
    expect([(await byId('123456')).code, (await byId('my_bot')).code]).toEqual(['ok', 'not_configured'])
  })

  test('X and GitHub: a working form is found to work before it is stored, also while the method is off', async () => {
    const { id } = await createTestApp(harness.server, harness.adminToken, 'Forms')
    const { clientId: githubClientId, clientSecret: githubClientSecret } = foreign().github.own
    const { clientId: twitterClientId, clientSecret: twitterClientSecret } = foreign().twitter.foreign
    expect((await tested('github', { githubClientId, githubClientSecret }, id)).ok).toBe(true)
    expect((await tested('twitter', { twitterClientId, twitterClientSecret }, id)).ok).toBe(true)
    expect((await tested('github', {}, id)).code).toBe('not_configured')
    expect(await setupOf(id, 'github')).toMatchObject({ enabled: false, ready: false, lastLoginWorked: null })
  })

  test('a passkey needs a page with https or localhost', async () => {
    const { id } = await createTestApp(harness.server, harness.adminToken, 'Passkeys')
    expect((await tested('passkey', {}, id)).code).toBe('insecure_origin')
    await harness.admin.apps.update({ id, redirectOrigins: ['https://game.example'] })
    expect((await tested('passkey', {}, id)).ok).toBe(true)
  })
})

describe('a test mail', () => {
  test("arrives in the app's brand, with its markup as text, and the answer of the mail server is shown", async () => {
    const { admin, newApp, world } = harness
    const { id } = await newApp('Mails')
    const brand = { name: 'Rocket & World', color: '#7DD3FC', logoUrl: 'https://cdn.example/logo.png' }
    await admin.apps.update({ id, brand })
    const found = await admin.loginMethods.testMail({ appId: id, to: 'ops@example.com' })
    expect(found).toMatchObject({ ok: true, code: 'ok', answer: expect.stringMatching(/^250 /) })
    const mail = await world.outbox.waitFor('ops@example.com')
    expect(mail.subject).toBe('Test mail of Rocket & World')
    for (const part of ['Rocket &#38; World', '#7DD3FC', 'https://cdn.example/logo.png'])
      expect(mail.html).toContain(part)
  })
})
