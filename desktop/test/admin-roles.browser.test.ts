import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const { password } = adminCredentials
const appNames = ['Sky Arena', 'Moon Base', ...Array.from({ length: 8 }, (_, at) => `Space ${at + 1}`)]
let harness: ConsoleHarness
let ids: string[]

beforeAll(async () => {
  harness = await openConsole('/apps')
  ids = []
  // oxlint-disable-next-line no-await-in-loop -- Names are compared with each other, one after the other.
  for (const name of appNames) ids.push((await harness.admin.apps.create({ name })).id)
})
afterAll(() => harness.stop())

const dialog = () => harness.page.getByRole('dialog')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const adminNamed = async (username: string) =>
  (await harness.admin.admins.list()).find((admin) => admin.username === username)!
const row = (name: string) => harness.page.getByRole('row').filter({ hasText: name })

const choose = async (name: string, item: string): Promise<void> => {
  await harness.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await harness.page.getByRole('menuitem', { name: item }).click()
}

test('an admin is created with a role and the apps that are found by typing; without an app nothing is sent', async () => {
  const { page } = harness
  await harness.go('/admins')
  await page.getByRole('button', { name: 'Create admin' }).click()
  expect(await dialog().getByRole('radio', { name: 'Viewer' }).isChecked()).toBe(true)
  await dialog().getByLabel('Username').fill('grace')
  await dialog().getByLabel('Password', { exact: true }).fill('long enough for all')
  await dialog().getByRole('radio', { name: 'Support' }).click()
  await dialog().getByRole('radio', { name: 'Chosen apps' }).click()
  await dialog().getByLabel('Your own password', { exact: true }).fill(password)
  await press('Create admin')
  await dialog().getByText('Choose at least one app').waitFor()
  await dialog().getByLabel('Find an app').fill('moon')
  await dialog().getByRole('checkbox', { name: 'Moon Base' }).click()
  await dialog().getByLabel('Find an app').fill('')
  await dialog().getByRole('checkbox', { name: 'Space 3' }).click()
  await dialog().getByRole('checkbox', { name: 'Sky Arena' }).click()
  await dialog().getByText('3 apps chosen').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('admins-create')
  await press('Create admin')
  await expectText(page, 'grace is an admin now')
  const created = await adminNamed('grace')
  expect(created).toMatchObject({ role: 'support', apps: expect.arrayContaining([ids[0], ids[1], ids[4]]) })
  await row('grace').getByText('Support').waitFor()
  await row('grace').getByText('and 1 more').waitFor()
  await row('operator').getByText('All apps').waitFor()
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('admins-roles')
})

test('a role is changed with the own password; an owner has all apps', async () => {
  const { page } = harness
  await choose('grace', 'Change role …')
  expect(await dialog().getByRole('radio', { name: 'Support' }).isChecked()).toBe(true)
  await harness.shoot('admins-change-role')
  await dialog().getByRole('radio', { name: 'Operator' }).click()
  await dialog().getByLabel('Your own password', { exact: true }).fill('not the password')
  await press('Change role')
  await dialog().locator('[aria-invalid=true], [role=alert]').first().waitFor()
  expect((await adminNamed('grace')).role).toBe('support')
  await dialog().getByLabel('Your own password', { exact: true }).fill(password)
  await press('Change role')
  await expectText(page, 'The role of grace is changed')
  expect(await adminNamed('grace')).toMatchObject({ role: 'operator', apps: expect.arrayContaining([ids[0]]) })
  await choose('grace', 'Change role …')
  await dialog().getByRole('radio', { name: 'Owner' }).click()
  expect(await dialog().getByRole('radio', { name: 'Chosen apps' }).count()).toBe(0)
  await dialog().getByLabel('Your own password', { exact: true }).fill(password)
  await press('Change role')
  await expect.poll(async () => (await adminNamed('grace')).role).toBe('owner')
  expect((await adminNamed('grace')).apps).toBeNull()
})

test('the last owner stays one, which is said at the role; an app that is gone at the apps', async () => {
  const { page } = harness
  await page.getByRole('row').filter({ hasText: 'grace' }).getByText('Owner').waitFor()
  const { id } = await adminNamed('grace')
  await choose('operator', 'Change role …')
  await harness.admin.admins.update({ id, role: 'support' })
  await dialog().getByRole('radio', { name: 'Viewer' }).click()
  await dialog().getByLabel('Your own password', { exact: true }).fill(password)
  await press('Change role')
  const role = dialog().locator('.ui-field', { has: page.getByRole('radio', { name: 'Viewer' }) })
  await role.getByText('The last owner stays one. Make another admin an owner first').waitFor()
  expect((await adminNamed('operator')).role).toBe('owner')
  expect(await harness.axe()).toEqual([])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await harness.open('/admins')
  await page.getByRole('button', { name: 'Actions for operator' }).click()
  const last = page.getByRole('menuitem', { name: 'The last owner cannot be deleted' })
  expect(await last.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await choose('grace', 'Change role …')
  await dialog().getByRole('radio', { name: 'Chosen apps' }).click()
  await dialog().getByRole('checkbox', { name: 'Space 8' }).click()
  await harness.admin.apps.delete({ id: ids[9]! })
  await dialog().getByLabel('Your own password', { exact: true }).fill(password)
  await press('Change role')
  const apps = dialog().locator('.ui-field', { has: page.getByRole('radio', { name: 'Chosen apps' }) })
  await apps.locator('.ui-field-error').waitFor()
})

test('an operator sees the admins and changes the own account alone', async () => {
  await harness.admin.admins.create({ username: 'alan', password, role: 'operator' })
  const visit = await harness.visit('/admins', { credentials: { username: 'alan', password } })
  const { page } = visit
  await page.getByRole('row').filter({ hasText: 'grace' }).waitFor()
  expect(await page.getByRole('button', { name: 'Create admin' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Actions for / }).count()).toBe(1)
  await page.getByRole('button', { name: 'Actions for alan' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Rename', 'Set password'])
  await visit.close()
})
