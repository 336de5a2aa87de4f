import { type LoginMethod, redirectProviders } from '@openauth/client'
import { startMailCatcher } from '@openauth/localnet/mail'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer } from '../../testing.ts'
import { type LoginWorld, startLoginWorld } from '../login/testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
})
afterAll(() => harness.stop())

const path = (method: string) => `/admin/apps/${harness.app.id}/login-methods/${method}/test`
const post = (method: string, body: object, token: string | undefined = harness.adminToken) =>
  harness.server.send('POST', path(method), { token, body })

describe('a test call leaks no stored secret', () => {
  test('to another address: nothing of the input becomes part of one', async () => {
    const { world } = harness
    const hosts = new Set(Object.values(world.addresses).map((address) => new URL(address).pathname.split('/')[1]))
    world.clearRequests()
    const evil = await startMailCatcher()
    const { port } = new URL(evil.url)
    const outside = `127.0.0.1:${port}`
    for (const value of [`http://${outside}`, `//${outside}/`, `@${outside}/`, `x@${outside}#`, `../../${outside}`]) {
      await post('github', { githubClientId: value })
      await post('apple', { appleTeamId: value })
      await post('telegram', { telegramBotToken: `1:${value}` })
      await post('telegram', { telegramBotId: value })
    }
    const reached = world.requests()
    expect(reached.every(({ host }) => hosts.has(host))).toBe(true)
    expect(reached.map((request) => request.path).filter((asked) => asked.includes(port))).toEqual([])
    await evil.stop()
  })

  test('by fields that name an address: they are not read', async () => {
    harness.world.clearRequests()
    const url = 'http://169.254.169.254/latest'
    const fields = ['url', 'address', 'endpoint', 'tokenEndpoint', 'redirectUri', 'issuer', 'smtpUrl', 'host']
    const { status, body } = await post('github', Object.fromEntries(fields.map((name) => [name, url])))
    expect([status, body.data.code]).toEqual([200, 'ok'])
    expect(harness.world.requests().map((request) => request.path)).toEqual(['/login/oauth/access_token'])
  })

  test('to another provider: a setting of one is refused in the test of another, and stays unused', async () => {
    harness.world.clearRequests()
    const { status, body } = await post('google', { githubClientSecret: 'hush' })
    expect([status, body.code, body.message]).toEqual([
      400,
      'invalid_input',
      'githubClientSecret is not a setting of google',
    ])
    expect(harness.world.requests()).toEqual([])
  })

  test('of another app: an app without its own is not configured', async () => {
    const { id } = await createTestApp(harness.server, harness.adminToken, 'Empty')
    for (const method of [...redirectProviders, 'telegram'] as LoginMethod[])
      expect((await harness.admin.loginMethods.test({ appId: id, method })).code).toBe('not_configured')
  })

  test('in its answer, whatever a provider repeats', async () => {
    const { world } = harness
    const { clientSecret } = world.clients.discord.own
    const body = { error: `no ${clientSecret}`, error_description: `not ${clientSecret}` }
    world.faults.set({ path: /.*/, status: 400, body, times: 1 })
    const answer = await post('discord', {})
    expect(answer.body.data.code).toBe('unexpected_answer')
    expect(JSON.stringify(answer.body)).not.toContain(clientSecret)
  })
})

test('values of a form reach neither the database nor the audit trail nor the logs', async () => {
  const { server, admin, app, world } = harness
  const lines: string[] = []
  const log = server.app.log as unknown as Record<'warn' | 'error' | 'info' | 'debug', (...args: unknown[]) => void>
  const spies = (['warn', 'error', 'info', 'debug'] as const).map((level) =>
    vi.spyOn(log, level).mockImplementation((...args) => void lines.push(JSON.stringify(args))),
  )
  const before = await admin.apps.get({ id: app.id })
  const marker = 'a-value-of-the-form'
  await post('github', { githubClientId: marker, githubClientSecret: `${marker}-secret` })
  await post('apple', { applePrivateKey: `${marker}-key` })
  await post('telegram', { telegramBotToken: `123:${marker}` })
  world.faults.set({ path: /.*/, kind: 'reset', times: 3 })
  await post('telegram', { telegramBotToken: `123:${marker}` })
  world.faults.clear()
  for (const spy of spies) spy.mockRestore()
  expect(lines.join('\n')).not.toContain(marker)
  expect(await admin.apps.get({ id: app.id })).toEqual(before)
  const { data } = await admin.audit.list({ appId: app.id, action: 'login-method.test', limit: 100 })
  expect(data.find(({ details }) => details['method'] === 'github' && details['code'] !== 'ok')).toMatchObject({
    actor: 'admin',
    targetId: app.id,
    details: { method: 'github', code: 'wrong_client_id', given: ['githubClientId', 'githubClientSecret'] },
  })
  expect(JSON.stringify(data)).not.toContain(marker)
})

test("a partner, a user and nobody cannot test methods, read their set-up or send mails with an app's name", async () => {
  const { server, app } = harness
  const user = await signInAs(server, app.id, 'curious')
  harness.world.clearRequests()
  const base = `/admin/apps/${app.id}`
  for (const token of [undefined, app.secret, user.token, 'nonsense'])
    for (const [method, url, body] of [
      ['GET', `${base}/login-methods`, undefined],
      ['POST', path('github'), {}],
      ['POST', `${base}/mail-test`, { to: 'victim@example.com' }],
    ] as const) {
      const { status, body: answer } = await server.send(method, url, { token, ...(body ? { body } : {}) })
      expect([url, status, answer.code]).toEqual([url, 401, 'unauthorized'])
    }
  expect(harness.world.requests()).toEqual([])
  expect(harness.world.outbox.list()).toEqual([])
})

test('tests and test mails are limited, so that an admin token is no tool for guessing or for spam', async () => {
  const catcher = await startMailCatcher()
  const server = await testServer({ OPENAUTH_SMTP_URL: catcher.url })
  const token = await signInAsAdmin(server)
  const { id } = await createTestApp(server, token, 'Limits')
  const send = (to: string) => server.send('POST', `/admin/apps/${id}/mail-test`, { token, body: { to } })
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await send(`person${count}@example.com`)).status)
  expect([statuses, catcher.list().length]).toEqual([[200, 200, 200, 200, 200, 429], 5])
  const tests = await Promise.all(
    Array.from({ length: 65 }, () =>
      server.send('POST', `/admin/apps/${id}/login-methods/username/test`, { token, body: {} }),
    ),
  )
  expect(tests.filter(({ status }) => status === 429)).toHaveLength(5)
  await server.stop()
  await catcher.stop()
})
