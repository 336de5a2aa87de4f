import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, listRoutes } from '@openauth/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, createHandlers } from '../src/main/ipc.ts'
import { createConsoleUrlCheck, consoleUrl } from '../src/main/pages.ts'
import { openSession, type Session } from '../src/main/session.ts'
import type { Channel } from '../src/ipc.ts'
import { asOpenAuth, json, startServer, TOKEN } from './server.ts'
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
  const one = await startServer(...respond)
  started.push(one)
  return one
}
const ask = (channel: Channel, input?: unknown, senderFrame = frame(consoleUrl)) =>
  answer(channel, { senderFrame }, input, createHandlers(session), createConsoleUrlCheck())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-console-'))
  session = await openSession(join(folder, 'console.json'), testTokenStore())
  server = await start(asOpenAuth)
  await ask('server.set', { address: server.address })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  await rm(folder, { recursive: true })
})

describe('who may ask', () => {
  test.each([
    ['another page', frame('https://evil.example/')],
    ['a page of our scheme on another host', frame('openauth://evil/index.html')],
    ['a host that begins like ours', frame('openauth://console.evil.example/')],
    ['a local file', frame('file:///tmp/index.html')],
    ['an empty address', frame('')],
    ['a frame inside our page', frame(consoleUrl, {})],
    ['a frame that is gone', null],
  ])('%s is refused on every channel', async (_, sender) => {
    for (const channel of ['api', 'server.get', 'server.set'] as const) {
      expect(await ask(channel, listApps, sender)).toMatchObject({ ok: false, error: { code: 'foreign_sender' } })
    }
    expect(server.received).toEqual([])
  })

  test('our own page is heard, on any of its routes', async () => {
    expect(await ask('server.get', undefined, frame(`${consoleUrl}#/apps`))).toMatchObject({ ok: true })
  })
})

describe('what may be asked', () => {
  test.each([
    ['apps', 'explode'],
    ['nothing', 'list'],
    ['__proto__', 'constructor'],
    ['apps', 'toString'],
    ['apps.list', ''],
  ])('%s %s, which is not in the contract, is refused', async (group, verb) => {
    expect(await ask('api', { group, verb, input: {} })).toMatchObject({
      ok: false,
      error: { code: 'call_not_allowed' },
    })
  })

  test('no call of an app or a user is made', async () => {
    const refused = listRoutes(contract).filter(({ route }) => route.auth === 'app' || route.auth === 'user')
    expect(refused.length).toBeGreaterThan(0)
    for (const { group, verb } of refused) {
      expect(await ask('api', { group, verb, input: {} })).toMatchObject({ error: { code: 'call_not_allowed' } })
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
  ])('%j is refused before anything is sent', async (input) => {
    await ask('api', login)
    const before = server.received.length
    expect(await ask('api', input)).toMatchObject({ ok: false, error: { status: 400, code: 'invalid_input' } })
    expect(server.received).toHaveLength(before)
  })

  test('only what the contract declares is sent on', async () => {
    await ask('api', login)
    await ask('api', { group: 'apps', verb: 'create', input: { name: 'Shop', isAdmin: true } })
    expect(JSON.parse(server.received.at(-1)!.body)).toEqual({ name: 'Shop' })
  })

  test.each(['ftp://a.example', 'https://', 'https://ada:secret@a.example', 'https://a.example/?x=1', ' '])(
    'the server address %j is refused, with the field that is wrong',
    async (address) => {
      const refused = await ask('server.set', { address })
      expect(refused).toMatchObject({ ok: false, error: { status: 400, issues: [{ path: 'address' }] } })
      expect(session.server().address).toBe(server.address)
    },
  )
})

describe('the token', () => {
  test('signs the console in and is sent with admin calls', async () => {
    expect(await ask('api', login)).toEqual({ ok: true, result: { data: {} } })
    expect(await ask('server.get')).toMatchObject({ result: { signedIn: true } })
    expect(await ask('api', listApps)).toEqual({ ok: true, result: { data: [] } })
    expect(server.received.at(-1)).toMatchObject({ path: '/admin/apps', authorization: `Bearer ${TOKEN}` })
  })

  test('is in no answer, whatever is called', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const anything = { id, appId: id, username: 'ada', password: 'correct horse', name: 'Shop' }
    for (const { group, verb } of [{ group: 'setup', verb: 'login' }, ...listRoutes(contract)]) {
      const input = { ...anything, ...(group.startsWith('admin') && group === 'admins' ? { id: 1 } : {}) }
      expect(JSON.stringify(await ask('api', { group, verb, input })), `${group} ${verb}`).not.toContain(TOKEN)
    }
    expect(server.received.some(({ path }) => path === '/user/login-username')).toBe(true)
    expect(JSON.stringify(await ask('server.get'))).not.toContain(TOKEN)
  })

  test('is not sent with public calls', async () => {
    await ask('api', login)
    await ask('api', { group: 'setup', verb: 'config', input: {} })
    expect(server.received.at(-1)).toMatchObject({ path: '/admin/config', authorization: undefined })
  })

  test('is not sent to another server, and does not come back with the first', async () => {
    await ask('api', login)
    const other = await start(asOpenAuth)
    expect(await ask('server.set', { address: other.address })).toMatchObject({ result: { signedIn: false } })
    expect(await ask('api', listApps)).toMatchObject({ error: { status: 401, code: 'unauthorized' } })
    await ask('api', { group: 'setup', verb: 'config', input: {} })
    expect(JSON.stringify(other.received)).not.toContain(TOKEN)
    expect(await ask('server.set', { address: server.address })).toMatchObject({ result: { signedIn: false } })
  })

  test('that arrives after the server was changed is dropped', async () => {
    let finish = () => {}
    const slow = await start((_, response) => {
      finish = () => json(response, 200, { data: { token: TOKEN } })
    })
    await ask('server.set', { address: slow.address })
    const pending = ask('api', login)
    await expect.poll(() => slow.received.length).toBe(1)
    await ask('server.set', { address: server.address })
    finish()
    await pending
    expect(session.server().signedIn).toBe(false)
  })

  test('and the password do not follow a redirect', async () => {
    const target = await start(asOpenAuth)
    const redirecting = await start((_, response) => {
      response.writeHead(307, { location: `${target.address}/admin/login` }).end()
    })
    await ask('server.set', { address: redirecting.address })
    const refused = await ask('api', login)
    expect(refused).toMatchObject({
      ok: false,
      error: { status: 0, message: expect.stringContaining('another address') },
    })
    expect(target.received).toEqual([])
  })

  test('is forgotten at sign-out, even where the server cannot be told', async () => {
    await ask('api', login)
    await server.stop()
    expect(await ask('api', { group: 'setup', verb: 'logout', input: {} })).toMatchObject({ ok: false })
    expect(session.server().signedIn).toBe(false)
  })

  test('is forgotten once the server refuses it', async () => {
    await session.signIn({ address: server.address, token: 'revoked' })
    expect(await ask('api', listApps)).toMatchObject({ error: { status: 401, code: 'unauthorized', requestId: 'r1' } })
    expect(session.server().signedIn).toBe(false)
  })

  test('of a newer session survives a late refusal of the older one', async () => {
    await session.signIn({ address: server.address, token: 'older' })
    const late = ask('api', listApps)
    await session.signIn({ address: server.address, token: TOKEN })
    expect(await late).toMatchObject({ ok: false })
    expect(session.server().signedIn).toBe(true)
  })
})

describe('failures', () => {
  test('no server chosen', async () => {
    session = await openSession(join(folder, 'none.json'), testTokenStore())
    expect(await ask('api', login)).toMatchObject({ error: { code: 'no_server' } })
  })

  test('a server that does not run is named, with what to do', async () => {
    await server.stop()
    const message = `${server.address} could not be reached. Nothing answers there. Is the server running?`
    expect(await ask('api', login)).toMatchObject({ error: { status: 0, message } })
  })

  test('a refusal keeps its code, issues and seconds to wait', async () => {
    const limited = await start((_, response) => {
      response.setHeader('retry-after', '7')
      json(response, 429, { message: 'Too many attempts', code: 'too_many_attempts' })
    })
    await ask('server.set', { address: limited.address })
    expect(await ask('api', login)).toMatchObject({
      error: { status: 429, code: 'too_many_attempts', message: 'Too many attempts', retryAfter: 7 },
    })
  })

  test('a web page in place of a login does not sign in', async () => {
    const web = await start((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
    await ask('server.set', { address: web.address })
    expect(await ask('api', login)).toMatchObject({ error: { message: `${web.address} is no OpenAuth server` } })
    expect(session.server().signedIn).toBe(false)
  })
})
