import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, shoot, type Harness, startHarness } from './harness.ts'

// The network goes away and comes back.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const OFFLINE = 'You are offline. What you see may be old.'
const recipient = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

test('U2: a send without a network says why it failed, though nothing has shown a toast before', async () => {
  const user = await harness.newUser('cut off')
  await harness.solana.fund(user.solWallet, 1_000_000_000n)
  const { page, close } = await harness.visit(`/wallet/send?address=${recipient}&amount=0.1`, { user, cold: true })
  await page.locator('form button[type=submit]:not([aria-disabled])').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('toasts').length > 0)
  await page.locator('form button[type=submit]').click()
  const confirm = page.getByRole('button', { name: 'Confirm and send' })
  await confirm.waitFor()
  await page.context().setOffline(true)
  await confirm.click()
  await page.locator('[data-sonner-toast]').getByText('The server cannot be reached. Check your connection.').waitFor()
  await expectText(page, OFFLINE)
  await shoot(page, 'send-offline')
  await close()
})

test('U2: a page whose files do not come says that the network is gone, and opens once it is back', async () => {
  const user = await harness.newUser('commuter')
  const { page, close } = await harness.visit('/wallet', { user, cold: true })
  await expectText(page, 'Connected apps')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Receive' }).click()
  await expectText(page, 'You are offline. This page opens as soon as you are back.')
  expect(await page.getByText('Something on this page went wrong').count()).toBe(0)
  await shoot(page, 'page-offline')
  await page.context().setOffline(false)
  await expectText(page, 'Copy Address')
  await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  await close()
})

test('L8: with loopback only the server answers, so that nothing is said of being offline', async () => {
  const before = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"
  const { page, close } = await harness.visit('/earn', { before, cold: true })
  await expectText(page, 'Log in to unlock more rewards!')
  // Asked again, so that the answer to wait for is not one from before.
  const answer = page.waitForResponse('**/healthz')
  await page.evaluate(() => void dispatchEvent(new Event('offline')))
  expect((await answer).status()).toBe(200)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.getByText(OFFLINE).count()).toBe(0)
  await close()
})

test('L8: a server that is gone is told, also while the browser has a network', async () => {
  const user = await harness.newUser('alone')
  const { page, close } = await harness.visit('/wallet', { user, cold: true })
  await expectText(page, 'Connected apps')
  await page.route(/healthz|\/user\//, (route) => route.abort())
  await page.evaluate(() => void dispatchEvent(new Event('online')))
  await expectText(page, 'The server cannot be reached. Check your connection.')
  await page.unrouteAll()
  await page.getByText('The server cannot be reached. Check your connection.').waitFor({ state: 'detached' })
  await close()
})
