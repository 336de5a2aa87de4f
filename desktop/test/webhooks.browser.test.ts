import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../../api/src/features/webhooks/receiver.testing.ts'
import { createTestApp, signInAs, type TestApp } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let receiver: Receiver
let app: TestApp
const list = () => `/apps/${app.id}/webhooks`

beforeAll(async () => {
  receiver = await startReceiver()
  harness = await openConsole('/', { environment: { OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' } })
  app = await createTestApp(harness.server, harness.adminToken, 'Moon Market')
})
afterAll(async () => {
  await harness.stop()
  await receiver.stop()
})

const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })
const panel = () => harness.page.locator('.ui-side-panel')
const stored = async () => (await harness.admin.webhooks.list({ appId: app.id }))[0]
/** What axe finds in the light and in the dark theme. */
const axe = async () => {
  const light = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: null })
  return [...light, ...dark]
}

test('an endpoint is added: mistakes show at their fields', async () => {
  const { page, open } = harness
  await open(list())
  await expectText(page, 'No endpoints yet')
  expect(await axe()).toEqual([])
  await harness.shoot('webhooks-none')
  await page.getByRole('link', { name: 'Add endpoint' }).first().click()
  await page.getByLabel('Address', { exact: true }).fill('http://partner.example/')
  await panel().getByRole('switch', { name: 'All events' }).click()
  await panel().getByRole('button', { name: 'Add endpoint' }).click()
  await expectText(page, /Must be an https address/)
  await expectText(page, 'Choose an event, or all')
  expect(await axe()).toEqual([])
  await harness.shoot('webhook-mistakes')
  await page.getByLabel('Address', { exact: true }).fill(receiver.url)
  await panel().getByRole('checkbox', { name: 'user.login' }).click()
  await panel().getByRole('checkbox', { name: 'user.created' }).click()
  await panel().getByRole('button', { name: 'Add endpoint' }).click()
  await expectText(page, /is added/)
  expect(await stored()).toMatchObject({ url: receiver.url, events: ['user.created', 'user.login'], enabled: true })
})

test('it is changed and tried, and its secret is shown and rotated', async () => {
  const { page } = harness
  await page.getByLabel(/^Description/).fill('For the CRM')
  await panel()
    .getByRole('switch', { name: /Keep the order/ })
    .click()
  await button('Save changes').click()
  await expectText(page, /is saved/)
  expect(await stored()).toMatchObject({ description: 'For the CRM', orderedByUser: true })
  await button('Send').click()
  await expectText(page, /Delivered: status 204/)
  expect(await axe()).toEqual([])
  await harness.shoot('webhook')
  await button('Reveal').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await page.getByRole('dialog', { name: 'Signing secret' }).waitFor()
  await page.getByRole('button', { name: /stored/i }).click()
  await button('Rotate').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog', { name: 'Signing secret' }).waitFor()
  await page.getByRole('button', { name: /stored/i }).click()
  await expectText(page, /The former secret signs too until/)
})

test('what was sent is shown with its answers, and sent again', async () => {
  const { page } = harness
  receiver.answer = (_, response) => response.writeHead(503).end('{"error":"closed for today"}')
  await signInAs(harness.server, app.id, 'ada')
  const { id } = (await stored())!
  const statuses = async () => (await harness.admin.webhooks.deliveries({ appId: app.id, id })).data
  await vi.waitFor(
    async () => expect((await statuses()).some(({ lastStatus }) => lastStatus === 503)).toBe(true),
    20_000,
  )
  await page.getByRole('link', { name: 'Show deliveries' }).click()
  await page
    .getByRole('row', { name: /user\.created/ })
    .getByText(/status 503/)
    .waitFor()
  expect(await axe()).toEqual([])
  const way = page.getByRole('navigation', { name: 'Where you are' }).getByRole('link')
  expect(await way.allTextContents()).toEqual(['Apps', 'Moon Market', 'Webhooks'])
  await harness.shoot('webhook-deliveries')
  await page.getByRole('row', { name: /user\.created/ }).click()
  await panel().getByText('closed for today').first().waitFor()
  expect(await axe()).toEqual([])
  await harness.shoot('webhook-delivery')
  receiver.answer = (_, response) => response.writeHead(200).end('ok')
  await panel().getByRole('button', { name: 'Send again' }).click()
  await panel().getByText('Delivered').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Delivered' }).click()
  await page.getByRole('row', { name: /user\.login/ }).waitFor()
})
