import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, shoot, startHarness } from './harness.ts'

// The tap game without a network.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

/** Tries again, as a person does, until the page shows a text. */
const triedUntil = async (page: Page, text: string): Promise<void> => {
  const look = async () => {
    const again = page.getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click({ timeout: 2000 }).catch(() => undefined)
    return page.getByText(text).isVisible()
  }
  await expect.poll(look).toBe(true)
}

const OFFLINE = 'You are offline. Try again once you are back.'

test('a boost, the boards and the other lists say that the network is gone, and come once it is back', async () => {
  const user = await harness.newUser('in a tunnel')
  const { page, close } = await harness.visit('/tap/boosts', { user, cold: true })
  await expectText(page, 'Daily reward')
  await page.waitForFunction(() => performance.getEntriesByName('toasts').length > 0)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Turbo/ }).click()
  await page.locator('[data-sonner-toast]').getByText(OFFLINE).waitFor()
  await shoot(page, 'tap-offline-boost')
  for (const screen of ['Board', 'Tasks', 'Friends']) {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await page.locator('.ui-state').getByText(OFFLINE).waitFor()
    await page.waitForTimeout(500)
    // It stays, however often the page asks again.
    expect(await page.locator('.skeleton').count()).toBe(0)
    await shoot(page, `tap-offline-${screen}`)
  }
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('link', { name: /Squads/ }).click()
  await expectText(page, 'You are offline.')
  expect(await page.getByText('Something on this page went wrong').count()).toBe(0)
  await page.context().setOffline(false)
  await triedUntil(page, 'Found a squad')
  await page.getByRole('link', { name: 'Friends', exact: true }).click()
  await expectText(page, 'invited anyone yet')
  await close()
})

test('a page whose file fails again and again comes once it can be loaded', async () => {
  const user = await harness.newUser('out of a tunnel')
  const { page, close } = await harness.visit('/tap/board', { user })
  await expectText(page, 'Squads')
  let failed = 0
  await page.route(/squads-screen/, (route) => ((failed += 1) <= 4 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: /Squads/ }).click()
  await triedUntil(page, 'Found a squad')
  expect(failed).toBeGreaterThan(4)
  await close()
})
