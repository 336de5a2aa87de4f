import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let app: TestApp
beforeAll(async () => {
  harness = await openConsole('/')
  app = await createTestApp(harness.server, harness.adminToken, 'Moon Market')
})
afterAll(() => harness.stop())

const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })
const field = (name: string | RegExp) => harness.page.getByRole('textbox', { name })
const panel = () => harness.page.locator('.ui-side-panel')
const stored = async () => (await harness.admin.oidcClients.list({ appId: app.id }))[0]
/** What axe finds in the light and in the dark theme. */
const axe = async () => {
  const light = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: null })
  return [...light, ...dark]
}

test('an app that is no provider says so, and leads to its settings', async () => {
  const { page, open } = harness
  await open(`/apps/${app.id}/oidc-clients`)
  await expectText(page, 'This app is no OpenID provider yet')
  await expectText(page, 'No clients yet')
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-clients-none')
  await harness.admin.apps.update({ id: app.id, oidcProviderEnabled: true })
})

test('a client is added: mistakes show at their fields, and its secret once', async () => {
  const { page, open } = harness
  await open(`/apps/${app.id}/oidc-clients`)
  await page.getByRole('link', { name: 'Add client' }).first().click()
  await field('Name').fill('Acme Mail')
  await field(/^Redirect addresses/).fill('http://mail.acme.example/callback')
  await panel().getByRole('button', { name: 'Add client' }).click()
  await expectText(page, /Must be an https address without a fragment/)
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-client-mistakes')
  await field(/^Redirect addresses/).fill('https://mail.acme.example/callback')
  await panel().getByRole('button', { name: 'Add client' }).click()
  await expectText(page, 'Copy the client secret')
  await harness.shoot('oidc-client-secret')
  expect(await stored()).toMatchObject({ name: 'Acme Mail', redirectUris: ['https://mail.acme.example/callback'] })
  await page.getByRole('dialog', { name: 'Copy the client secret' }).getByRole('button').last().click()
  await expectText(page, `/oidc/${app.id}`)
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-client')
})

test('a client is changed, and its secret is replaced', async () => {
  const { page } = harness
  await page.getByRole('switch', { name: /^Do not ask users/ }).click()
  await button('Save changes').click()
  await expectText(page, 'Acme Mail is saved')
  const before = await stored()
  expect(before).toMatchObject({ skipsConsent: true })
  await button('Replace secret').click()
  await expectText(page, 'Replace the secret of Acme Mail?')
  await button('Replace secret').last().click()
  await expectText(page, 'Copy the client secret')
  await page.getByRole('dialog', { name: 'Copy the client secret' }).getByRole('button').last().click()
  expect((await stored())!.secretLastFour).not.toBe(before!.secretLastFour)
})

test('a client is deleted', async () => {
  const { page } = harness
  await button('Delete client').click()
  await button('Delete').click()
  await expectText(page, 'No clients yet')
  expect(await stored()).toBeUndefined()
})
