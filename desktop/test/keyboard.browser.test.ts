import type { Client } from '@openauth/client'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, signInAs } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

// Nothing here presses a mouse button, calls click() or focus(), or fills a field otherwise than by keys.
let harness: ConsoleHarness
let admin: Client
let appId = ''

beforeAll(async () => {
  harness = await openConsole('/', { setUp: false })
})
afterAll(() => harness.stop())

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => harness.page.keyboard.press(key)), Promise.resolve())
const type = (text: string) => harness.page.keyboard.type(text)
const role = (...[name, options]: Parameters<ConsoleHarness['page']['getByRole']>) =>
  harness.page.getByRole(name, options)
const button = (name: string) => role('button', { name, exact: true })
const field = (name: string) => harness.page.getByLabel(name, { exact: true })
const dialog = (name: string) => role('dialog', { name })

/** What has the focus, for messages: its tag and its name. */
const focused = () =>
  harness.page.evaluate(() => {
    const { tagName = '', textContent, ariaLabel } = document.activeElement ?? {}
    return `${tagName} ${(ariaLabel ?? textContent ?? '').slice(0, 60)}`
  })

const hasFocus = async (target: Locator) =>
  (await target.count()) > 0 && target.first().evaluate((element) => element === document.activeElement)

const expectFocus = async (target: Locator) => {
  try {
    await expect.poll(() => hasFocus(target), { timeout: 120_000 }).toBe(true)
  } catch {
    throw new Error(`${String(target)} should have the focus, which is on: ${await focused()}`)
  }
}

/** Presses Tab until the target has the focus. */
const tabTo = async (target: Locator, key = 'Tab') => {
  await target.first().waitFor()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await hasFocus(target)) return
    await press(key)
  }
  throw new Error(`Tab does not reach ${String(target)}; the focus is on: ${await focused()}`)
}

/** Opens the menu of the button that has the focus, and presses its last item. */
const chooseLastItem = async () => {
  await press('Enter')
  await expectFocus(role('menuitem').first())
  await press('End')
  await expectFocus(role('menuitem').last())
  await press('Enter')
}

const heading = (name: string) => role('heading', { name, exact: true, level: 1 })

test('set-up: the first admin, the first app and its login methods', async () => {
  const { page, server } = harness
  await expectFocus(field('Username'))
  await type(adminCredentials.username)
  await tabTo(field('Password'))
  await type(adminCredentials.password)
  await tabTo(field('Repeat password'))
  await type(adminCredentials.password)
  await press('Enter')
  await heading('Create your first app').waitFor()
  await expectFocus(field('App name'))
  await type('Arena')
  await press('Enter')
  await heading('How do users log in?').waitFor()
  expect(await focused()).not.toMatch(/^BODY/)
  await tabTo(role('switch', { name: 'Passkey' }))
  await press('Space')
  await tabTo(button('Finish'))
  await press('Enter')
  await page.waitForURL(/\/console\/apps\//)
  await expectFocus(page.locator('main h1'))
  admin = server.as((await server.as().setup.login(adminCredentials)).token)
  const [app] = await admin.apps.list()
  expect(app).toMatchObject({ name: 'Arena', passkeyEnabled: true })
  appId = app!.id
})

test('an app: shortcuts open the list and its dialog; a deleted app leaves the focus at the list', async () => {
  await press('g', 'a')
  await heading('Apps').waitFor()
  await expectFocus(heading('Apps'))
  await press('c')
  await expectFocus(dialog('Create app').getByLabel('Name'))
  await press('Escape')
  await dialog('Create app').waitFor({ state: 'detached' })
  await expectFocus(heading('Apps'))
  await tabTo(button('Create app'))
  await press('Enter')
  await expectFocus(dialog('Create app').getByLabel('Name'))
  await press('Escape')
  await expectFocus(button('Create app'))
  await press('Enter')
  await type('Doomed')
  await press('Enter')
  await expectFocus(harness.page.locator('main h1'))
  await tabTo(role('link', { name: 'Settings' }), 'Shift+Tab')
  await press('Enter')
  await tabTo(button('Delete app'))
  await press('Enter')
  await expectFocus(dialog('Delete app').getByLabel('Type Doomed to confirm'))
  await press('Escape')
  await expectFocus(button('Delete app'))
  await press('Enter')
  await expectFocus(dialog('Delete app').getByLabel('Type Doomed to confirm'))
  await type('Doomed')
  await press('Enter')
  await heading('Apps').waitFor()
  await expectFocus(heading('Apps'))
  expect((await admin.apps.list()).map(({ name }) => name)).toEqual(['Arena'])
})

test('a user: opened from the list, disabled, enabled and deleted; each dialog gives the focus back', async () => {
  const ada = await signInAs(harness.server, appId, 'ada')
  await signInAs(harness.server, appId, 'bob')
  await press('g', 'u')
  await heading('Users').waitFor()
  await expectFocus(heading('Users'))
  const row = role('row', { name: /ada/ })
  await tabTo(role('grid').locator('tr[tabindex="0"]'))
  await press('End')
  while (!(await hasFocus(row))) await press('ArrowUp')
  await press('Enter')
  await heading('ada').waitFor()
  await expectFocus(heading('ada'))
  for (const [act, next] of [
    ['Disable', 'Enable'],
    ['Enable', 'Disable'],
  ] as const) {
    await tabTo(button(act))
    await press('Enter')
    await tabTo(dialog(act).getByRole('button', { name: act, exact: true }))
    await press('Enter')
    await dialog(act).waitFor({ state: 'detached' })
    await expectFocus(button(next))
  }
  await tabTo(button('More actions'))
  await chooseLastItem()
  await expectFocus(dialog('Delete user').getByLabel('Type ada to confirm'))
  await press('Escape')
  await dialog('Delete user').waitFor({ state: 'detached' })
  await expectFocus(button('More actions'))
  await chooseLastItem()
  await expectFocus(dialog('Delete user').getByLabel('Type ada to confirm'))
  await type('ada')
  await press('Enter')
  await heading('Users').waitFor()
  await expectFocus(heading('Users'))
  await expect.poll(() => admin.users.get({ appId, id: ada.id }).catch(({ code }) => code)).toBe('user_not_found')
})

/** What is typed before the palette has the focus is lost. */
const openPalette = async () => {
  await press('Control+k')
  await expectFocus(dialog('Commands').getByRole('combobox'))
}

test('a policy: found in the palette, changed by keys, saved; a removed limit leaves the focus beside it', async () => {
  await openPalette()
  await type('Wallet policy')
  await role('option', { name: /Wallet policy/ })
    .first()
    .waitFor()
  await press('Enter')
  await heading('Wallet policy').waitFor()
  await expectFocus(heading('Wallet policy'))
  await tabTo(button('Add limit'))
  await press('Enter')
  await tabTo(field('Per transaction'), 'Shift+Tab')
  await type('1.5')
  await tabTo(role('combobox', { name: 'Signing messages' }))
  await press('Enter')
  const denied = role('option', { name: 'Denied' })
  await denied.waitFor()
  // The list takes keys only once it has the focus.
  const isChosen = () => press('End').then(() => denied.getAttribute('data-highlighted'))
  await expect.poll(isChosen).not.toBeNull()
  await press('Enter')
  await expectFocus(role('combobox', { name: 'Signing messages' }))
  await tabTo(button('Save changes'))
  await press('Enter')
  await expectText(harness.page, 'The policy is saved')
  expect((await admin.walletPolicies.get({ appId })).own).toMatchObject({ messageSigning: false })
  expect(await focused()).not.toMatch(/^BODY/)
  await tabTo(role('button', { name: /^Remove / }), 'Shift+Tab')
  await press('Enter')
  await expectFocus(button('Add limit'))
  await press('g', 'd')
  await dialog('Leave without saving?').waitFor()
  await press('Escape')
  await expectFocus(button('Add limit'))
  await press('g', 'd')
  await tabTo(dialog('Leave without saving?').getByRole('button', { name: 'Leave' }))
  await press('Enter')
  await expectFocus(heading('Dashboard'))
})

test('read keys: the key that is shown once, and the row after the one that was revoked', async () => {
  for (const name of ['First', 'Second']) await admin.appSecrets.create({ appId, name })
  await openPalette()
  await type('API keys')
  await role('option', { name: /API keys/ })
    .first()
    .waitFor()
  await press('Enter')
  await expectFocus(heading('API keys'))
  await tabTo(button('Create read key'))
  await press('Enter')
  await type('Third')
  await press('Enter')
  await dialog('Store this key now').waitFor()
  await press('Escape')
  await expectFocus(button('Create read key'))
  await tabTo(button('Actions of First'))
  await chooseLastItem()
  await expectFocus(field('Type First to confirm'))
  await type('First')
  await press('Enter')
  await button('Actions of First').waitFor({ state: 'detached' })
  await expect
    .poll(() => harness.page.evaluate(() => document.activeElement?.closest('table, [role=grid]') !== null))
    .toBe(true)
})

test('nothing is written to the browser’s console', () =>
  // Chromium itself reports the answers of 404.
  expect(harness.errors.filter((line) => !line.includes('404'))).toEqual([]))
