import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole, type Visit } from './console-harness.ts'

let harness: ConsoleHarness
let page: Page
/** The path of the link, with the secret behind #. */
let link: string
let guest: Visit
const addresses: string[] = []

beforeAll(async () => {
  harness = await openConsole('/admins')
  page = harness.page
})
afterAll(() => harness.stop())

const dialog = () => page.getByRole('dialog')
const look = async (visit: Visit, name: string): Promise<void> => {
  expect(await visit.axe()).toEqual([])
  expect(await visit.overflow()).toBe(0)
  await visit.shoot(`invitation-${name}`)
}
const secret = () => link.split('#')[1]!

test('an owner invites by e-mail with the own password; without a mail server the link is shown once', async () => {
  await page.getByRole('button', { name: 'Invite admin' }).click()
  await dialog().getByLabel('E-mail address', { exact: true }).fill('not an address')
  await dialog().getByLabel('Your own password', { exact: true }).fill('a guess')
  await dialog().getByRole('button', { name: 'Invite admin' }).click()
  await dialog().locator('.ui-field-error').first().waitFor()
  await dialog().getByLabel('E-mail address', { exact: true }).fill('grace@example.com')
  // What was corrected is not called wrong any more.
  await dialog().getByText('Must be an e-mail address').waitFor({ state: 'detached' })
  await dialog().getByText('Support', { exact: true }).click()
  await look(harness, 'form')
  await dialog().getByLabel('Your own password', { exact: true }).fill(adminCredentials.password)
  await dialog().getByRole('button', { name: 'Invite admin' }).click()
  await page.getByRole('heading', { name: 'Hand this link over' }).waitFor()
  await look(harness, 'link')
  await dialog().getByRole('button', { name: 'Reveal Link of the invitation' }).click()
  const shown = new URL((await dialog().locator('code').textContent())!)
  expect(shown.pathname).toBe('/console/invitation')
  link = `/invitation${shown.hash}`
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expectText(page, 'grace@example.com')
  await look(harness, 'list')
  expect(await page.content()).not.toContain(secret())
})

test('the link opens the page of the invitation, whose secret is in no address, request line or storage', async () => {
  guest = await harness.visit('/server', { session: 'none' })
  guest.page.on('request', (request) => addresses.push(request.url()))
  await guest.open(link)
  await guest.page.getByRole('heading', { name: 'Become an admin' }).waitFor()
  await expectText(guest.page, 'operator invites grace@example.com to this server')
  expect(guest.page.url()).toBe(`${harness.server.url}/console/invitation`)
  await look(guest, 'accept')
  const stored = JSON.stringify(await guest.context.storageState({ indexedDB: true }))
  const session = await guest.page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
  // The link itself was opened by the test.
  const requested = addresses.filter((address) => !address.includes('#'))
  expect([...requested, stored, session].filter((text) => text.includes(secret()))).toEqual([])
})

test('the invited chooses username and password, and is led to a second factor', async () => {
  const fill = (label: string, value: string) => guest.page.getByLabel(label, { exact: true }).fill(value)
  await fill('Username', 'operator')
  await fill('Password', 'long enough to log in')
  await fill('Repeat password', 'long enough to log in')
  await guest.page.getByRole('button', { name: 'Accept' }).click()
  await guest.page.locator('.ui-field-error, [role=alert]').first().waitFor()
  await fill('Username', 'grace')
  await guest.page.getByRole('button', { name: 'Accept' }).click()
  await guest.page.getByRole('heading', { name: 'Second factor', exact: true }).waitFor()
  expect(new URL(guest.page.url()).pathname).toBe('/console/account/second-factor')
  const grace = (await harness.admin.admins.list()).find(({ username }) => username === 'grace')
  expect(grace).toMatchObject({ role: 'support', apps: null })
})

test('the link works once; what is opened again says so', async () => {
  const late = await harness.visit('/server', { session: 'none' })
  await late.open(link)
  await expectText(late.page, 'This invitation does not work')
  await look(late, 'invalid')
  await late.close()
})

test('an owner sends an invitation again and revokes one', async () => {
  await harness.admin.adminInvitations.create({ email: 'ben@example.com', role: 'viewer', apps: null })
  await harness.open('/admins')
  await page.getByRole('button', { name: 'Send again: ben@example.com' }).click()
  await dialog().getByLabel('Your own password', { exact: true }).fill(adminCredentials.password)
  await dialog().getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('heading', { name: 'Hand this link over' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke: ben@example.com' }).click()
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await confirm.getByRole('button', { name: 'Revoke' }).click()
  await expectText(page, 'The invitation of ben@example.com is revoked')
  expect(await harness.admin.adminInvitations.list()).toEqual([])
})
