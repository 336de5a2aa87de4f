import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { channels } from '../src/ipc.ts'
import { consoleUrl } from '../src/main/pages.ts'
import { systemTokenStore } from '../src/main/token-store.ts'
import { recorded } from './electron.ts'

// Imported under Node, electron tries to download its runtime and throws.
vi.mock('electron', () => import('./electron.ts'))

beforeAll(async () => {
  recorded.userData = await mkdtemp(join(tmpdir(), 'openauth-main-'))
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

test('the preload script exposes one function per channel and nothing else', async () => {
  await import('../src/preload/index.ts')
  const { openauth, ...others } = recorded.exposed
  expect(others).toEqual({})
  expect(Object.keys(openauth!).sort()).toEqual([...channels].sort())
  await openauth!['server.set']!({ address: 'a' }, 'more')
  expect(recorded.invoked).toEqual([['server.set', { address: 'a' }]])
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
