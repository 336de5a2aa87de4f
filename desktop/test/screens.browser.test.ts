import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from '../../client/test/page-checks.ts'
import { screens } from '../src/renderer/app/routes.tsx'
import { type ConsoleHarness, openConsole } from './console-harness.ts'
import { addressOf, type AddressParts, screenPaths, seedScreens } from './seed-screens.ts'

let harness: ConsoleHarness
let parts: AddressParts

beforeAll(async () => {
  harness = await openConsole('/dashboard')
  parts = await seedScreens(harness)
})
afterAll(() => harness.stop())

test('a screen whose address ends in a tab names its tabs', () =>
  expect(screens.filter(({ path, tabs }) => path.endsWith('/:tab?') !== (tabs !== undefined))).toEqual([]))

test.each(screenPaths)(
  '%s: readable in both themes, with texts of others as text and within the window',
  async (path) => {
    const { page } = harness
    await harness.open(addressOf(path, parts))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('.ui-skeleton, [aria-busy=true]').count()).toBe(0)
    expect(await page.getByText('Page not found').count()).toBe(0)
    expect(await harness.axe()).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFindings(page, ['color-contrast'])).toEqual([])
    await page.emulateMedia({ colorScheme: null })
    expect(await harness.overflow()).toBe(0)
    expect(await page.title()).not.toBe('run')
  },
)

test('nothing is written to the browser’s console, and no policy is violated', () => expect(harness.errors).toEqual([]))
