import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, shoot, startHarness } from './harness.ts'

// The tap game without a network.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

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
  await expectText(page, 'Found a squad')
  await page.getByRole('link', { name: 'Friends', exact: true }).click()
  await expectText(page, 'invited anyone yet')
  await close()
})
