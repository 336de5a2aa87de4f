import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { type DesktopHarness, openDesktop } from './desktop-harness.ts'
import { asOpenAuth, startServer } from './server.ts'

let harness: DesktopHarness
let other: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  harness = await openDesktop()
  await harness.admin.apps.create({ name: 'Shop <3' })
  other = await startServer(asOpenAuth)
})
afterAll(async () => {
  await harness.stop()
  await other.stop()
})

const menu = async (item: string) => {
  await harness.page.getByRole('button', { name: 'Account' }).click()
  await harness.page.getByRole('menuitemcheckbox', { name: item }).click()
}

/** Goes to the list of apps, of which only the first server has one. */
const showApps = async () => {
  await harness.page.getByRole('navigation').getByRole('link', { name: 'Apps' }).click()
  await harness.page.getByRole('row', { name: /Shop/ }).waitFor()
}

test('the first start asks for a server, and the session there is kept', async () => {
  const { page, server, open } = harness
  await open('/')
  await page.getByRole('heading', { name: 'Choose a server' }).waitFor()
  expect(await harness.axe()).toEqual([])
  await page.getByLabel('Server address').fill(server.url)
  await page.getByLabel('Name', { exact: true }).fill('Production')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Username').fill(adminCredentials.username)
  await page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await showApps()
  expect(harness.session.servers()).toEqual([{ address: server.url, name: 'Production', signedIn: true }])
})

test('another server is added, shows nothing of the first one, and both are in the list', async () => {
  const { page, open } = harness
  await open('/server')
  await page.getByLabel('Server address').fill('not an address')
  await page.getByRole('button', { name: 'Add server' }).click()
  await page.getByText('Enter an address such as').waitFor()
  await page.getByLabel('Server address').fill(other.address)
  await page.getByLabel('Name', { exact: true }).fill('Staging')
  await page.getByRole('button', { name: 'Add server' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText(other.address).waitFor()
  await open('/server')
  await page.getByText('Staging').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('servers')
})

test('the menu and the palette switch between them, each with its own session', async () => {
  const { page } = harness
  await page.getByRole('listitem').filter({ hasText: 'Production' }).getByRole('button', { name: 'Open' }).click()
  await showApps()
  await page.getByRole('navigation').getByText('Production').waitFor()
  await harness.shoot('server-name')
  await menu('Staging')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Change server' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Production' }).getByRole('button', { name: 'Open' }).click()
  await showApps()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Switch to Staging' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const tokens = other.received.filter(({ authorization }) => authorization !== undefined)
  expect(tokens).toEqual([])
})

test('a form with changes asks before the server is changed', async () => {
  const { page, admin, server, session, open } = harness
  await session.use(server.url)
  const [app] = await admin.apps.list()
  await open(`/apps/${app!.id}/settings`)
  await page.getByLabel('Name', { exact: true }).first().fill('Changed')
  await menu('Staging')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(session.server().address).toBe(server.url)
  await menu('Staging')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(session.server().address).toBe(other.address)
})

test('a server is renamed, and removed with its session', async () => {
  const { page, session, server, open } = harness
  await open('/server')
  await page.getByRole('button', { name: 'Rename Staging' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename Staging' })
  await rename.getByLabel('Name', { exact: true }).fill('Test')
  await rename.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Test', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove Production' }).click()
  await page.getByRole('button', { name: 'Remove server' }).click()
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Production' }).count()).toBe(0)
  expect(session.servers()).toEqual([{ address: other.address, name: 'Test', signedIn: false }])
  await session.use(server.url)
  expect(session.server().signedIn).toBe(false)
})

test('in a browser nothing of it shows', async () => {
  const { visit } = harness
  const { page } = await visit('/apps')
  await page.getByRole('row', { name: /Shop/ }).waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect(await page.getByText('All servers').count()).toBe(0)
})

test('nothing is written to the browser’s console', () => expect(harness.errors).toEqual([]))
