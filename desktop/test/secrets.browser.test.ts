import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../api/src/testing.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let app: TestApp
beforeAll(async () => {
  harness = await openConsole('/apps')
  app = await createTestApp(harness.server, harness.adminToken, 'Arcade <b>of</b> the North')
  await harness.go(`/apps/${app.id}/api-keys`)
  await harness.page.getByRole('heading', { name: 'API keys' }).waitFor()
})
afterAll(() => harness.stop())

const accepts = async (secret: string) =>
  (await harness.server.send('GET', '/app/users', { token: secret })).status === 200
const secretIn = async () => {
  const dialog = harness.page.getByRole('dialog', { name: 'Store this key now' })
  await dialog.getByRole('button', { name: 'Reveal API key' }).click()
  return dialog.getByText(/^oa_[0-9a-f]{32}$/).innerText()
}
const closeSecret = async () => {
  await harness.page.getByRole('button', { name: 'I have stored it' }).click()
  await harness.page.getByRole('dialog').waitFor({ state: 'detached' })
}
const choose = async (name: string, act: string) => {
  await harness.page.getByRole('button', { name: `Actions of ${name}` }).click()
  await harness.page.getByRole('menuitem', { name: act, exact: true }).click()
}

test('a read key is created, shown once, rotated with overlap, and revoked after its name was typed', async () => {
  const { page, admin, axe, shoot } = harness
  await page.getByRole('row', { name: /Full key/ }).waitFor()
  expect(await axe()).toEqual([])
  await page.getByRole('button', { name: 'Create read key' }).click()
  await page.getByLabel('Name').fill('Ranking <img src=x onerror=alert(1)>')
  await page.keyboard.press('Enter')
  const first = await secretIn()
  expect(await accepts(first)).toBe(true)
  await closeSecret()
  expect(await page.content()).not.toContain(first)
  const name = 'Ranking <img src=x onerror=alert(1)>'
  await page.getByRole('row', { name: new RegExp(first.slice(-4)) }).waitFor()
  await shoot('api-keys')

  await choose(name, 'Rotate')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const second = await secretIn()
  expect([await accepts(first), await accepts(second), first === second]).toEqual([true, true, false])
  await closeSecret()
  await page.getByText('Replaced').waitFor()

  const { id } = (await admin.appSecrets.list({ appId: app.id })).find(({ expiresAt }) => expiresAt !== null)!
  await admin.appSecrets.revoke({ appId: app.id, secretId: id })
  await harness.open(`/apps/${app.id}/api-keys`)
  await choose(name, 'Revoke')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Revoke' })
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByRole('dialog').getByRole('textbox').fill(name)
  await confirm.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await accepts(second)).toBe(false)
  expect(harness.errors).toEqual([])
})

test('the full key is revealed after a confirmation, which the audit records; it cannot be revoked', async () => {
  const { page, admin } = harness
  await page.getByRole('button', { name: 'Actions of Full key' }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Reveal', 'Rotate'])
  await page.getByRole('menuitem', { name: 'Reveal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal', exact: true }).click()
  expect(await secretIn()).toBe(app.secret)
  await closeSecret()
  const { data } = await admin.audit.list({ appId: app.id })
  expect(data[0]).toMatchObject({ action: 'app.secret-reveal' })
  await harness.go('/apps')
  const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  expect(kept).not.toContain(app.secret)
})

test('programs in four languages verify tokens with the public keys of this server', async () => {
  const { page, server } = harness
  await harness.go(`/apps/${app.id}/api-keys`)
  await page.getByText(`${server.url}/.well-known/jwks.json`).waitFor()
  for (const [tab, text] of [
    ['curl', '/app/tokens/verify'],
    ['Node.js', 'createRemoteJWKSet'],
    ['Python', 'PyJWKClient'],
    ['Go', 'package main'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').getByText(text).first().waitFor()
  }
  expect(await harness.overflow()).toBe(0)
  expect(harness.errors).toEqual([])
})

test('an app that is gone is told', async () => {
  const { page, admin } = harness
  await admin.apps.delete({ id: app.id })
  await harness.open(`/apps/${app.id}/api-keys`)
  await page.getByText('App not found').waitFor()
  expect(harness.page.url()).toContain(app.id)
})
