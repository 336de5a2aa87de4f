import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Link, UpdateState } from '../src/ipc.ts'
import { type DesktopHarness, openDesktop } from './desktop-harness.ts'

let harness: DesktopHarness
const languages: string[] = []
let link: Link | null = null
let hasCrashed = false
let update: UpdateState = { kind: 'none' }
let restarts = 0
beforeAll(async () => {
  const takeLink = () => {
    const taken = link
    link = null
    return taken
  }
  harness = await openDesktop({
    setLanguage: (locale) => void languages.push(locale),
    takeLink,
    takeCrashNews: () => hasCrashed,
    openLogFolder: () => (hasCrashed = false),
    updateState: () => update,
    restartIntoUpdate: () => (restarts += 1),
  })
  await harness.session.use(harness.server.url)
})
afterAll(() => harness.stop())

/** Opens a screen, and waits until it listens to the main process. */
const openListening = async (path: string) => {
  languages.length = 0
  await harness.open(path)
  await expect.poll(() => languages.length).toBeGreaterThan(0)
}
const dialog = (name: string) => harness.page.getByRole('dialog', { name })
const signIn = () => harness.session.signIn({ address: harness.server.url, token: harness.adminToken })

test('the page tells its language to the menu', async () => {
  await openListening('/')
  await harness.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(languages).toEqual(['en'])
})

test('the menu opens the palette and the shortcuts for the signed in, and nothing for others', async () => {
  const { page, tell } = harness
  await tell('palette')
  await tell('diagnosticsCopied')
  await page.getByText('Diagnostics copied').waitFor()
  await signIn()
  await openListening('/apps')
  await page.getByRole('heading', { name: 'Apps' }).waitFor()
  expect(await dialog('Commands').count()).toBe(0)
  await tell('palette')
  await dialog('Commands').waitFor()
  await page.keyboard.press('Escape')
  await dialog('Commands').waitFor({ state: 'detached' })
  await tell('shortcuts')
  await dialog('Keyboard shortcuts').waitFor()
  await page.keyboard.press('Escape')
})

const follow = async (path: string | null, server: string | null = null) => {
  link = { path, server }
  await harness.tell('link')
}

test('a link leads to a screen, and one that leads to none is said to', async () => {
  const { page, path } = harness
  await dialog('Keyboard shortcuts').waitFor({ state: 'detached' })
  await follow('/users', harness.server.url)
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  for (const other of [null, '/server', '/users/delete/all']) {
    await follow(other)
    await page.getByText('The link leads to no screen').first().waitFor()
    expect(path()).toBe('/users')
  }
})

test('a link that started the program is followed once the page is there', async () => {
  link = { path: '/audit', server: null }
  await openListening('/')
  await harness.page.getByRole('heading', { name: 'Audit' }).waitFor()
  expect(harness.path()).toBe('/audit')
})

test('a link for another server asks, and one for an unknown server is said to be', async () => {
  const { page, session, server, path } = harness
  await follow('/users', 'https://evil.example')
  await page.getByText('https://evil.example, which is not in the list').waitFor()
  await session.use('http://127.0.0.1:9', 'Staging')
  await session.use(server.url)
  await openListening('/audit')
  await follow('/users', 'http://127.0.0.1:9')
  await dialog('Open the link on Staging?').getByRole('button', { name: 'Cancel' }).click()
  expect([session.server().address, path()]).toEqual([server.url, '/audit'])
  await follow('/users', 'http://127.0.0.1:9')
  expect(await harness.axe()).toEqual([])
  await dialog('Open the link on Staging?').getByRole('button', { name: 'Change server' }).click()
  await expect.poll(() => session.server().address).toBe('http://127.0.0.1:9')
  await expect.poll(path).toBe('/users')
})

test('an error of the last run is told, with a way to the log', async () => {
  const { page } = harness
  hasCrashed = true
  await openListening('/')
  await page.getByText('The console had an error').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('crashed')
  await page.getByRole('button', { name: 'Open log folder' }).click()
  await expect.poll(() => hasCrashed).toBe(false)
  await page.getByText('The console had an error').waitFor({ state: 'detached' })
})

test('a newer version is told in one message, from the download to the restart, also to a page that is loaded anew', async () => {
  const { page, tell } = harness
  const become = async (next: UpdateState, text: string) => {
    update = next
    await tell('update')
    await page.getByText(text).waitFor()
    await expect.poll(() => page.locator('[data-sonner-toast]').count()).toBe(1)
  }
  await become({ kind: 'checking' }, 'Looking for a newer version')
  await become({ kind: 'failed', reason: 'unreachable' }, 'The server with the updates could not be reached')
  await become({ kind: 'current' }, 'This is the newest version')
  expect(await page.getByRole('button', { name: 'Open log folder' }).count()).toBe(0)
  await become({ kind: 'downloading', version: '1.3.0', percent: 40 }, 'Version 1.3.0 is being downloaded: 40 %')
  await become({ kind: 'ready', version: '1.3.0' }, 'Version 1.3.0 is ready')
  await openListening('/')
  await page.getByText('Version 1.3.0 is ready').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('update')
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => restarts).toBe(1)
})

test('nothing is written to the browser’s console', () => expect(harness.errors).toEqual([]))
