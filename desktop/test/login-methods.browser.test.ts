import { loginMethods } from '@openauth/client'
import { startIdentityWorld, type IdentityWorld } from '@openauth/localnet/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let world: IdentityWorld
let app: TestApp
const list = () => `/apps/${app.id}/login-methods`

beforeAll(async () => {
  world = await startIdentityWorld()
  harness = await openConsole('/', {
    environment: { ...world.environment, OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' },
  })
  app = await createTestApp(harness.server, harness.adminToken, 'Moon Market')
})
afterAll(async () => {
  await harness.stop()
  await world.stop()
})

const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })
const row = (name: string) => harness.page.getByRole('row', { name: new RegExp(`^${name}`) })
/** What axe finds in the light and in the dark theme. */
const axe = async () => {
  const light = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: null })
  return [...light, ...dark]
}
const setupOf = async (method: string) =>
  (await harness.admin.loginMethods.list({ appId: app.id })).find((setup) => setup.method === method)!

test('all methods are listed with their state and what they lack; a row opens the form at an address of its own', async () => {
  const { page, open } = harness
  await harness.admin.apps.update({ id: app.id, discordEnabled: true, googleEnabled: true, googleClientId: 'id' })
  await open(list())
  await row('Discord').getByText('On, but incomplete').waitFor()
  expect(await row('Discord').textContent()).toContain('Application ID')
  expect(await row('Google').textContent()).toContain('Client secret')
  expect(await row('Username').textContent()).toContain('On')
  expect(await page.locator('tbody tr').count()).toBe(loginMethods.length)
  expect(await axe()).toEqual([])
  await harness.shoot('login-methods')
  await row('GitHub').focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByText((await setupOf('github')).callbackUrls[0]!)
    .waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/console${list()}/github`)
  expect(await page.getByRole('link', { name: 'Get credentials at GitHub' }).getAttribute('href')).toBe(
    'https://github.com/settings/developers',
  )
})

test('typed settings are tested at the provider before they are stored, and saved only as far as they were edited', async () => {
  const { page } = harness
  const { clientId, clientSecret } = world.clients.github.own
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Client secret', { exact: true }).fill('wrong')
  await button('Test').click()
  await expectText(page, 'What to do:')
  await expectText(page, /Copy Client ID and Client secret again/)
  expect(await axe()).toEqual([])
  await harness.shoot('login-method')
  await page.getByLabel('Client secret', { exact: true }).fill(clientSecret)
  expect(await page.getByText('What to do:').count()).toBe(0)
  await button('Test').click()
  await page.locator('.ui-notice-success').waitFor()
  expect(await setupOf('github')).toMatchObject({ enabled: false, ready: false })
  await page.getByRole('switch').click()
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH'),
    button('Save').click(),
  ])
  expect(Object.keys(request.postDataJSON() as object).toSorted()).toEqual(
    ['expectedUpdatedAt', 'githubClientId', 'githubClientSecret', 'githubEnabled'].toSorted(),
  )
  await expectText(page, 'GitHub is saved')
  expect(await setupOf('github')).toMatchObject({ enabled: true, ready: true })
})

test('a stored secret is not shown, is replaced or removed only on purpose, and stays when other fields are saved', async () => {
  const { page } = harness
  const { clientSecret } = world.clients.github.own
  const secret = page.getByRole('group', { name: 'Client secret' })
  await secret.getByText('Set', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(clientSecret)
  expect(
    await page.locator('input').evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value)),
  ).not.toContain(clientSecret)
  await button('Remove: Client secret').click()
  await expectText(page, 'Removed when saved')
  await button('Keep the stored one: Client secret').click()
  await page.getByLabel('Client ID').fill('<img src=x onerror=alert(1)>')
  await button('Save').click()
  await row('GitHub').getByText('On', { exact: true }).waitFor()
  await expect
    .poll(async () => (await setupOf('github')).fields.map(({ value, isSet }) => [value, isSet]))
    .toEqual([
      ['<img src=x onerror=alert(1)>', true],
      [null, true],
    ])
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  expect(await harness.overflow()).toBe(0)
})

test('what another operator changed meanwhile is told, nothing is overwritten, and saving again applies it', async () => {
  const { page } = harness
  await row('Discord').click()
  await page.getByLabel('Application ID').fill('mine')
  const discordClientSecret = 'their secret'
  await harness.admin.apps.update({
    id: app.id,
    discordApplicationId: 'theirs',
    discordClientSecret,
    description: 'new',
  })
  await button('Save').click()
  await expectText(page, /somebody else changed this app meanwhile/)
  await expectText(page, 'Application ID: theirs')
  await expectText(page, 'Client secret: set to another value')
  await expectText(page, 'Other settings: description')
  expect(await page.content()).not.toContain(discordClientSecret)
  expect((await setupOf('discord')).fields[0]?.value).toBe('theirs')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('login-method-conflict')
  await button('Save').click()
  await expectText(page, 'Discord is saved')
  expect((await setupOf('discord')).fields[0]?.value).toBe('mine')
})

test('leaving a form with something typed asks first', async () => {
  const { page } = harness
  await page.getByLabel('Application ID').fill('unsaved')
  await row('Telegram').click()
  await expectText(page, 'Leave without saving?')
  await button('Cancel').click()
  expect(await page.getByLabel('Application ID').inputValue()).toBe('unsaved')
  const panel = page.locator('.ui-side-panel')
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/console${list()}`)
})

test('the mail server is asked, and a test mail shows its answer', async () => {
  const { page } = harness
  await row('E-mail').click()
  await page.getByLabel('Send it to').fill('ops@example.com')
  await button('Send test mail').click()
  await expectText(page, /The mail server answered: 250/)
  expect((await world.outbox.waitFor('ops@example.com')).subject).toBe('Test mail of Moon Market')
  expect(await axe()).toEqual([])
  await harness.shoot('login-method-email')
})

test('an app that was deleted in another window is told to be gone', async () => {
  const { page, open } = harness
  await harness.admin.apps.delete({ id: app.id })
  await open(list())
  await expectText(page, 'This app is gone')
  expect(harness.errors.filter((line) => !/40[49]/.test(line))).toEqual([])
})
