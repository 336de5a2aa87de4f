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
  await page.getByLabel('Username').fill(adminCredentials.username)
  await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await page.getByLabel('Repeat password').fill(adminCredentials.password)
  await page.getByRole('button', { name: 'Create admin' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await readable()).toBe(JSON.stringify(['', [], [], `${harness.server.url}/console/apps`]))
  expect(await page.locator('meta[name^=openauth-console]').count()).toBe(0)
})

test('a reload and a deep link keep the session; apps are listed', async () => {
  const { page, open, server } = harness
  const token = (await server.as().setup.login(adminCredentials)).token
  await server.as(token).apps.create({ name: 'Shop <3' })
  await page.reload()
  await expectText(page, 'Shop <3')
  await open('/apps?search=x')
  await expectText(page, 'Shop <3')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('apps')
})

test('signing out ends the session on the server, also for a reload', async () => {
  const { page, context } = harness
  const [cookie] = await sessionCookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await sessionCookies()).toEqual([])
  await context.addCookies([cookie!])
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a wrong password is refused, the right one opens the page that was asked for', async () => {
  const { page } = harness
  await page.getByLabel('Username').fill(adminCredentials.username)
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Invalid username or password').waitFor()
  await page.getByLabel('Password').fill(adminCredentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectText(page, 'Shop <3')
})

test('another browser of the admin opens a screen signed in, and goes to others', async () => {
  const { visit } = harness
  const other = await visit('/apps', { session: 'own', colorScheme: 'dark', width: 1600 })
  await expectText(other.page, 'Shop <3')
  await other.go('/nowhere')
  await other.page.waitForURL('**/console/apps')
  expect([other.errors, await other.axe(), await other.overflow()]).toEqual([[], [], 0])
  await other.close()
})

test('nothing is written to the browser’s console, and no policy is violated', () => expect(harness.errors).toEqual([]))
