import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { answer, createHandlers } from '../src/main/ipc.ts'
import { createConsoleUrlCheck, consoleUrl } from '../src/main/pages.ts'
import { openSession, type Session } from '../src/main/session.ts'
import type { Channel } from '../src/ipc.ts'
import { asOpenAuth, startServer } from './server.ts'
import { quietShell } from './shell.ts'
import { testTokenStore } from './token-store.ts'

type SenderFrame = Parameters<typeof answer>[1]['senderFrame']

/** The frame that sends a message: its address, and the frame around it if there is one. */
export const frame = (url: string, parent: object | null = null) => ({ url, parent }) as unknown as SenderFrame
/** Calls as the pages send them over the channel `api`. */
export const login = { group: 'setup', verb: 'login', input: { username: 'ada', password: 'correct horse' } }
export const listApps = { group: 'apps', verb: 'list', input: {} }

/** The main process's side of the channels, with a session of its own for each test, and the server that it has chosen. */
export const ipcHarness = () => {
  const started: Awaited<ReturnType<typeof startServer>>[] = []
  const start = async (...respond: Parameters<typeof startServer>) => {
    const server = await startServer(...respond)
    started.push(server)
    return server
  }
  let folder: string
  let session: Session
  let server: Awaited<ReturnType<typeof startServer>>
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

  /** Goes on with a console that has never been used. */
  const startAnew = async () => {
    session = await openSession(join(folder, 'none.json'), testTokenStore())
  }
  return { start, send, startAnew, server: () => server, session: () => session }
}
