import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, listRoutes } from '@openauth/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, createHandlers } from '../src/main/ipc.ts'
import { createConsoleUrlCheck, consoleUrl } from '../src/main/pages.ts'
import { openSession, type Session } from '../src/main/session.ts'
import { type Channel, channels } from '../src/ipc.ts'
import { asOpenAuth, json, startServer, TOKEN } from './server.ts'
import { quietShell } from './shell.ts'
import { testTokenStore } from './token-store.ts'

type Server = Awaited<ReturnType<typeof startServer>>
type SenderFrame = Parameters<typeof answer>[1]['senderFrame']

const frame = (url: string, parent: object | null = null) => ({ url, parent }) as unknown as SenderFrame
const login = { group: 'setup', verb: 'login', input: { username: 'ada', password: 'correct horse' } }
const listApps = { group: 'apps', verb: 'list', input: {} }

let folder: string
let session: Session
let server: Server
const started: Server[] = []

const start = async (...respond: Parameters<typeof startServer>) => {
  const startedServer = await startServer(...respond)
  started.push(startedServer)
  return startedServer
}
const send = (channel: Channel, input?: unknown, senderFrame = frame(consoleUrl)) =>
  answer(channel, { senderFrame }, input, createHandlers(session, quietShell()), createConsoleUrlCheck())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-console-'))
  session = await openSession(join(folder, 'console.json'), testTokenStore())
  server = await start(asOpenAuth)
  await send('server.set', { address: server.address })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  await rm(folder, { recursive: true })
})

describe('the sender of a message', () => {
  test.each([
    ['another page', frame('https://evil.example/')],
    ["a page of the console's scheme on another host", frame('openauth://evil/index.html')],
    ["a host that begins like the console's", frame('openauth://console.evil.example/')],
    ['a local file', frame('file:///tmp/index.html')],
    ['an empty address', frame('')],
    ["a frame inside the console's page", frame(consoleUrl, {})],
    ['a frame that no longer exists', null],
  ])('%s is refused on every channel', async (_, sender) => {
    for (const channel of channels) {
      expect(await send(channel, listApps, sender)).toMatchObject({ ok: false, error: { code: 'foreign_sender' } })
    }
    expect(server.received).toEqual([])
  })

  test("the console's own page is accepted on any of its routes", async () => {
    expect(await send('server.get', undefined, frame(`${consoleUrl}#/apps`))).toMatchObject({ ok: true })
  })
})

describe('a call', () => {
  test.each([
    ['apps', 'explode'],
    ['nothing', 'list'],
    ['__proto__', 'constructor'],
    ['apps', 'toString'],
    ['apps.list', ''],
  ])('%s %s, which is not in the contract, is refused', async (group, verb) => {
    expect(await send('api', { group, verb, input: {} })).toMatchObject({
      ok: false,
      error: { code: 'call_not_allowed' },
    })
  })

  test('of the app or user group is refused', async () => {
    const refused = listRoutes(contract).filter(({ route }) => route.auth === 'app' || route.auth === 'user')
    expect(refused.length).toBeGreaterThan(0)
    for (const { group, verb } of refused) {
      expect(await send('api', { group, verb, input: {} })).toMatchObject({ error: { code: 'call_not_allowed' } })
    }
    expect(server.received).toEqual([])
  })

  test.each([
    undefined,
    null,
    'apps.list',
    {},
    { group: 'apps', verb: 'list' },
    { ...listApps, extra: 1 },
    { ...listApps, input: [] },
    { group: 'apps', verb: 'get', input: { id: '../../admin/login' } },
    { group: 'apps', verb: 'create', input: {} },
  ])('%j is refused before a request is sent', async (input) => {
    await send('api', login)
    const before = server.received.length
    expect(await send('api', input)).toMatchObject({ ok: false, error: { status: 400, code: 'invalid_input' } })
    expect(server.received).toHaveLength(before)
  })

  test('sends only the fields that the contract declares', async () => {
    await send('api', login)
    await send('api', { group: 'apps', verb: 'create', input: { name: 'Shop', isAdmin: true } })
    expect(JSON.parse(server.received.at(-1)!.body)).toEqual({ name: 'Shop' })
  })

  test.each(['ftp://a.example', 'https://', 'https://ada:secret@a.example', 'https://a.example/?x=1', ' '])(
    'server.set refuses the address %j with an issue at its field',
    async (address) => {
      const refused = await send('server.set', { address })
      expect(refused).toMatchObject({ ok: false, error: { status: 400, issues: [{ path: 'address' }] } })
      expect(session.server().address).toBe(server.address)
    },
  )
})

describe('the token', () => {
  test('of a login signs the console in and is sent with admin calls', async () => {
    expect(await send('api', login)).toEqual({ ok: true, result: { data: {} } })
    expect(await send('server.get')).toMatchObject({ result: { signedIn: true } })
    expect(await send('api', listApps)).toEqual({ ok: true, result: { data: [] } })
    expect(server.received.at(-1)).toMatchObject({ path: '/admin/apps', authorization: `Bearer ${TOKEN}` })
  })

  test('is in no answer to any call', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const anything = { id, appId: id, username: 'ada', password: 'correct horse', name: 'Shop' }
    for (const { group, verb } of [{ group: 'setup', verb: 'login' }, ...listRoutes(contract)]) {
      const input = { ...anything, ...(group.startsWith('admin') && group === 'admins' ? { id: 1 } : {}) }
      expect(JSON.stringify(await send('api', { group, verb, input })), `${group} ${verb}`).not.toContain(TOKEN)
    }
    expect(server.received.some(({ path }) => path === '/user/login-username')).toBe(true)
    expect(JSON.stringify(await send('server.get'))).not.toContain(TOKEN)
  })

  test('is not sent with public calls', async () => {
    await send('api', login)
    await send('api', { group: 'setup', verb: 'config', input: {} })
    expect(server.received.at(-1)).toMatchObject({ path: '/admin/config', authorization: undefined })
  })

  test('is not sent to another server, and is used again after switching back', async () => {
    await send('api', login)
    const other = await start(asOpenAuth)
    expect(await send('server.set', { address: other.address })).toMatchObject({ result: { signedIn: false } })
    expect(await send('api', listApps)).toMatchObject({ error: { status: 401, code: 'unauthorized' } })
    await send('api', { group: 'setup', verb: 'config', input: {} })
    expect(JSON.stringify(other.received)).not.toContain(TOKEN)
    expect(await send('server.set', { address: server.address })).toMatchObject({ result: { signedIn: true } })
    expect(await send('api', listApps)).toMatchObject({ ok: true })
  })

  test('that arrives after a change of the server stays with the server that sent it', async () => {
    let finish = () => {}
    const slow = await start((_, response) => {
      finish = () => json(response, 200, { data: { token: TOKEN } })
    })
    await send('server.set', { address: slow.address })
    const pending = send('api', login)
    await expect.poll(() => slow.received.length).toBe(1)
    await send('server.set', { address: server.address })
    finish()
    await pending
    expect(session.server()).toEqual({ address: server.address, signedIn: false })
    expect(await send('api', listApps)).toMatchObject({ error: { code: 'unauthorized' } })
    expect(server.received).toEqual([])
  })

  test('that arrives after its server was removed is dropped', async () => {
    const pending = send('api', login)
    await send('servers.remove', { address: server.address })
    await pending
    await send('server.set', { address: server.address })
    expect(session.server().signedIn).toBe(false)
  })

  test('and the password do not follow a redirect', async () => {
    const target = await start(asOpenAuth)
    const redirecting = await start((_, response) => {
      response.writeHead(307, { location: `${target.address}/admin/login` }).end()
    })
    await send('server.set', { address: redirecting.address })
    const refused = await send('api', login)
    expect(refused).toMatchObject({
      ok: false,
      error: { status: 0, code: 'connection_redirect', address: redirecting.address },
    })
    expect(target.received).toEqual([])
  })

  test('is removed at sign-out, even if the server is unreachable', async () => {
    await send('api', login)
    await server.stop()
    expect(await send('api', { group: 'setup', verb: 'logout', input: {} })).toMatchObject({ ok: false })
    expect(session.server().signedIn).toBe(false)
  })

  test('is removed once the server refuses it', async () => {
    await session.signIn({ address: server.address, token: 'revoked' })
    expect(await send('api', listApps)).toMatchObject({ error: { status: 401, code: 'unauthorized', requestId: 'r1' } })
    expect(session.server().signedIn).toBe(false)
  })

  test('stays if an answer has the code of a refusal with another status', async () => {
    const proxied = await start((_, response) => json(response, 403, { message: 'No', code: 'unauthorized' }))
    await send('server.set', { address: proxied.address })
    await session.signIn({ address: proxied.address, token: TOKEN })
    expect(await send('api', listApps)).toMatchObject({ ok: false })
    expect(session.server()).toEqual({ address: proxied.address, signedIn: true })
  })

  test('of a newer session stays after a late refusal of the older one', async () => {
    await session.signIn({ address: server.address, token: 'older' })
    const late = send('api', listApps)
    await session.signIn({ address: server.address, token: TOKEN })
    expect(await late).toMatchObject({ ok: false })
    expect(session.server().signedIn).toBe(true)
  })
})

describe('failures', () => {
  test('without a server a call fails with no_server', async () => {
    session = await openSession(join(folder, 'none.json'), testTokenStore())
    expect(await send('api', login)).toMatchObject({ error: { code: 'no_server' } })
  })

  test('a call to a server that does not run fails with its address and the reason', async () => {
    await server.stop()
    const { address } = server
    expect(await send('api', login)).toMatchObject({ error: { status: 0, code: 'connection_refused', address } })
  })

  test('a refusal keeps its status, code, message and retryAfter', async () => {
    const limited = await start((_, response) => {
      response.setHeader('retry-after', '7')
      json(response, 429, { message: 'Too many attempts', code: 'too_many_attempts' })
    })
    await send('server.set', { address: limited.address })
    expect(await send('api', login)).toMatchObject({
      error: { status: 429, code: 'too_many_attempts', message: 'Too many attempts', retryAfter: 7 },
    })
  })

  test('a web page as the answer to a login does not sign in', async () => {
    const web = await start((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
    await send('server.set', { address: web.address })
    expect(await send('api', login)).toMatchObject({ error: { code: 'connection_foreign' } })
    expect(session.server().signedIn).toBe(false)
  })
})
