import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DesktopHarness, openDesktop } from './desktop-harness.ts'

let harness: DesktopHarness
beforeAll(async () => {
  harness = await openDesktop()
  await harness.session.use(harness.server.url)
  await harness.session.signIn({ address: harness.server.url, token: harness.adminToken })
})
afterAll(() => harness.stop())

const note = (page: Page) => page.getByRole('complementary', { name: 'Versions' })

/** What the server says of itself, with another version. */
const healthOf = async (version: string) => ({ ...(await harness.admin.health.show()), version })

test('the desktop console says which of the two is newer, until it is dismissed', async () => {
  const { page, open, answerWith } = harness
  answerWith('health', 'show', await healthOf('99.1.0'))
  await open('/apps')
  await note(page).getByText('The server is version 99.1.0, newer than this console').waitFor()
  const [above, below] = [await note(page).boundingBox(), await page.getByRole('main').boundingBox()]
  expect(below!.y, 'the screen begins below the note').toBe(above!.y + above!.height)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('version-note')
  await note(page).getByRole('button', { name: 'Dismiss' }).click()
  await note(page).waitFor({ state: 'detached' })
  await open('/users')
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  answerWith('health', 'show', await healthOf('0.0.1'))
  await open('/apps')
  await note(page).getByText('newer than the server’s 0.0.1').waitFor()
})

test('a browser with pages of before is told to load them again', async () => {
  const health = { data: await healthOf('99.1.0') }
  const { page, go } = await harness.visit('/nowhere')
  await page.route('**/console/api/admin/health', (route) => route.fulfill({ json: health }))
  await page.reload()
  await note(page).getByText('The server is version 99.1.0 now').waitFor()
  await page.unroute('**/console/api/admin/health')
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await note(page).waitFor({ state: 'detached' })
  await go('/apps')
  await page.getByRole('heading', { name: 'Apps' }).waitFor()
  expect(await note(page).count()).toBe(0)
})

test('nothing is written to the browser’s console', () => expect(harness.errors).toEqual([]))
