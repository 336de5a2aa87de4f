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

test('an operator looks as a user where the app allows it, with a reason; the token is shown once', async () => {
  const { page } = harness
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await harness.open(`/apps/${appId}/settings`)
  await page.getByRole('checkbox', { name: 'Support may look as a user' }).click()
  await harness.shoot('impersonate-setting')
  await press('Save changes')
  await expect.poll(async () => (await harness.admin.apps.get({ id: appId })).impersonationEnabled).toBe(true)
  await harness.open(`/apps/${appId}/users/${user.id}`)
  await press('More actions')
  await page.getByRole('menuitem', { name: 'Look as this user' }).click()
  await page.getByLabel('Reason').fill('Ticket 4711')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('impersonate-reason')
  await page.getByRole('dialog').getByRole('button', { name: 'Look as this user' }).click()
  await press('Reveal support token')
  const token = (await page.getByRole('dialog').locator('.ui-copyable code').textContent())!
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('impersonate-token')
  expect((await harness.server.as(token).account.profile()).id).toBe(user.id)
  await press('Done')
  expect(await page.content()).not.toContain(token)
  await harness.open(`/apps/${appId}/users/${user.id}/sessions`)
  await page.getByText('Support', { exact: true }).first().waitFor()
  await harness.shoot('impersonate-sessions')
  await harness.open(`/apps/${appId}/audit`)
  await page.getByText('began to act in the name of user').first().waitFor()
  await page.getByText('made a call in the name of user').first().waitFor()
  expect(harness.errors).toEqual([])
})
