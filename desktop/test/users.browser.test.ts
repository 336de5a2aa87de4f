import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'
import { logIn, type SeededUsers, seedUsers } from './seed-users.ts'

let harness: ConsoleHarness
let seeded: SeededUsers
const users = () => `/apps/${seeded.app.id}/users`
const ada = () => `${users()}/${seeded.ada.id}`

beforeAll(async () => {
  harness = await openConsole('/apps')
  seeded = await seedUsers(harness.server, harness.adminToken)
})
afterAll(() => harness.stop())

const search = () => new URL(harness.page.url()).searchParams
const rows = () => harness.page.locator('tbody tr')
const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })

test('the users of all apps are listed, paged by cursors and sorted; the address has page and order', async () => {
  const { page, go } = harness
  await go('/users')
  await expectText(page, /1–25 of 10,006/)
  await expectText(page, 'Moon Market')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('users')
  await button('Next page').click()
  await expectText(page, '26–50 of 10,006')
  await expect.poll(() => search().get('cursor')).toBeTruthy()
  await page.getByText('player_10').first().waitFor()
  const second = await rows().first().textContent()
  await page.reload()
  await expectText(page, '26–50 of 10,006')
  expect(await rows().first().textContent()).toBe(second)
  await button('Last page').click()
  await expectText(page, '9,982–10,006 of 10,006')
  await button('Registered').click()
  await expectText(page, '1–25 of 10,006')
  await expect.poll(() => Object.fromEntries(search())).toEqual({ sort: 'createdAt' })
})

test('filters are chips that can be removed, and a link with them shows the same rows', async () => {
  const { page, open } = harness
  await open(`${users()}?method=discord&state=active&registeredFrom=2020-01-01`)
  await expectText(page, /1–25 of 1,800/)
  for (const chip of ['Login method: Discord', 'State: Active', 'Registered from: 2020-01-01'])
    await button(`Remove filter ${chip}`).waitFor()
  expect(await harness.axe()).toEqual([])
  await button('Remove filter Login method: Discord').click()
  await expectText(page, /1–25 of 9,006/)
  await button('Filter').click()
  await page.getByLabel('Registered to').fill('2020-01-02')
  await expectText(page, 'No user matches')
  await expect.poll(() => search().get('registeredTo')).toBe('2020-01-02')
  await harness.shoot('users-filter')
  await page.keyboard.press('Escape')
  await button('Show all users').click()
  await expectText(page, /1–25 of 9,006/)
  await expect.poll(() => Object.fromEntries(search())).toEqual({})
})

test('search finds by the beginning of a name; the export has all that match, not the page alone', async () => {
  const { page } = harness
  await page.getByRole('searchbox').fill('player_12')
  await expectText(page, /1–25 of 111/)
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export CSV').click()])
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(112)
  expect(lines[0]).toContain('User ID,User,Username,E-mail')
})

test('the keyboard opens a user; what it can do to wallets and sessions stands in tabs with addresses of their own', async () => {
  const { page, open } = harness
  await open(`${users()}?q=ada.lov`)
  await rows().first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'ada.lovelace' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/console${ada()}`)
  await page.getByRole('link', { name: 'grace.hopper' }).waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user')
  const { solWallet } = await harness.admin.users.wallets({ appId: seeded.app.id, id: seeded.ada.id })
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await expectText(page, solWallet)
  const explorer = page.getByRole('link', { name: 'Solana', exact: true })
  expect(await explorer.getAttribute('href')).toBe(`https://explorer.solana.com/address/${solWallet}`)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-wallets')
})

test('sends are shown with amount, state and the explorer’s page, and can be narrowed to a state', async () => {
  const { page, go } = harness
  await go(`${ada()}/transactions`)
  await expectText(page, '1.5 SOL')
  await expectText(page, '0.02 ETH')
  const link = page.getByRole('link', { name: 'signat…nd-0' })
  expect(await link.getAttribute('href')).toBe('https://explorer.solana.com/tx/signature-of-send-0')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-transactions')
  await go(`${ada()}/transactions?status=failed`)
  await expect.poll(() => rows().count()).toBe(1)
  await expectText(page, '3 VARA')
})

test('referrals are a tree that opens level by level', async () => {
  const { page, go } = harness
  await go(`${ada()}/referrals`)
  await page.getByRole('link', { name: 'margaret' }).waitFor()
  expect(await page.getByRole('link', { name: 'barbara' }).count()).toBe(0)
  const linus = page.locator('li', { has: page.getByRole('link', { name: 'linus' }) }).last()
  await linus.getByRole('button').click()
  await page.getByRole('link', { name: 'barbara' }).waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-referrals')
})

test('one session is ended, the others stay; connected dapps are shown', async () => {
  const { page, go, server } = harness
  const token = await logIn(server, seeded.app.id, 'ada.lovelace', 'password of ada.lovelace')
  await seeded.ada.client.dappPermissions.grant({ origin: 'https://swap.example', name: '<b>Swap</b>' })
  await go(`${ada()}/sessions`)
  await expectText(page, 'Chrome 141 on macOS')
  await expectText(page, '203.0.113.7')
  await expectText(page, 'Berlin, Germany')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-sessions')
  await button('End session: Node.js').click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expectText(page, '1 session ended')
  await expect(server.as(token).account.profile()).rejects.toMatchObject({ status: 401 })
  await seeded.ada.client.account.profile()
  await page.getByRole('link', { name: 'Dapps' }).click()
  await expectText(page, '<b>Swap</b>')
  expect(await harness.axe()).toEqual([])
})

test('a new password lets the user in and is an account change; the export has all but secrets', async () => {
  const { page, server } = harness
  await button('More actions').click()
  expect(await page.getByRole('menuitem', { name: 'Send a login code' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Set a new password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Set a new password' }).click()
  await dialog.getByText(/at least 6 characters/).waitFor()
  await dialog.getByLabel('New password', { exact: true }).fill('a new password')
  await dialog.getByRole('button', { name: 'Set a new password' }).click()
  await expectText(page, 'The new password is set')
  seeded.ada.client = server.as(await logIn(server, seeded.app.id, 'ada.lovelace', 'a new password'))
  await page.getByRole('link', { name: 'Account changes' }).click()
  await expectText(page, 'Password changed')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-changes')
  await button('More actions').click()
  const exported = page.getByRole('menuitem', { name: 'Export as JSON' })
  const [download] = await Promise.all([page.waitForEvent('download'), exported.click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ user: { id: seeded.ada.id }, dappPermissions: [{ name: '<b>Swap</b>' }] })
  expect(text).not.toMatch(/a new password|passwordHash|sealedSecret/)
})

test('an external id that another operator changed meanwhile is told before it is replaced', async () => {
  const { page, open, admin } = harness
  const scope = { appId: seeded.app.id, id: seeded.ada.id }
  await open(ada())
  await button('Change external ID').click()
  await admin.users.update({ ...scope, externalId: 'elsewhere-7' })
  await page.getByLabel('External ID', { exact: true }).fill('partner-7')
  await button('Save').click()
  await expectText(page, 'The external ID is elsewhere-7 now: somebody else changed it meanwhile')
  expect((await admin.users.get(scope)).externalId).toBe('elsewhere-7')
  await button('Save').click()
  await expectText(page, 'External ID saved')
  expect((await admin.users.get(scope)).externalId).toBe('partner-7')
})

test('disabling ends the sessions and is shown, in the audit too; enabling lets the user in again', async () => {
  const { page, go } = harness
  await go(`${ada()}/sessions`)
  await button('Disable').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expectText(page, 'ada.lovelace is disabled')
  await expectText(page, 'Not logged in anywhere')
  expect(await page.getByRole('columnheader', { name: 'Place' }).count()).toBe(0)
  await expect(seeded.ada.client.account.profile()).rejects.toMatchObject({ status: 401 })
  await button('Enable').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expectText(page, 'ada.lovelace is enabled')
  await page.getByRole('link', { name: 'Activity' }).click()
  await rows().filter({ hasText: 'disabled user ada.lovelace' }).waitFor()
  await rows().filter({ hasText: 'changed the wallet policy of' }).first().waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-activity')
})

test('markup, right-to-left text and emoji in a name are text, and stay in their place', async () => {
  const { page, go } = harness
  await go(`${users()}?q=mallory`)
  await expectText(page, /<img src=x onerror=/)
  expect(await harness.overflow()).toBe(0)
  await go(`${users()}/${seeded.hostile.id}`)
  await page.getByRole('heading', { name: /<img src=x onerror=/ }).waitFor()
  expect(await harness.overflow()).toBe(0)
  await expect.poll(() => page.title()).toMatch(/^<img src=x/)
})

test('a user is deleted only after its name is typed; another window then says that it is gone', async () => {
  const { page } = harness
  const other = await harness.visit(`${users()}/${seeded.hostile.id}`, { colorScheme: 'dark' })
  await other.page.getByRole('heading', { name: /<img src=x/ }).waitFor()
  expect(await other.axe()).toEqual([])
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Check the balances first').waitFor()
  const confirm = dialog.getByRole('button', { name: 'Delete user' })
  expect(await confirm.getAttribute('aria-disabled')).toBe('true')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('user-delete')
  await dialog.getByLabel('Type mallory to confirm').fill('mallory')
  await confirm.click()
  await expectText(page, 'is deleted')
  await page.waitForURL((url) => url.pathname === `/console${users()}`)
  await other.page.reload()
  await expectText(other.page, 'This user is gone')
  expect(await other.axe()).toEqual([])
  // Chromium itself reports answers of 404.
  expect(other.errors.filter((line) => !line.includes('404'))).toEqual([])
})

test('nothing is written to the browser’s console, and no policy is violated', () => expect(harness.errors).toEqual([]))
