import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { shoot } from '../../client/test/page-checks.ts'
import { CALL_TIMEOUT_MS } from '../src/call-timeout.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
beforeAll(async () => {
  harness = await openConsole('/', { session: 'own' })
  await harness.admin.apps.create({ name: 'Shop <3' })
  await harness.open('/')
})
afterAll(() => harness.stop())

const palette = () => harness.page.getByRole('dialog', { name: 'Commands' })
const openPalette = async () => {
  await harness.page.keyboard.press('Control+k')
  await palette().locator(':focus').waitFor()
}

test('the palette opens by keys and by its button, finds a screen by another word, and goes there', async () => {
  const { page, go } = harness
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await go('/apps')
  await page.getByRole('heading', { name: 'Apps' }).waitFor()
  await openPalette()
  await page.getByRole('option', { name: 'Create app' }).waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('palette')
  await page.keyboard.press('Escape')
  await go('/nowhere')
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.keyboard.type('projects')
  await page.getByRole('option', { name: 'Apps' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Apps' }).waitFor()
  expect(await palette().count()).toBe(0)
})

test('the palette leads to a screen of an app while none is open; headings stand in the same place on all screens', async () => {
  const { page } = harness
  const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
  const ofApps = await top()
  await openPalette()
  await page.keyboard.type('branding shop')
  await page.getByRole('option', { name: /^Branding\s*Shop <3/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Branding', level: 1 }).waitFor()
  expect(await top()).toBe(ofApps)
})

test('shortcuts go to screens and act, but not while something is typed', async () => {
  const { page, go } = harness
  await go('/nowhere')
  await page.getByText('Page not found').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('row', { name: /Shop/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).click()
  await page.keyboard.type('c?[')
  await page.getByText('No app matches').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('heading', { name: 'Apps' }).click()
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Create app' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Create app' }).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Create app').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('shortcuts')
  await page.keyboard.press('Escape')
})

test('the sidebar is reduced to icons, and stays so', async () => {
  const { page } = harness
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('narrow')
  await page.keyboard.press('[')
  await page.getByRole('button', { name: 'Collapse sidebar' }).waitFor()
  expect(await page.getByRole('link', { name: 'Apps' }).count()).toBe(1)
})

test('in a small window the sidebar has icons until it is opened, and the top bar fits beside it', async () => {
  const { page, close } = await harness.visit('/apps', { width: 360 })
  await page.getByRole('heading', { name: 'Apps' }).waitFor()
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor()
  expect((await page.getByRole('main').boundingBox())!.width).toBeGreaterThan(290)
  const reachesOut = await page
    .locator('.top-bar')
    .evaluate(
      (bar) =>
        [...bar.querySelectorAll('button')].filter(
          (each) => each.getBoundingClientRect().right > bar.getBoundingClientRect().right,
        ).length,
    )
  expect(reachesOut).toBe(0)
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Collapse sidebar' }).waitFor()
  // The choice of a small window is no choice for others.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Collapse sidebar' }).waitFor()
  await close()
})

test('a server that is gone is said to be, and what failed is loaded once it is back', async () => {
  const { page, context } = harness
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create app' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Arena')
  await page.keyboard.press('Enter')
  await page.getByText('could not be reached').waitFor()
  await page.getByText('Reconnecting').waitFor()
  await context.setOffline(false)
  await page.getByText('Reconnecting').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await harness.go('/apps')
  await page.getByRole('row', { name: /Arena/ }).waitFor()
  expect((await harness.admin.apps.list()).map(({ name }) => name)).toContain('Arena')
  harness.errors.length = 0
})

test('a server that takes a call and never answers is given up after the time that the desktop console waits', async () => {
  // The page's timers of that length run when the test says so.
  const before = `const late = []
    const start = setTimeout
    window.setTimeout = (run, time, ...rest) => time === ${CALL_TIMEOUT_MS} ? -late.push(run) : start(run, time, ...rest)
    window.endWait = () => late.splice(0).forEach((run) => run())`
  const { page, close } = await harness.visit('/apps', { before })
  await page.getByRole('row', { name: /Shop/ }).waitFor()
  let isAsked = false
  await page.route('**/console/api/admin/apps', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    isAsked = true
  })
  await page.getByRole('button', { name: 'Create app' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Silence')
  await page.keyboard.press('Enter')
  await expect.poll(() => isAsked).toBe(true)
  await page.evaluate('endWait()')
  await page.getByRole('alert').getByText('did not answer in time').waitFor()
  await shoot(page, 'console-no-answer')
  await close()
})

test('a web page in place of the API is named as such, of another program or of a proxy', async () => {
  const { page } = harness
  await page.route('**/console/api/**', (route) => route.fulfill({ body: '<h1>Log in to the hotel</h1>' }))
  await page.getByRole('button', { name: 'Create app' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Hotel')
  await page.keyboard.press('Enter')
  await page.getByText('Another program answers').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('foreign')
  await page.getByText('is not an OpenAuth server').waitFor()
  await page.unroute('**/console/api/**')
  const proxy = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
  await page.route('**/console/api/**', (route) => route.fulfill(proxy))
  await page.keyboard.press('Enter')
  await page.getByText('answered with status 502: the OpenAuth server behind it does not answer').waitFor()
  await page.getByText('Reconnecting').waitFor()
  await page.unroute('**/console/api/**')
  await page.getByRole('button', { name: 'Try now' }).waitFor({ state: 'detached' })
  harness.errors.length = 0
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByRole('row', { name: /Hotel/ }).count()).toBe(0)
})

test('a session that ends in a form is taken up again, and the draft is sent', async () => {
  const { page } = harness
  await page.getByRole('button', { name: 'Create app' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Draft')
  const sessions = await harness.admin.adminSessions.list()
  for (const { id } of sessions.data.filter(({ current }) => !current)) await harness.admin.adminSessions.revoke({ id })
  await page.keyboard.press('Enter')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await harness.shoot('sign-in-again')
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Draft')
  await page.getByRole('dialog').getByRole('button', { name: 'Create app' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await harness.go('/apps')
  await page.getByRole('row', { name: /Draft/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  harness.errors.length = 0
})

test('nothing else is written to the browser’s console', () => expect(harness.errors).toEqual([]))
