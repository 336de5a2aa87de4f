import { SERVICE_TOKEN_WARNING_DAYS } from '@openauth/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleHarness, openConsole, type Visit } from './console-harness.ts'

const credentials = { username: 'ada', password: 'long enough to log in' }

let harness: ConsoleHarness
let visit: Visit
let page: Page

beforeAll(async () => {
  harness = await openConsole('/account/service-tokens')
  const { id } = await harness.admin.apps.create({ name: 'Shop' })
  await harness.admin.apps.create({ name: 'Of others' })
  await harness.admin.admins.create({ ...credentials, role: 'support', apps: [id] })
  visit = await harness.visit('/account/service-tokens', { credentials })
  page = visit.page
})
afterAll(() => harness.stop())

const dialog = () => page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)

const look = async (name: string): Promise<void> => {
  expect(await visit.axe()).toEqual([])
  expect(await visit.overflow()).toBe(0)
  await visit.shoot(`service-tokens-${name}`)
}

test('a token is created with at most the own rights, shown once, and works', async () => {
  await page.getByText('No service tokens').waitFor()
  await look('none')
  await press('Create token')
  await dialog().getByText('Viewer', { exact: true }).waitFor()
  expect(await dialog().getByRole('radio').allTextContents()).toHaveLength(2)
  expect(await dialog().getByText('Operator', { exact: true }).count()).toBe(0)
  await fill('Name', 'deploy')
  await fill('Calls (optional)', 'users.list, admins.create')
  await fill('Current password', 'not the password')
  await press('Create token')
  await page.getByText('admins.create is no call that a service token can make').waitFor()
  await fill('Calls (optional)', 'apps.list users.*')
  await press('Create token')
  await page.getByText('Is not your current password').waitFor()
  await look('create')
  await fill('Current password', credentials.password)
  await press('Create token')
  await page.getByRole('heading', { name: 'Your new token' }).waitFor()
  await look('shown')
  await press('Reveal service token')
  const token = (await dialog().locator('code').textContent())!
  expect(token).toMatch(/^oas_/)
  await press('I have stored it')
  await page.getByText('apps.list, users.*').waitFor()
  expect(await page.content()).not.toContain(token)
  const program = harness.server.as(token)
  expect((await program.apps.list()).map(({ name }) => name)).toEqual(['Shop'])
  expect(await program.setup.whoami()).toMatchObject({ role: 'viewer', serviceTokenName: 'deploy' })
  await look('list')
})

test('an owner sees the tokens of all, is told of one that ends soon, and revokes it', async () => {
  const [own] = (await harness.admin.serviceTokens.list({})).data
  const { serviceToken } = harness.server.resources.db.prisma
  const soon = new Date(Date.now() + (SERVICE_TOKEN_WARNING_DAYS - 1) * 86_400_000)
  await serviceToken.update({ where: { id: own!.id }, data: { expiresAt: soon } })
  await harness.open('/dashboard')
  await harness.page.getByText('The service token deploy of ada expires soon').waitFor()
  await harness.open('/account/service-tokens')
  const row = harness.page.getByRole('row').filter({ hasText: 'deploy' })
  await row.getByText('ada').waitFor()
  await harness.shoot('service-tokens-of-all')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await harness.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await harness.page.getByText('deploy is revoked').waitFor()
  await harness.page.getByText('No service tokens').waitFor()
  expect((await harness.admin.serviceTokens.list({})).data).toEqual([])
  expect([harness.errors, visit.errors]).toEqual([[], []])
})
