import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type App,
  contract,
  credentialNames,
  hasStoredSecrets,
  listRoutes,
  pathTokens,
  type Route,
} from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ask, type SignedIn, signInToConsole } from '../../api/src/protocols/console.testing.ts'
import { createTestApp, signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { callApi } from '../src/main/api-call.ts'
import { openSession, type Session } from '../src/main/session.ts'
import { testTokenStore } from './token-store.ts'

// What pages of the console get, through both ways to the API: the desktop's main process and the cookie's calls.

const valueOf = (name: string) => `very secret ${name}`
const given = Object.fromEntries(credentialNames.map((name) => [name, valueOf(name)]))

let server: TestServer
let folder: string
let session: Session
let browser: SignedIn
let token: string
let app: { id: string; secret: string }
beforeAll(async () => {
  server = await testServer({ OPENAUTH_CONSOLE: 'on', OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Shop')
  await server.as(token).apps.update({ id: app.id, ...given })
  folder = await mkdtemp(join(tmpdir(), 'openauth-secrets-'))
  session = await openSession(join(folder, 'console.json'), testTokenStore())
  await session.use(server.url)
  await session.signIn({ address: server.url, token: await signInAsAdmin(server) })
  browser = await signInToConsole(server)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

type Call = (group: string, verb: string, route: Route, input: Record<string, unknown>) => Promise<unknown>

const overDesktop: Call = (group, verb, _, input) => callApi({ group, verb, input }, session)
const overCookie: Call = async (_group, _verb, route, input) => {
  const tokens = pathTokens(route.path)
  const path = route.path.replace(/\{(\w+)\}/g, (_match, name: string) => String(input[name]))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !tokens.includes(name)))
  const query = route.method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
  const body = route.method === 'GET' ? undefined : rest
  return JSON.parse((await ask(server, route.method, `/console/api${path}${query}`, browser.headers, body)).text)
}

describe.each([
  ['the desktop console', overDesktop],
  ['the console in a browser', overCookie],
])('pages of %s', (_, call) => {
  const apps = async <T = App>(verb: keyof typeof contract.apps, input: Record<string, unknown>): Promise<T> =>
    ((await call('apps', verb, contract.apps[verb], input)) as { data: T }).data

  test('get no stored secret from any call, and a mark where one is set', async () => {
    const { id } = app
    const answers = await Promise.all([
      ...listRoutes(contract)
        .filter(({ route }) => route.auth === 'admin' && route.method === 'GET')
        .map(({ group, verb, route }) =>
          call(group, verb, route, Object.fromEntries(pathTokens(route.path).map((name) => [name, id]))).catch(String),
        ),
      apps('update', { id, description: 'Toys' }),
      apps('update', { id, googleClientSecret: valueOf('googleClientSecret') }),
      apps('duplicate', { id, name: `Copy ${call.name}` }),
    ])
    expect(JSON.stringify(answers)).not.toContain('very secret')
    const one = await apps('get', { id })
    for (const name of credentialNames) expect(one[name]).toMatch(/^set:[\w-]{16}$/)
    expect(one).toMatchObject({ id, name: 'Shop', redirectOrigins: [] })
    expect((await apps<App[]>('list', {})).find((each) => each.id === id)).toEqual(one)
  })

  test('see by its mark that a secret was replaced or removed, and keep those that they do not send', async () => {
    const { id } = app
    const before = await apps('get', { id })
    await server.as(token).apps.update({ id, githubClientSecret: 'another', twitterClientSecret: null })
    const after = await apps('get', { id })
    expect(after.githubClientSecret).toMatch(/^set:/)
    expect(after.githubClientSecret).not.toBe(before.githubClientSecret)
    expect(after.twitterClientSecret).toBeNull()
    expect(after.appleTeamId).toBe(before.appleTeamId)
    expect(after.applePrivateKey).toBe(before.applePrivateKey)
    await apps('update', { id, googleClientId: 'id' })
    expect(await server.as(token).apps.get({ id })).toMatchObject({
      ...given,
      googleClientId: 'id',
      githubClientSecret: 'another',
      twitterClientSecret: null,
    })
    await server.as(token).apps.update({ id, ...given, googleClientId: null })
  })

  test('cannot tell by marks that two apps, or two fields of one, have the same secret', async () => {
    const { id } = await createTestApp(server, token, `Twin ${call.name}`)
    const same = valueOf('googleClientSecret')
    await server.as(token).apps.update({ id, googleClientSecret: same, githubClientSecret: same })
    const [one, twin] = [await apps('get', { id: app.id }), await apps('get', { id })]
    const marks = [one.googleClientSecret, twin.googleClientSecret, twin.githubClientSecret]
    expect(new Set(marks).size).toBe(3)
    const list = await apps<App[]>('list', {})
    expect([app.id, id].map((each) => list.find((entry) => entry.id === each))).toEqual([one, twin])
  })

  test('cannot have a mark stored in place of the secret, of this app or another', async () => {
    const { id } = app
    const { googleClientSecret, githubClientSecret } = await apps('get', { id })
    for (const mark of [googleClientSecret, githubClientSecret, ` ${googleClientSecret} `])
      // In a browser the refusal is an answer, on the desktop an error.
      await apps('update', { id, googleClientSecret: mark }).catch(() => {})
    expect(await server.as(token).apps.get({ id })).toMatchObject(given)
  })

  test('are still shown a secret that they ask for, which is audited', async () => {
    expect(await apps<object>('secret', { id: app.id })).toMatchObject({ appSecret: app.secret })
    const { data } = await server.as(token).audit.list({ action: 'app.secret-reveal', appId: app.id, limit: 1 })
    expect(data).toHaveLength(1)
  })
})

test('answers with a field that is called a secret have it declared as one, or are asked for it', () => {
  const named = listRoutes(contract)
    .filter(({ route }) => route.auth === 'admin' && !hasStoredSecrets(route))
    .filter(({ route }) => {
      const schema = JSON.stringify(z.toJSONSchema(route.output, { io: 'input', unrepresentable: 'any' }))
      return /"\w*(secret|password|privateKey|botToken)":\{"type":"string"/i.test(schema)
    })
  expect(named.map(({ group, verb }) => `${group}.${verb}`)).toEqual([
    'secondFactor.begin',
    'apps.secret',
    'apps.rotateSecret',
    'appSecrets.create',
    'appSecrets.rotate',
  ])
})

test('the API itself answers with the secrets, as its contract says', async () => {
  expect(await server.as(token).apps.get({ id: app.id })).toMatchObject(given)
})
