import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Bridge, channels, EVENTS } from '../src/ipc.ts'
import { consoleUrl } from '../src/main/pages.ts'
import { systemTokenStore } from '../src/main/token-store.ts'
import { app, recorded } from './electron.ts'

// Imported under Node, electron tries to download its runtime and throws.
vi.mock('electron', () => import('./electron.ts'))

beforeAll(async () => {
  recorded.userData = await mkdtemp(join(tmpdir(), 'openauth-main-'))
  Object.assign(process, { resourcesPath: recorded.userData })
  await import('../src/main/index.ts')
  await vi.waitUntil(() => recorded.windows.length > 0, 30_000)
})
afterAll(() => rm(recorded.userData, { recursive: true }))

const contents = () => recorded.windows[0]!.webContents

/** Emits a navigation; returns whether it is stopped and which addresses the system's browser opens. */
const navigate = (event: string, url: string, isMainFrame = true) => {
  let stopped = false
  recorded.openedOutside.length = 0
  contents().emit(event, { url, isMainFrame, preventDefault: () => (stopped = true) })
  return { stopped, outside: [...recorded.openedOutside] }
}

test("the window is sandboxed and isolated and shows the console's page", () => {
  const [window] = recorded.windows
  expect(window!.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
  })
  expect(window!.url).toBe(consoleUrl)
  expect(recorded.sandboxed).toBe(true)
})

test('every channel has a handler', async () => {
  expect([...recorded.handlers.keys()].sort()).toEqual([...channels].sort())
  const event = { senderFrame: { url: consoleUrl, parent: null } }
  expect(await recorded.handlers.get('server.get')!(event, undefined)).toEqual({
    ok: true,
    result: { address: null, signedIn: false },
  })
})

test('the preload script exposes one function per channel, one to listen, and nothing else', async () => {
  await import('../src/preload/index.ts')
  const { openauth, ...others } = recorded.exposed
  expect(others).toEqual({})
  expect(Object.keys(openauth!).sort()).toEqual([...channels, 'listen'].sort())
  await openauth!['server.set']!({ address: 'a' }, 'more')
  expect(recorded.invoked).toEqual([['server.set', { address: 'a' }]])
})

test('the page hears events of the main process, without their sender, until it stops to listen', async () => {
  await import('../src/preload/index.ts')
  const heard: unknown[][] = []
  const listen = recorded.exposed['openauth']!['listen'] as unknown as Bridge['listen']
  const stop = listen((...event) => heard.push(event))
  recorded.listeners.get(EVENTS)!({ sender: 'secret' }, 'palette')
  expect(heard).toEqual([['palette']])
  stop()
  expect(recorded.listeners.size).toBe(0)
})

const submenu = (label: string) => recorded.menu.find((item) => item.label === label)?.submenu ?? []
const setLanguage = (locale: string) =>
  recorded.handlers.get('language.set')!({ senderFrame: { url: consoleUrl, parent: null } }, { locale })

test("the menu is in the system's language, then in the window's, and tells the page what was chosen", async () => {
  expect(submenu('Edición').map(({ label }) => label)).toContain('Pegar')
  expect(await setLanguage('xx')).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  await setLanguage('en')
  submenu('View').find(({ label }) => label === 'Commands')!.click!()
  const [shortcuts, diagnostics, log, ...others] = submenu('Help')
  expect(others, 'updates, of which this package has no feed').toEqual([])
  shortcuts!.click!()
  diagnostics!.click!()
  await vi.waitUntil(() => recorded.told.length === 3)
  expect(recorded.told.splice(0)).toEqual([
    [EVENTS, 'palette'],
    [EVENTS, 'shortcuts'],
    [EVENTS, 'diagnosticsCopied'],
  ])
  recorded.openedOutside.length = 0
  log!.click!()
  expect(recorded.openedOutside).toEqual([recorded.userData])
  expect(recorded.clipboard).toMatch(/^OpenAuth Console 1\.2\.3\nElectron .*, Node .*\n.*, es-MX$/)
})

test('a second start shows and focuses the window of the first', () => {
  const { state } = recorded.windows[0]!
  state.isMinimized = true
  app.emit('second-instance', {}, [], '')
  expect(state).toMatchObject({ isMinimized: false, isFocused: true })
})

const send = (channel: string) =>
  recorded.handlers.get(channel)!({ senderFrame: { url: consoleUrl, parent: null } }, undefined)

test('a link of a second start, or of macOS, is handed to the window, which takes it once', async () => {
  expect(recorded.protocolClients).toEqual(['openauth'])
  app.emit('second-instance', {}, ['console', 'openauth://open/apps'], '')
  expect(recorded.told.splice(0)).toEqual([[EVENTS, 'link']])
  expect(await send('link.take')).toEqual({ ok: true, result: { path: '/apps', server: null } })
  expect(await send('link.take')).toEqual({ ok: true, result: null })
  let isHandled = false
  app.emit('open-url', { preventDefault: () => (isHandled = true) }, 'openauth://open/users')
  expect([isHandled, recorded.windows.length, recorded.told.splice(0)]).toEqual([true, 1, [[EVENTS, 'link']]])
  expect(await send('link.take')).toEqual({ ok: true, result: { path: '/users', server: null } })
})

test('a window whose process is gone is loaded anew, told in the log, and the second time explained', async () => {
  const webContents = contents()
  const gone = () => app.emit('render-process-gone', {}, webContents, { reason: 'crashed', exitCode: 1 })
  gone()
  expect(webContents.reloads).toBe(1)
  expect([await send('crashes.take'), await send('crashes.take')]).toMatchObject([{ result: true }, { result: false }])
  recorded.chosenButton = 1
  recorded.openedOutside.length = 0
  gone()
  await vi.waitUntil(() => webContents.reloads === 2)
  expect(recorded.questions.at(-1)!.message).toBe('The window has stopped working again')
  await send('crashes.open')
  expect(recorded.openedOutside).toEqual([recorded.userData, recorded.userData])
})

test.each([
  ['Leave', 0, true],
  ['Stay', 1, false],
])('closing with unsaved changes asks in the words of the window; "%s"', async (button, index, isLeaving) => {
  await setLanguage('en')
  recorded.chosenButton = index
  expect(navigate('will-prevent-unload', '').stopped).toBe(isLeaving)
  const question = recorded.questions.at(-1)!
  expect([question.message, question.buttons[index]]).toEqual(['Leave without saving?', button])
})

test('the place of the window is kept when it closes', async () => {
  const [window] = recorded.windows
  window!.emit('close')
  const state = JSON.parse(await readFile(join(recorded.userData, 'window.json'), 'utf8'))
  expect(state).toEqual({ bounds: window!.bounds, isMaximized: false })
})

describe('navigation', () => {
  test("within the console's pages is allowed", () => {
    expect(navigate('will-frame-navigate', `${consoleUrl}#/apps`)).toEqual({ stopped: false, outside: [] })
  })

  test('to the web opens the system browser instead', () => {
    const url = 'https://example.com/'
    expect(navigate('will-frame-navigate', url)).toEqual({ stopped: true, outside: [url] })
  })

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'openauth://evil/', 'vscode://x', 'x'])(
    'to %s is stopped and opens nothing',
    (url) => expect(navigate('will-frame-navigate', url)).toEqual({ stopped: true, outside: [] }),
  )

  test("of a frame is stopped, even to the console's page", () => {
    expect(navigate('will-frame-navigate', consoleUrl, false)).toEqual({ stopped: true, outside: [] })
  })

  test('by a redirect is stopped', () => {
    expect(navigate('will-redirect', 'https://example.com/')).toEqual({ stopped: true, outside: [] })
  })

  test.each([
    ['https://example.com/', ['https://example.com/']],
    ['file:///etc/passwd', []],
    ['about:blank', []],
  ])('window.open of %s opens no window', (url, outside) => {
    recorded.openedOutside.length = 0
    expect(contents().windowOpenHandler({ url })).toEqual({ action: 'deny' })
    expect(recorded.openedOutside).toEqual(outside)
  })

  test('a webview is not attached', () => {
    expect(navigate('will-attach-webview', '').stopped).toBe(true)
  })
})

test('the page has permission to write to the clipboard and no other', () => {
  const granted: string[] = []
  for (const permission of ['clipboard-sanitized-write', 'clipboard-read', 'media', 'geolocation', 'openExternal']) {
    recorded.permissions.request({}, permission, (isGranted) => isGranted && granted.push(permission))
    expect(recorded.permissions.check({}, permission)).toBe(permission === 'clipboard-sanitized-write')
  }
  expect(granted).toEqual(['clipboard-sanitized-write'])
})

test.runIf(process.platform === 'linux')(
  'the token store is not available on a Linux desktop without a keyring',
  async () => {
    expect(await systemTokenStore.isAvailable()).toBe(true)
    recorded.keyring = 'basic_text'
    expect(await systemTokenStore.isAvailable()).toBe(false)
  },
)
