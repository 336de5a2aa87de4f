import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, startHarness } from './harness.ts'
import { button } from './person.ts'

// The tap game on a slow machine: numbers that change while a screen renders.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

test('a reward that counts up while the screen renders slowly does not end the page', async () => {
  // Numbers take longer to count up to a large reward.
  await harness.admin.gameRules.update({ appId: harness.app.id, daily: { rewards: [1_000_000] } })
  const user = await harness.newUser('slow')
  const { page, consoleErrors, close } = await harness.visit('/tap/boosts', { user })
  await button(page, /^Daily reward/).click()
  const take = button(page, 'Take 1,000,000 rings')
  await take.waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await take.click()
  await expectText(page, '+1,000,000')
  await expect.poll(() => page.locator('.tap-balance').innerText()).toBe('1,000,000')
  expect(consoleErrors).toEqual([])
  await close()
})
