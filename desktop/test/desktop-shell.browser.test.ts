import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DesktopHarness, openDesktop } from './desktop-harness.ts'

let harness: DesktopHarness
const languages: string[] = []
beforeAll(async () => {
  harness = await openDesktop({ setLanguage: (locale) => void languages.push(locale) })
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

test('nothing is written to the browser’s console', () => expect(harness.errors).toEqual([]))
