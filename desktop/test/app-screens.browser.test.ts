import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestApp } from '../../api/src/testing.ts'
import { pngOf } from '../../api/src/lib/pictures.testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'
import { hostileName } from './seed-users.ts'

let harness: ConsoleHarness
let app: TestApp

beforeAll(async () => {
  harness = await openConsole('/apps')
  app = await createTestApp(harness.server, harness.adminToken, 'Sky Arena')
  await harness.admin.apps.create({ name: 'Taken' })
})
afterAll(() => harness.stop())

const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })
const settingsOf = ({ id }: TestApp) => harness.admin.apps.get({ id })

test('settings are checked by the contract’s schema, and only what was edited is saved', async () => {
  const { page, go, admin } = harness
  await go(`/apps/${app.id}/settings`)
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('app-settings')
  await page.getByLabel('Session lifetime').fill('86400')
  await expectText(page, /1 day\. A user who is away/)
  await button('Add origin').click()
  await page.getByLabel('Origin 1').fill('https://sky.example/login?next=1')
  await button('Save changes').click()
  await expectText(page, 'Must be an origin such as https://example.com, without path')
  await page.getByLabel('Origin 1').fill('https://sky.example')
  await page.getByLabel('Telegram maximum age').fill('29')
  await button('Save changes').click()
  await expectText(page, 'Must be at least 30')
  await page.getByLabel('Telegram maximum age').fill('3600')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Taken')
  await button('Save changes').click()
  await page.locator('.ui-field', { has: name }).getByText('App already exists').waitFor()
  await name.fill('Sky Arena')
  await button('Save changes').click()
  await expectText(page, 'Changes are saved')
  await expect.poll(() => button('Save changes').getAttribute('aria-disabled')).toBe('true')
  const saved = { jwtTTL: 86_400, telegramMaxAgeSeconds: 3600, redirectOrigins: ['https://sky.example'] }
  expect(await settingsOf(app)).toMatchObject(saved)
  const { data: rows } = await admin.audit.list({ appId: app.id, action: 'app.update' })
  const details = rows[0]?.details as { changed: string[] } | undefined
  expect(details?.changed.toSorted()).toEqual(Object.keys(saved).toSorted())
})

test('an app without users says what is left to do: methods, brand and address of the players’ app, origins of another', async () => {
  const { page, open, admin, server } = harness
  const { id } = await admin.apps.create({ name: 'Fresh' })
  await admin.apps.update({ id, usernameEnabled: false })
  await open(`/apps/${id}`)
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await step('Switch on a login method').and(page.locator('[aria-current=step]')).waitFor()
  await step('Let your own site log users in').getByRole('link', { name: 'Settings' }).waitFor()
  expect(await page.getByText('Nothing to compare with').count()).toBe(0)
  expect(await harness.axe()).toEqual([])
  await admin.apps.update({ id, usernameEnabled: true, redirectOrigins: ['https://fresh.example'] })
  await open(`/apps/${id}`)
  await step('On: Username').filter({ hasText: 'Done' }).waitFor()
  await expectText(page, 'Allowed: https://fresh.example')
  await admin.apps.delete({ id })
  // The first app, whose players the front end of this server is for.
  await open(`/apps/${app.id}`)
  await step('Invite players').getByText(`${server.url}/`).waitFor()
  await step('Invite players').getByRole('button', { name: 'Copy address for players' }).waitFor()
  const brand = step('Give the players’ pages your name and look').getByRole('link', { name: 'Branding' })
  expect(await brand.getAttribute('href')).toBe(`/console/apps/${app.id}/branding`)
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('app-first-steps')
})

test('the overview counts what happened, draws it by day or by hour, and says what needs attention', async () => {
  const { page, open, admin, server } = harness
  await admin.apps.update({ id: app.id, githubEnabled: true, redirectOrigins: [] })
  await Promise.all(['ada.lovelace', 'grace.hopper'].map((name) => signInAs(server, app.id, name)))
  await open('/apps')
  await page.getByRole('link', { name: 'Sky Arena' }).first().click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await expectText(page, 'GitHub is on, but nobody can log in with it. Missing: githubClientId, githubClientSecret')
  await expectText(page, 'Only pages of this server can log in with GitHub')
  await expectText(page, app.id)
  await page.getByRole('figure', { name: 'Logins by method' }).getByText('Username').first().waitFor()
  await page.getByRole('link', { name: 'grace.hopper' }).waitFor()
  await expectText(page, 'Nothing to compare with')
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('app-overview')
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('figure', { name: 'Registrations', exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('day')
})

test('an app is duplicated under another name, but not under one that is taken', async () => {
  const { page, open, admin } = harness
  const { id } = await admin.apps.create({ name: 'Original' })
  await admin.apps.update({ id, githubEnabled: true })
  await open('/apps')
  await page.getByRole('button', { name: 'Actions for Original' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate Original' })
  await dialog.getByLabel('Name').fill('Original')
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await dialog.locator('.ui-field', { hasText: 'Name' }).getByText('App already exists').waitFor()
  await dialog.getByLabel('Name').fill('A copy')
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const copy = (await admin.apps.list()).find(({ name }) => name === 'A copy')
  expect(copy?.githubEnabled).toBe(true)
  await Promise.all([admin.apps.delete({ id }), admin.apps.delete({ id: copy!.id })])
})

test('branding is previewed while it is typed, refuses what cannot be read, and is what players then get', async () => {
  const { page, go, admin } = harness
  await go(`/apps/${app.id}/branding`)
  const preview = page.getByRole('figure', { name: 'Preview of the players’ pages' })
  await preview.getByText('Explore more rewards and the Sonic ecosystem now!').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Aurora')
  await preview.getByText('Explore more rewards and the Aurora ecosystem now!').waitFor()
  await page.getByLabel('Login page', { exact: true }).fill(hostileName.slice(0, 150).replaceAll(/[<>]/g, ''))
  await page.getByLabel('Colour', { exact: true }).fill('#101010')
  await button('Save changes').click()
  await expectText(page, 'Is too dark to be read on the dark pages')
  await page.getByLabel('Colour', { exact: true }).fill('#7CD4FF')
  const colour = () =>
    preview.getByText('Log In', { exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect.poll(colour).toBe('rgb(124, 212, 255)')
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await page.getByLabel('Login page', { exact: true }).fill('Welcome to Aurora')
  await preview.getByText('Welcome to Aurora').waitFor()
  await harness.shoot('app-branding')
  // Focusing a field turns the preview to a page that shows it; grey in an empty field is what applies without it.
  const network = page.getByLabel('Network', { exact: true })
  expect(await network.getAttribute('placeholder')).toBe('Aurora')
  await network.focus()
  await preview.getByText('Participate to earn more rewards on Aurora!').waitFor()
  await preview.getByText('Stake on Aurora').waitFor()
  expect(await page.getByLabel('Stake', { exact: true }).getAttribute('placeholder')).toBe('Stake on Aurora')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('app-branding-earn')
  const files = page.locator('input[type=file]')
  const banner = { name: 'banner.png', mimeType: 'image/png', buffer: pngOf(390, 170) }
  await files.nth(2).setInputFiles(banner)
  await preview.locator('img.brand-banner[src*="/pictures/"]').waitFor()
  await button('Save changes').click()
  await expectText(page, 'Changes are saved')
  const { brand } = await admin.apps.get({ id: app.id })
  expect(brand.bannerUrl).toMatch(/\/pictures\/[0-9a-f]{64}\.webp$/)
  expect(brand).toMatchObject({ name: 'Aurora', color: '#7CD4FF', texts: { login: { en: 'Welcome to Aurora' } } })
  expect(brand.texts).toEqual({ login: { en: 'Welcome to Aurora' } })
})

test('an operator who saves later is told what another one changed, and undoes none of it', async () => {
  const { page, open, admin } = harness
  await open(`/apps/${app.id}/settings`)
  await page.getByLabel('Session lifetime').fill('60')
  await button('Save changes').click()
  await expectText(page, 'Changes are saved')
  await admin.apps.update({
    id: app.id,
    jwtTTL: 7200,
    redirectOrigins: ['https://moon.example'],
    description: hostileName,
  })
  await page.getByLabel('Name', { exact: true }).fill('Sky Arena 2')
  await button('Save changes').click()
  await expectText(page, 'Another operator has changed this app meanwhile')
  await expectText(page, 'Session lifetime is now: 7200')
  await expectText(page, 'Redirect origins is now: https://moon.example')
  expect((await settingsOf(app)).name).toBe('Sky Arena')
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  expect(await page.getByLabel('Session lifetime').inputValue()).toBe('7200')
  await harness.shoot('app-settings-changed')
  await button('Save changes').click()
  await expect.poll(async () => (await settingsOf(app)).name).toBe('Sky Arena 2')
  expect(await settingsOf(app)).toMatchObject({ jwtTTL: 7200, redirectOrigins: ['https://moon.example'] })
})

test('an app is deleted only after its name is typed; another window then says that it is gone', async () => {
  const { page, open, admin } = harness
  const { id } = await admin.apps.create({ name: 'Short Lived' })
  await open(`/apps/${id}/settings`)
  const other = await harness.visit(`/apps/${id}/settings`)
  await other.page.getByLabel('Session lifetime').waitFor()
  await button('Delete app').click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete app' })
  expect(await confirm.getAttribute('aria-disabled')).toBe('true')
  expect(await harness.axe()).toEqual([])
  await dialog.getByLabel('Type Short Lived to confirm').fill('Short Lived')
  await confirm.click()
  await expectText(page, 'Short Lived is deleted')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/console/apps')
  await other.page.getByLabel('Session lifetime').fill('60')
  await other.page.getByRole('button', { name: 'Save changes' }).click()
  await expectText(other.page, 'This app is gone')
  // Chromium itself reports answers of 404.
  expect(other.errors.filter((line) => !line.includes('404'))).toEqual([])
})

test('nothing is written to the browser’s console, and no policy is violated', () =>
  // Chromium itself reports the answer of 409, which the test above asks for.
  expect(harness.errors.filter((line) => !/40[09]/.test(line))).toEqual([]))
