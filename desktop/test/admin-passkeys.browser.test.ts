import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole, type Visit } from './console-harness.ts'

const credentials = { username: 'ada', password: 'long enough to log in' }
let harness: ConsoleHarness
let visit: Visit
let page: Page
let recoveryCodes: string[] = []

/** Browsers make passkeys for names of hosts, and 127.0.0.1 is none. */
const at = (path: string) => `${harness.server.url.replace('127.0.0.1', 'localhost')}/console${path}`

beforeAll(async () => {
  harness = await openConsole('/admins')
  await harness.admin.admins.create({ ...credentials, role: 'operator' })
  visit = await harness.visit('/account/sessions', { session: 'none' })
  page = visit.page
  // https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
  const devtools = await visit.context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(() => harness.stop())

const dialog = () => page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const look = async (name: string): Promise<void> => {
  expect(await visit.axe()).toEqual([])
  expect(await visit.overflow()).toBe(0)
  await visit.shoot(`passkeys-${name}`)
}
const signOut = async (): Promise<void> => {
  await press('Account of ada')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Username').waitFor()
}

test('at an address without a name there is no offer of passkeys', async () => {
  await page.getByLabel('Username').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
})

test('a passkey is added with the password, and brings recovery codes', async () => {
  await page.goto(at('/account/second-factor'))
  await fill('Username', credentials.username)
  await fill('Password', credentials.password)
  await look('sign-in')
  await press('Sign in')
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await look('none')
  await press('Add a passkey')
  await dialog().getByLabel('Name', { exact: true }).fill('Laptop of Ada')
  await dialog().getByLabel('Current password', { exact: true }).fill(credentials.password)
  await look('add')
  await dialog().getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  recoveryCodes = await page.locator('.factor-codes code').allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  await press('I have kept them')
  await expectText(page, 'Laptop of Ada')
  await look('one')
})

test('it signs in alone, and beside the password', async () => {
  await signOut()
  await press('Sign in with a passkey')
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await signOut()
  await fill('Username', credentials.username)
  await fill('Password', credentials.password)
  await press('Sign in')
  await page.getByLabel('Code', { exact: true }).waitFor()
  await look('second-factor')
  await press('Use a passkey')
  await expectText(page, 'Recovery codes left10')
})

test('it confirms an authenticator, is renamed, and is removed with a recovery code', async () => {
  await press('Set up')
  await fill('Current password', credentials.password)
  await press('Confirm with a passkey')
  await page.getByRole('img', { name: 'QR code with the secret for your authenticator' }).waitFor()
  await press('Cancel')
  await press('Rename: Laptop of Ada')
  await dialog().getByLabel('Name', { exact: true }).fill('Work laptop')
  await dialog().getByRole('button', { name: 'Rename' }).click()
  await page.getByText('Work laptop').waitFor()
  await press('Remove: Work laptop')
  await dialog().getByLabel('Current password', { exact: true }).fill(credentials.password)
  await dialog().getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!)
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'No second factor' }).waitFor()
  await signOut()
  await press('Sign in with a passkey')
  await expectText(page, 'The passkey could not be verified')
})
