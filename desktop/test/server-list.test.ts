import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Channel } from '../src/ipc.ts'
import { answer, createHandlers } from '../src/main/ipc.ts'
import { consoleUrl, createConsoleUrlCheck } from '../src/main/pages.ts'
import { openSession, type Session } from '../src/main/session.ts'
import { asOpenAuth, startServer, TOKEN } from './server.ts'
import { quietShell } from './shell.ts'
import { testTokenStore } from './token-store.ts'

const login = { group: 'setup', verb: 'login', input: { username: 'ada', password: 'correct horse' } }
const listApps = { group: 'apps', verb: 'list', input: {} }

let folder: string
let session: Session
let server: Awaited<ReturnType<typeof startServer>>

const senderFrame = { url: consoleUrl, parent: null } as Parameters<typeof answer>[1]['senderFrame']
const send = (channel: Channel, input?: unknown) =>
  answer(channel, { senderFrame }, input, createHandlers(session, quietShell()), createConsoleUrlCheck())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-console-'))
  session = await openSession(join(folder, 'console.json'), testTokenStore())
  server = await startServer(asOpenAuth)
  await send('server.set', { address: server.address })
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

describe('the list of servers', () => {
  const list = (...profiles: [address: string, name: string, signedIn: boolean][]) => ({
    ok: true,
    result: profiles.map(([address, name, signedIn]) => ({ address, name, signedIn })),
  })

  test('has every server that was chosen, named by its host unless a name was given', async () => {
    await send('api', login)
    await send('server.set', { address: 'https://a.example/base/', name: ' Shop ' })
    const own = [server.address, server.address.replace('http://', ''), true] as const
    expect(await send('servers.list')).toEqual(list([...own], ['https://a.example/base', 'Shop', false]))
    expect(await send('servers.rename', { address: server.address, name: 'Test' })).toEqual(
      list([server.address, 'Test', true], ['https://a.example/base', 'Shop', false]),
    )
    expect(JSON.stringify(await send('servers.list'))).not.toContain(TOKEN)
  })

  test('forgets the token of a server that is removed', async () => {
    await send('api', login)
    expect(await send('servers.remove', { address: server.address })).toEqual(list())
    expect(await send('server.get')).toMatchObject({ result: { address: null, signedIn: false } })
    expect(await send('api', listApps)).toMatchObject({ error: { code: 'no_server' } })
    expect(await send('server.set', { address: server.address })).toMatchObject({ result: { signedIn: false } })
  })

  test.each([
    ['servers.rename', undefined],
    ['servers.rename', { address: 'https://a.example' }],
    ['servers.rename', { address: 'https://a.example', name: ' ' }],
    ['servers.rename', { address: 'https://a.example', name: 'x'.repeat(101) }],
    ['servers.rename', { address: 'https://a.example', name: 'A', token: 'x' }],
    ['servers.remove', {}],
    ['servers.remove', { address: 5 }],
    ['server.set', { address: 'https://a.example', name: '' }],
  ] as const)('%s refuses %j', async (channel, input) => {
    expect(await send(channel, input)).toMatchObject({ ok: false, error: { status: 400, code: 'invalid_input' } })
  })

  test.each(['servers.rename', 'servers.remove'] as const)('%s refuses a server that is not in it', async (channel) => {
    const input = { address: 'https://a.example', ...(channel === 'servers.rename' ? { name: 'A' } : {}) }
    expect(await send(channel, input)).toMatchObject({ error: { status: 404, code: 'server_not_found' } })
  })
})
