import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs, type TestUser } from '../../api/src/testing.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let user: TestUser
let appId: string

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await harness.admin.apps.create({ name: 'Shop' })).id
  user = await signInAs(harness.server, appId, 'ada')
})
afterAll(() => harness.stop())

test('an operator sets terms and the grace of deletions, and sees which versions a user accepted', async () => {
  const { page } = harness
  await harness.open(`/apps/${appId}/settings`)
  await page.getByLabel('Address of the terms').fill('https://example.com/terms')
  await page.getByLabel('Version of the terms').fill('2026-11')
  await page.getByRole('checkbox', { name: 'Required' }).click()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('privacy-settings')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect
    .poll(async () => (await harness.admin.apps.get({ id: appId })).termsVersion, { timeout: 30_000 })
    .toBe('2026-11')
  await user.client.privacy.acceptTerms({ terms: '2026-11', surface: 'player' })
  await harness.open(`/apps/${appId}/users/${user.id}`)
  await page.getByRole('heading', { name: 'Accepted terms' }).waitFor()
  await page.getByText('2026-11', { exact: true }).waitFor()
  expect(await harness.axe()).toEqual([])
  expect(harness.errors).toEqual([])
})

test('an operator sees that a user asked for the deletion, and cancels it for the user', async () => {
  const { page } = harness
  await user.client.privacy.requestDeletion({ acceptsLoss: true })
  await harness.open(`/apps/${appId}/users/${user.id}/sessions`)
  await harness.open(`/apps/${appId}/users/${user.id}`)
  await page.getByText('The user asked for the deletion of the account').waitFor()
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('privacy-deletion')
  await page.getByRole('button', { name: 'Cancel the deletion', exact: true }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Cancel the deletion' })
    .click()
  await expect.poll(async () => (await harness.admin.deletions.list({ appId })).data, { timeout: 30_000 }).toEqual([])
  await page.getByText('The user asked for the deletion of the account').waitFor({ state: 'detached' })
  await harness.open(`/apps/${appId}/audit`)
  await page.getByText('cancelled the deletion of').first().waitFor()
  await page.getByText('asked for the deletion of their account').first().waitFor()
  await page.getByText('accepted terms').first().waitFor()
  expect(harness.errors).toEqual([])
})
