import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request, type RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EVENTS, type UpdateState } from '../src/ipc.ts'
import { consoleUrl } from '../src/main/pages.ts'
import { app, recorded } from './electron.ts'
import { startServer } from './server.ts'

// The main process with electron-updater, a feed on loopback, and an AppImage that is a script. Only Electron is a stand-in.

vi.mock('electron', () => import('./electron.ts'))

type Guard = (details: { url: string }, answer: (decision: { cancel: boolean }) => void) => void
/** Decides about each request of the updater's session, as Electron's webRequest does. */
let guard: Guard | undefined
const isCancelled = (url: string): boolean => {
  let decision = { cancel: false }
  guard?.({ url }, (given) => (decision = given))
  return decision.cancel
}

/** Node's request as one of Electron's `net`: it tells of redirects, and asks the session. All hosts are this machine. */
const netRequest = (options: RequestOptions) => {
  const lookup: LookupFunction = (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }])
  const made = request({ ...options, lookup, agent: false })
  const emit = made.emit.bind(made) as (event: string, ...values: unknown[]) => boolean
  const tell = (event: string, ...values: unknown[]): boolean => {
    const { statusCode, headers } = (values[0] ?? {}) as IncomingMessage
    return event === 'response' && headers.location
      ? emit('redirect', statusCode, 'GET', headers.location, headers)
      : emit(event, ...values)
  }
  Object.assign(made, { emit: tell })
  const { protocol, hostname, port, path } = options
  if (isCancelled(`${protocol}//${hostname}:${port}${path}`)) made.destroy(new Error('net::ERR_BLOCKED_BY_CLIENT'))
  return made
}

/** electron-updater requires Electron itself. */
const provideElectron = () => {
  const require = createRequire(import.meta.url)
  const file = require.resolve('electron')
  const net = { request: netRequest }
  const webRequest = { onBeforeRequest: (listener: Guard) => void (guard = listener) }
  const session = { fromPartition: () => ({ webRequest }) }
  const module = Object.assign(Object.create(null) as NodeModule, { id: file, filename: file, loaded: true })
  require.cache[file] = Object.assign(module, { exports: { app, net, session, autoUpdater: new EventEmitter() } })
}

/** What the feed has: a version, its program, the digest that it says the program has, and more lines. */
const usual = {
  status: 200,
  version: '1.2.3',
  program: '',
  more: '',
  digest: undefined as string | undefined,
  digestName: 'sha512',
  /** Where the server leads from paths that end so. */
  leads: {} as Record<string, (port: string) => string>,
}
const feed = { ...usual }

const digestOf = (text: string) => createHash('sha512').update(text).digest('base64')
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

const announcement = () =>
  [
    `version: ${feed.version}`,
    'files:',
    `  - url: openauth-console-${feed.version}-linux-x64.AppImage`,
    `    ${feed.digestName}: ${feed.digest ?? digestOf(feed.program)}`,
    `    size: ${feed.program.length}`,
    'releaseDate: 2026-11-23T00:00:00.000Z',
    feed.more,
  ].join('\n')

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
const programFile = () => join(folder, 'openauth-console-1.2.3-linux-x64.AppImage')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-updates-'))
  server = await startServer(({ path }, response) => {
    const { port } = new URL(server.address)
    const leads = Object.entries(feed.leads).find(([end]) => new URL(path, server.address).pathname.endsWith(end))?.[1]
    if (leads) return response.writeHead(302, { location: leads(port) }).end()
    const body = path.includes('.yml') ? announcement() : feed.program
    response.writeHead(feed.status, { 'content-length': Buffer.byteLength(body) }).end(body)
  })
  await mkdir(join(folder, 'resources'))
  const config = `provider: generic\nurl: ${server.address}/console\nupdaterCacheDirName: openauth-console-updater\n`
  await writeFile(join(folder, 'resources/app-update.yml'), config)
  await writeFile(programFile(), 'the old program')
  Object.assign(process, { resourcesPath: join(folder, 'resources') })
  // What runs is the updater of AppImages, on macOS too.
  Object.defineProperty(process, 'platform', { value: 'linux' })
  vi.stubEnv('APPIMAGE', programFile())
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
  recorded.userData = join(folder, 'data')
  await mkdir(recorded.userData)
  provideElectron()
  feed.status = 500
  await import('../src/main/index.ts')
  await vi.waitUntil(() => recorded.windows.length > 0 && server.received.length > 0)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  recorded.told.length = 0
  Object.assign(feed, usual)
})

const send = async <T>(channel: string): Promise<T> => {
  const event = { senderFrame: { url: consoleUrl, parent: null } }
  return ((await recorded.handlers.get(channel)!(event, undefined)) as { result: T }).result
}
const state = () => send<UpdateState>('updates.get')
const settled = async (kind: UpdateState['kind']): Promise<UpdateState> => {
  await expect.poll(async () => (await state()).kind).toBe(kind)
  return state()
}
const askByMenu = () => {
  const entries = recorded.menu.flatMap(({ submenu }) => submenu ?? [])
  entries.find(({ label }) => label === 'Buscar actualizaciones…')!.click!()
}
const written = () => readFile(join(recorded.userData, 'crashes.log'), 'utf8')

test('the program looks for a newer version when it starts, and tells nobody that it could not', async () => {
  expect(server.received[0]!.path).toMatch(/^\/console\/latest-linux.*\.yml\?noCache=/)
  await expect.poll(() => existsSync(join(recorded.userData, 'crashes.log'))).toBe(true)
  expect(await written()).toMatch(/Z update\n\w*Error: 500/)
  expect([await state(), recorded.told, await send('crashes.take')]).toEqual([{ kind: 'none' }, [], false])
})

const unverifiable = { kind: 'failed', reason: 'unverifiable' }

test.each([
  ['a feed that fails', { status: 500 }, { kind: 'failed', reason: 'unreachable' }],
  ['a folder without a feed', { status: 404 }, { kind: 'failed', reason: 'noFeed' }],
  ['a feed that has no version', { version: '""' }, { kind: 'failed', reason: 'noFeed' }],
  ['the same version', {}, { kind: 'current' }],
  ['an older version', { version: '1.2.2', program: 'older' }, { kind: 'current' }],
  [
    'a program of another digest',
    { version: '1.3.0', program: 'evil', digest: digestOf('good') },
    { reason: 'damaged' },
  ],
  ['a program without a digest', { version: '1.3.0', program: 'evil', digestName: 'md5' }, unverifiable],
  [
    'a program with a list of digests',
    { version: '1.3.0', program: 'evil', digest: `[${digestOf('evil')}]` },
    unverifiable,
  ],
  ['a program with an empty digest', { version: '1.3.0', program: 'evil', digest: '' }, unverifiable],
  [
    'a program with a SHA-256 digest only',
    { version: '1.3.0', program: 'evil', digestName: 'sha2', digest: sha256Of('evil') },
    unverifiable,
  ],
  [
    'a package of a program with a SHA-256 digest only',
    { version: '1.3.0', program: 'evil', more: 'packages: {x64: {path: evil.7z, size: 4}}' },
    unverifiable,
  ],
])('asked by the menu, it tells of %s', async (_, has, found) => {
  Object.assign(feed, has)
  askByMenu()
  expect(await state()).toEqual({ kind: 'checking' })
  await expect.poll(state).toMatchObject(found)
  expect(recorded.told).toContainEqual([EVENTS, 'update'])
  const asked = server.received.filter(({ path }) => path.endsWith('.AppImage'))
  expect(asked.length > 0).toBe('reason' in found && found.reason === 'damaged')
  expect(await readFile(programFile(), 'utf8')).toBe('the old program')
  server.received.length = 0
})

const elsewhere = (file: string) => (port: string) => `http://updates.example:${port}/elsewhere/${file}`
const NEWER = 'openauth-console-1.3.0-linux-x64.AppImage'

test.each([
  ['the feed', { '.yml': elsewhere('latest-linux.yml') }],
  ['the program', { [`console/${NEWER}`]: elsewhere(NEWER) }],
  [
    'the program, after a redirect on this machine',
    { [`console/${NEWER}`]: (port: string) => `http://127.0.0.1:${port}/b/${NEWER}`, [`b/${NEWER}`]: elsewhere(NEWER) },
  ],
])('a redirect of %s to an address without encryption is not followed', async (_, leads) => {
  Object.assign(feed, { version: '1.3.0', program: 'from elsewhere', leads })
  server.received.length = 0
  askByMenu()
  expect(await settled('failed')).toEqual({ kind: 'failed', reason: 'unencrypted' })
  expect(server.received.length).toBeGreaterThan(0)
  expect(server.received.filter(({ path }) => path.startsWith('/elsewhere/'))).toEqual([])
})

test('updates by https stay there: not even this machine is asked by http afterwards', async () => {
  askByMenu()
  await settled('current')
  expect(isCancelled('http://127.0.0.1:1/latest-linux.yml')).toBe(false)
  expect(isCancelled('https://updates.example/latest-linux.yml')).toBe(false)
  expect(isCancelled('https://files.example/openauth-console.AppImage')).toBe(false)
  expect(isCancelled('http://127.0.0.1:1/openauth-console.AppImage')).toBe(true)
})

const startedFile = () => join(folder, 'started')

test('a newer version is downloaded, and waits for a restart', async () => {
  Object.assign(feed, { version: '1.3.0', program: `#!/bin/sh\necho "$APPIMAGE" > ${startedFile()}\n` })
  askByMenu()
  expect(await settled('ready')).toEqual({ kind: 'ready', version: '1.3.0' })
  expect(recorded.told.length).toBeGreaterThan(2)
  expect(await readFile(programFile(), 'utf8')).toBe('the old program')
  expect(recorded.ended).toEqual([])
})

test('a window with unsaved changes asks, and then closes as ever when the operator stayed', async () => {
  const [window] = recorded.windows
  window!.state.hasUnsavedChanges = true
  recorded.chosenButton = 1
  await send('updates.restart')
  expect(recorded.questions.at(-1)!.message).toBe('¿Salir sin guardar?')
  expect([recorded.windows.length, recorded.ended]).toEqual([1, []])
  recorded.chosenButton = 0
  window!.close()
  expect(recorded.ended).toEqual(['quit'])
  expect(await readFile(programFile(), 'utf8')).toBe('the old program')
  recorded.windows.push(window!)
  recorded.ended.length = 0
})

test('a restart replaces the program, starts the new one, and ends', async () => {
  await send('updates.restart')
  const replaced = join(folder, 'openauth-console-1.3.0-linux-x64.AppImage')
  expect([await readFile(replaced, 'utf8'), existsSync(programFile())]).toEqual([
    expect.stringContaining('#!/bin/sh'),
    false,
  ])
  await expect.poll(() => recorded.ended).toEqual(['quit'])
  await expect.poll(() => existsSync(startedFile())).toBe(true)
})
