import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, rmdir, truncate } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalk, type Position, checkerOf, type ChainedLine } from '@openauth/audit-chain'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../../testing.ts'

let server: TestServer
let token: string
let folder: string
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
  folder = await mkdtemp(join(tmpdir(), 'openauth-forward-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A server on the same data that forwards the trail. */
const forwarding = async (settings: Record<string, string>) => {
  const other = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    ...settings,
  })
  onTestFinished(() => other.stop())
  const { auditChain } = other.app.services
  return { forward: () => auditChain.forward() }
}
const write = async (...names: string[]) => {
  for (const name of names) await server.as(token).apps.create({ name })
  await server.app.services.auditChain.addLinks()
  return (await server.as(token).audit.chain()).head!.seq
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The messages of a stream with octet counting (RFC 6587, section 3.4.1). */
const framesOf = (bytes: Buffer): string[] => {
  const frames: string[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at)
    const end = space + 1 + Number(bytes.subarray(at, space).toString())
    expect(end).toBeLessThanOrEqual(bytes.length)
    frames.push(bytes.subarray(space + 1, end).toString())
    at = end
  }
  return frames
}

const messagePattern = /^<110>1 (\d{4}-\d\d-\d\dT[\d:.]+Z) (\S+) openauth - (\S+) - (\{.*\})$/
const linkIn = (message: string) => {
  const match = messagePattern.exec(message)
  expect(message).toMatch(messagePattern)
  return { action: match![3]!, link: JSON.parse(match![4]!) as ChainedLine & { seq: number } }
}

/** A receiver that reads each connection to its end. */
const receiver = async () => {
  const frames: string[] = []
  const listener: Server = createServer((socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => frames.push(...framesOf(Buffer.concat(chunks))))
    socket.on('error', () => {})
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => void listener.close())
  return { frames, listener, address: `tcp://127.0.0.1:${(listener.address() as AddressInfo).port}` }
}

test('syslog by TCP gets every line once in its order, in RFC 5424, and the chain with it', async () => {
  const { frames, address } = await receiver()
  const end = await write('One', 'Two', 'Ünï “three”')
  const { forward } = await forwarding({ OPENAUTH_AUDIT_SYSLOG: address })
  await forward()
  const got = frames.map(linkIn)
  expect(got.map(({ link }) => link.seq)).toEqual(numbers(1, end))
  expect(got.at(-1)!.action).toBe('app.create')
  const walk = createWalk({ seq: 0, hash: '0'.repeat(64) }, checkerOf((await server.as(token).audit.chain()).key))
  for (const { link } of got) await walk.add(link)
  expect(walk.end()).toEqual({ held: end, failed: 0, first: null })
  await forward()
  expect(frames).toHaveLength(end)
})

test('a receiver that is away gets all that it missed, also from another server', async () => {
  const { frames, listener, address } = await receiver()
  const { port } = listener.address() as AddressInfo
  const first = await forwarding({ OPENAUTH_AUDIT_SYSLOG: address })
  const before = await write('Before the outage')
  await first.forward()
  listener.close()
  const end = await write('In the outage')
  await expect(first.forward()).rejects.toThrow('ECONNREFUSED')
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const second = await forwarding({ OPENAUTH_AUDIT_SYSLOG: address })
  await Promise.all([second.forward(), first.forward()])
  await second.forward()
  expect(frames.map((frame) => linkIn(frame).link.seq)).toEqual([...numbers(1, before), ...numbers(before + 1, end)])
})

test('syslog by UDP gets a datagram a line, and the digest of a line that no datagram holds', async () => {
  const socket = createSocket('udp4')
  const got: string[] = []
  socket.on('message', (message) => got.push(message.toString()))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  await server.resources.db.prisma.auditEvent.create({
    data: { actor: 'server', action: 'app.update', details: { name: 'x'.repeat(80_000) } },
  })
  const end = await write('After the long one')
  const { forward } = await forwarding({ OPENAUTH_AUDIT_SYSLOG: `udp://127.0.0.1:${socket.address().port}` })
  await forward()
  await vi.waitFor(() => expect(got).toHaveLength(end), 60_000)
  const long = got.map(linkIn).find(({ link }) => link.line === null)!.link
  expect(long).toMatchObject({ seq: end - 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

/** The links of a file, walked from where it says that it begins. */
const linksIn = async (path: string) => {
  const [head, ...rows] = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const { start, key } = head as { start: Position; key: string }
  const walk = createWalk(start, checkerOf(key))
  for (const row of rows as ChainedLine[]) await walk.add(row)
  expect(walk.end().failed).toBe(0)
  return (rows as ChainedLine[]).map(({ seq }) => seq)
}

test('a file gets the lines as an export has them; a line that a crash has cut off is written anew, and a moved file is begun anew', async () => {
  const path = join(folder, 'audit.ndjson')
  const { forward } = await forwarding({ OPENAUTH_AUDIT_FILE: path })
  const end = await write('Into the file')
  await forward()
  expect(await linksIn(path)).toEqual(numbers(1, end))
  const whole = await readFile(path)
  await truncate(path, whole.length - 40)
  await forward()
  expect(await readFile(path)).toEqual(whole)
  await appendFile(path, '{"seq":99')
  const later = await write('After the crash')
  await forward()
  expect(await linksIn(path)).toEqual(numbers(1, later))
  await rename(path, `${path}.1`)
  const last = await write('Into the next file')
  await forward()
  expect(await linksIn(path)).toEqual(numbers(later + 1, last))
})

test('a clock that is set back by a day after a failure does not stop the forwarding for that day', async () => {
  const path = join(folder, 'clock.ndjson')
  await mkdir(path)
  const other = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    OPENAUTH_AUDIT_FILE: path,
  })
  onTestFinished(() => other.stop())
  await write('Before the clock was set back')
  const works: ((signal: AbortSignal) => Promise<void>)[] = []
  const { signal } = new AbortController()
  const repeat = (_: number, __: string, work: (typeof works)[number]) => void works.push(work)
  other.app.services.auditChain.start({ repeat, start: () => {}, signal, stop: async () => {} })
  const forward = works.at(-1)!
  // A folder is no file that lines are appended to.
  await expect(forward(signal)).rejects.toThrow('EISDIR')
  await rmdir(path)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await vi.waitFor(async () => {
    await forward(signal)
    expect(await readFile(path, 'utf8')).toContain('Before the clock was set back')
  }, 30_000)
})
