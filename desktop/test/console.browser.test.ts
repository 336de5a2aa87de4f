import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
beforeAll(async () => {
  harness = await openConsole('/', { setUp: false })
})
afterAll(() => harness.stop())

const sessionCookies = async () => {
  const cookies = await harness.context.cookies(`${harness.server.url}/console`)
  return cookies.filter(({ name }) => name.includes('openauth_console'))
}

/** What scripts of the page can read, wherever tokens are kept. */
const readable = () =>
  harness.page.evaluate(() =>
    JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
  )

test('the first admin is made in the browser, signed in, and finds no token in reach of scripts', async () => {
  const { page, axe } = harness
  await page.getByRole('heading', { name: 'Set up this server' }).waitFor()
  expect(await axe()).toEqual([])
  await harness.shoot('set-up')
  await page.getByLabel('Username').fill(adminCredentials.username)
  await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await page.getByLabel('Repeat password', { exact: true }).fill('another')
  await page.keyboard.press('Enter')
  await page.getByText('The two passwords differ').waitFor()
  await page.getByLabel('Repeat password', { exact: true }).fill(adminCredentials.password)
  await page.getByRole('button', { name: 'Create admin' }).click()
  await page.getByRole('heading', { name: 'Create your first app' }).waitFor()
  expect(await readable()).toBe(JSON.stringify(['', [], [], `${harness.server.url}/console/welcome`]))
  expect(await page.locator('meta[name^=openauth-console]').count()).toBe(0)
})

test('the set-up goes on with the first app and its login methods, by keyboard alone', async () => {
  const { page, axe, server } = harness
  expect(await axe()).toEqual([])
  await harness.shoot('first-app')
  await page.keyboard.type('Shop <3')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'How do users log in?' }).waitFor()
  expect(await axe()).toEqual([])
  await harness.shoot('first-methods')
  await page.getByRole('switch', { name: 'Passkey' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Finish' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\/apps\//)
  const { token } = await server.as().setup.login(adminCredentials)
  const [app] = await server.as(token).apps.list()
  const [event] = (await server.as(token).audit.list({ action: 'app.update' })).data
  expect(event!.details['changed']).toEqual(['passkeyEnabled'])
  expect(app).toMatchObject({ name: 'Shop <3', usernameEnabled: true, passkeyEnabled: true, solEnabled: false })
})

test('a reload and a deep link keep the session; apps are listed', async () => {
  const { page, open } = harness
  await page.reload()
  await page.getByRole('button', { name: 'Account of ' }).waitFor()
  await open('/apps?search=x')
  await expectText(page, 'Shop <3')
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('apps')
})

test('an app is created in the list, which goes to it, and found by its name', async () => {
  const { page, open } = harness
  await page.getByRole('button', { name: 'Create app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Arena')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\/apps\/[0-9a-f-]{36}/)
  await open('/apps')
  await page.getByRole('row', { name: /Arena/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('shop')
  await expect.poll(() => page.getByRole('row', { name: /Arena/ }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByRole('row', { name: /Arena/ }).waitFor()
})

test('an unknown address says so inside the shell', async () => {
  const { page, open } = harness
  await open('/nowhere')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/console/dashboard')
})

test('the language and the theme are chosen in the account menu and stay after a reload', async () => {
  const { page, open } = harness
  await open('/apps')
  await page.getByRole('button', { name: 'Account of ' }).click()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('account')
  await page.getByRole('menuitemcheckbox', { name: 'Dark theme' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Español' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Aplicaciones' }).waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['theme']])).toEqual(
    ['es', 'dark'],
  )
  await page.getByRole('button', { name: 'Cuenta de ' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'System theme' }).click()
  await page.keyboard.press('Escape')
})

const signOut = async () => {
  await harness.page.getByRole('button', { name: 'Account of ' }).click()
  await harness.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await harness.page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

test('signing out ends the session on the server, also for a reload', async () => {
  const { page, context } = harness
  const [cookie] = await sessionCookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console' })
  await signOut()
  expect(await sessionCookies()).toEqual([])
  await harness.shoot('sign-in')
  await context.addCookies([cookie!])
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a wrong password is refused, the right one opens the page that was asked for', async () => {
  const { page } = harness
  await page.getByLabel('Username').fill(adminCredentials.username)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Invalid username or password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectText(page, 'Shop <3')
})

test('another browser of the admin opens a screen signed in, and goes to others', async () => {
  const { visit } = harness
  const other = await visit('/apps', { session: 'own', colorScheme: 'dark', width: 1600 })
  await expectText(other.page, 'Shop <3')
  await other.go('/nowhere')
  await other.page.getByRole('link', { name: 'Go to the start page' }).waitFor()
  expect([other.errors, await other.axe(), await other.overflow()]).toEqual([[], [], 0])
  await other.close()
})

test('nothing is written to the browser’s console, and no policy is violated', () => expect(harness.errors).toEqual([]))
