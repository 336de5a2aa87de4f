import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { overflow, seriousFindings, shoot } from '../../client/test/page-checks.ts'
import { type Harness, startHarness } from './logins/harness.ts'
import { addPasskey, click, enterName } from './logins/person.ts'

// The demo's pages in both themes and at the widths of a telephone and a desk: by axe and by their width.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())
const expectQuiet = async () => expect(await harness.clear()).toEqual([])
afterEach(expectQuiet)

const themes = ['light', 'dark'] as const

test.each(themes)('the login page, %s', async (colorScheme) => {
  const page = await harness.open()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.getByRole('heading', { name: 'Log in to Logins' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  for (const width of [360, 390, 1280]) {
    await page.setViewportSize({ width, height: 1500 })
    expect(await overflow(page)).toBe(0)
    await shoot(page, `demo-login-${colorScheme}-${width}`)
  }
})

test.each(themes)('the account page and its problems, %s', async (colorScheme) => {
  const page = await harness.open()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await enterName(page, `looks-${colorScheme}`, 'Register')
  await addPasskey(page)
  await click(page, 'Bind e-mail')
  await click(page, 'Send code')
  await page.getByRole('alert').getByText(/./).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  for (const width of [360, 390, 1280]) {
    await page.setViewportSize({ width, height: 1500 })
    expect(await overflow(page)).toBe(0)
    await shoot(page, `demo-account-${colorScheme}-${width}`)
  }
})
