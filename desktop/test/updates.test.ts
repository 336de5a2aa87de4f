import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EVENTS, type UpdateState } from '../src/ipc.ts'
import { consoleUrl } from '../src/main/pages.ts'
import { app, recorded } from './electron.ts'
import { startServer } from './server.ts'

// The main process with electron-updater, a feed on loopback, and an AppImage that is a script. Only Electron is a stand-in.

vi.mock('electron', () => import('./electron.ts'))

/** electron-updater requires Electron itself; its `net` makes requests as Node's http does. */
const provideElectron = () => {
  const require = createRequire(import.meta.url)
  const file = require.resolve('electron')
  const net = { request: (options: RequestOptions) => request({ ...options, agent: false }) }
  const session = { fromPartition: () => ({}) }
  const module = Object.assign(Object.create(null) as NodeModule, { id: file, filename: file, loaded: true })
  require.cache[file] = Object.assign(module, { exports: { app, net, session, autoUpdater: new EventEmitter() } })
}

/** What the feed has: a version, its program, and the digest that it says the program has. */
const feed = { status: 200, version: '1.2.3', program: '', digest: undefined as string | undefined }

const digestOf = (text: string) => createHash('sha512').update(text).digest('base64')

const announcement = () =>
  [
    `version: ${feed.version}`,
    'files:',
    `  - url: openauth-console-${feed.version}-linux-x64.AppImage`,
    `    sha512: ${feed.digest ?? digestOf(feed.program)}`,
    `    size: ${feed.program.length}`,
    'releaseDate: 2026-11-23T00:00:00.000Z',
  ].join('\n')

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
const programFile = () => join(folder, 'openauth-console-1.2.3-linux-x64.AppImage')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-updates-'))
  server = await startServer(({ path }, response) => {
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
  Object.assign(feed, { status: 200, version: '1.2.3', program: '', digest: undefined })
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
  ['a program without a digest', { version: '1.3.0', program: 'evil', digest: '' }, { kind: 'failed' }],
])('asked by the menu, it tells of %s', async (_, has, found) => {
  Object.assign(feed, has)
  askByMenu()
  expect(await state()).toEqual({ kind: 'checking' })
  await expect.poll(state).toMatchObject(found)
  expect(recorded.told).toContainEqual([EVENTS, 'update'])
  const asked = server.received.filter(({ path }) => path.endsWith('.AppImage'))
  expect(asked.length > 0).toBe('digest' in has && has.digest !== '')
  expect(await readFile(programFile(), 'utf8')).toBe('the old program')
  server.received.length = 0
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
