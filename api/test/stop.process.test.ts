import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { freePort, testDatabase } from '../src/testing.ts'
import { spawnServer, startProcess } from './server-process.ts'

const next = async (socket: Socket): Promise<string> => {
  const closed = once(socket, 'close').then(() => Promise.reject(new Error('closed without an answer')))
  closed.catch(() => {})
  return String((await Promise.race([once(socket, 'data'), closed]))[0])
}

/** A request whose head has reached the server and whose body has not, on a connection that would be kept. */
const beginRequest = async (url: string): Promise<Socket> => {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = ['POST /user/login-username HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json']
  socket.write([...lines, 'Content-Length: 2', 'Expect: 100-continue', '', ''].join('\r\n'))
  expect(await next(socket)).toContain('100 Continue')
  return socket
}

const finishRequest = async (socket: Socket): Promise<string> => {
  expect(socket.closed).toBe(false)
  socket.write('{}')
  return next(socket)
}

const isListening = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const listening = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return listening
}

test('a server that stops closes a connection once its request is answered, and waits for those under way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-stop-'))
  const database = inject('store').redisUrl ? await testDatabase() : undefined
  const environment = {
    OPENAUTH_DATA_DIR: folder,
    LOG_LEVEL: 'info',
    ...(database ? { DATABASE_URL: database.url } : {}),
  }
  const { child, url, output } = await startProcess(environment)
  // Its address is said once, in a line for people.
  expect(output()).not.toContain('"msg"')
  const exited = once(child, 'exit')
  const [first, second] = [await beginRequest(url), await beginRequest(url)]
  child.kill('SIGTERM')
  await expect.poll(() => isListening(url)).toBe(false)
  const closed = once(first, 'close')
  expect(await finishRequest(first)).toContain('HTTP/1.1 400')
  await closed
  expect(await finishRequest(second)).toContain('HTTP/1.1 400')
  expect(await exited).toEqual([0, null])
  await rm(folder, { recursive: true, force: true })
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a server that gets %s while it starts ends with its database',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'openauth-stop-'))
    const pidFile = join(folder, 'postgres/postmaster.pid')
    const { child } = spawnServer({ OPENAUTH_DATA_DIR: folder })
    const exited = once(child, 'exit')
    await expect.poll(() => existsSync(pidFile), { interval: 5, timeout: 120_000 }).toBe(true)
    child.kill(signal)
    // SIGHUP asks for a reload of the keys.
    if (signal === 'SIGHUP') child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(existsSync(pidFile)).toBe(false)
    await rm(folder, { recursive: true, force: true })
  },
)

test('L13: a server whose output nobody reads any more goes on, and stops as always', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-unread-'))
  const port = await freePort()
  const { child } = spawnServer({ OPENAUTH_DATA_DIR: folder, PORT: String(port) })
  const exited = once(child, 'exit')
  for (const stream of [child.stdout, child.stderr]) stream.destroy()
  await expect.poll(() => isListening(`http://127.0.0.1:${port}`), { timeout: 120_000 }).toBe(true)
  expect((await fetch(`http://127.0.0.1:${port}/user/profile`)).status).toBe(401)
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  await rm(folder, { recursive: true, force: true })
})
