import { contract, listRoutes } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { consoleUrl } from '../src/main/pages.ts'
import { channels } from '../src/ipc.ts'
import { frame, ipcHarness, listApps, login } from './ipc-harness.ts'
import { json } from './server.ts'

const { start, startAnew, send, server, session } = ipcHarness()

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
    expect(server().received).toEqual([])
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
    expect(server().received).toEqual([])
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
    const before = server().received.length
    expect(await send('api', input)).toMatchObject({ ok: false, error: { status: 400, code: 'invalid_input' } })
    expect(server().received).toHaveLength(before)
  })

  test('sends only the fields that the contract declares', async () => {
    await send('api', login)
    await send('api', { group: 'apps', verb: 'create', input: { name: 'Shop', isAdmin: true } })
    expect(JSON.parse(server().received.at(-1)!.body)).toEqual({ name: 'Shop' })
  })

  test.each(['ftp://a.example', 'https://', 'https://ada:secret@a.example', 'https://a.example/?x=1', ' '])(
    'server.set refuses the address %j with an issue at its field',
    async (address) => {
      const refused = await send('server.set', { address })
      expect(refused).toMatchObject({ ok: false, error: { status: 400, issues: [{ path: 'address' }] } })
      expect(session().server().address).toBe(server().address)
    },
  )
})

describe('failures', () => {
  test('without a server a call fails with no_server', async () => {
    await startAnew()
    expect(await send('api', login)).toMatchObject({ error: { code: 'no_server' } })
  })

  test('a call to a server that does not run fails with its address and the reason', async () => {
    await server().stop()
    const { address } = server()
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
    expect(session().server().signedIn).toBe(false)
  })
})
