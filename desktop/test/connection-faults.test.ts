import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { codeOfFault } from '../src/connection-fault.ts'
import { answer, createHandlers } from '../src/main/ipc.ts'
import { consoleUrl, createConsoleUrlCheck } from '../src/main/pages.ts'
import { openSession, type Session } from '../src/main/session.ts'
import { trustedAuthority } from './certificates.ts'
import { faultyServers } from './faulty-servers.ts'
import { asOpenAuth, startServer, TOKEN } from './server.ts'
import { quietShell } from './shell.ts'
import { testTokenStore } from './token-store.ts'

const authority = trustedAuthority()
let folder: string
let session: Session

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-faults-'))
  session = await openSession(join(folder, 'console.json'), testTokenStore())
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(authority.distrust)

const senderFrame = { url: consoleUrl, parent: null } as unknown as Parameters<typeof answer>[1]['senderFrame']
const call = (group: string, verb: string, input = {}, timeoutMs = 60_000) =>
  answer(
    'api',
    { senderFrame },
    { group, verb, input },
    createHandlers(session, quietShell(), { timeoutMs }),
    createConsoleUrlCheck(),
  )

test('a server with a valid certificate is called', async () => {
  const certificate = authority.issue({ name: 'server', ip: '127.0.0.1' })
  const server = await startServer(asOpenAuth, certificate)
  await session.use(server.address)
  expect(await call('setup', 'config')).toEqual({ ok: true, result: { data: { initialized: true } } })
  await server.stop()
})

test.each(faultyServers(authority))(
  '$name is the fault $fault, which ends no session and shows nothing to the server',
  async ({ fault, respond, certificate, enter }) => {
    const server = await startServer(respond, certificate)
    const address = enter?.(server.address) ?? server.address
    await session.use(address)
    await session.signIn({ address, token: TOKEN })
    const failed = await call('apps', 'list', {}, fault === 'timeout' ? 200 : undefined)
    expect(failed).toMatchObject({ ok: false, error: { code: codeOfFault(fault), address } })
    expect(JSON.stringify(failed)).not.toContain(TOKEN)
    expect(session.server().signedIn).toBe(true)
    if (address.startsWith('https')) expect(server.received).toEqual([])
    await server.stop()
  },
)
