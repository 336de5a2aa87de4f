import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, createTestApp, type TestApp } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let app: TestApp
beforeAll(async () => {
  harness = await openConsole('/')
  app = await createTestApp(harness.server, harness.adminToken, 'Moon Market')
})
afterAll(() => harness.stop())

const list = () => `/apps/${app.id}/oidc-resources`
const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })
const field = (name: string) => harness.page.getByLabel(name, { exact: true })
const panel = () => harness.page.locator('.ui-side-panel')
const scope = (number: number) => panel().getByRole('group', { name: `Scope ${number}`, exact: true })
const scopeField = (number: number, label: 'Scope' | 'Description for users') =>
  scope(number).getByLabel(label, { exact: true })
const stored = async () => (await harness.admin.oidcResources.list({ appId: app.id }))[0]
/** What axe finds in the light and in the dark theme. */
const axe = async () => {
  const light = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: null })
  return [...light, ...dark]
}

test('an app that is no provider says so, and an empty list what it is for', async () => {
  const { page, open } = harness
  await open(list())
  await expectText(page, 'This app is no OpenID provider yet')
  await expectText(page, 'No tokens are issued for these APIs')
  await expectText(page, 'No API resources yet')
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-resources-none')
  await harness.admin.apps.update({ id: app.id, oidcProviderEnabled: true })
})

test('a resource with two scopes is added: mistakes show at the fields of their rows', async () => {
  const { page, open } = harness
  await open(list())
  await page.getByRole('link', { name: 'Add API resource' }).first().click()
  await field('Name').fill('Notes')
  await field('Address').fill('http://notes.example/mcp')
  await scopeField(1, 'Scope').fill('notes.read')
  await scopeField(1, 'Description for users').fill('Read your notes')
  await button('Add scope').click()
  await scopeField(2, 'Scope').fill('write notes')
  await scopeField(2, 'Description for users').fill('Change and delete your notes')
  await panel().getByRole('button', { name: 'Add API resource' }).click()
  await expectText(page, /Must be an https address/)
  await scope(2).getByText('Must have letters, digits and . : / _ - only').waitFor()
  expect(await scope(1).locator('.ui-field-error').count()).toBe(0)
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-resource-mistakes')
  await scopeField(2, 'Scope').fill('notes.read')
  await scope(2).getByText('Must have each name once').waitFor()
  await scopeField(2, 'Scope').fill('openid')
  await scope(2).getByText('Is a scope of OpenID Connect').waitFor()
  await scopeField(2, 'Scope').fill('notes.write')
  await field('Address').fill('https://notes.example/mcp')
  await panel().getByRole('button', { name: 'Add API resource' }).click()
  await expectText(page, 'Notes is added')
  expect(await stored()).toMatchObject({
    url: 'https://notes.example/mcp',
    name: 'Notes',
    scopes: [
      { name: 'notes.read', description: 'Read your notes' },
      { name: 'notes.write', description: 'Change and delete your notes' },
    ],
  })
})

test('what is open shows its address and what the API publishes, and where', async () => {
  const { page } = harness
  await panel().getByText('https://notes.example/.well-known/oauth-protected-resource/mcp').waitFor()
  const published = await panel().getByRole('figure', { name: 'Document' }).locator('pre').textContent()
  expect(JSON.parse(published ?? '')).toEqual((await stored())!.metadata)
  expect(await field('Address').count()).toBe(0)
  expect(await axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('oidc-resource')
  await page
    .getByRole('row', { name: /^Notes/ })
    .getByText('notes.read, notes.write')
    .waitFor()
})

test('a scope is edited and one is removed; only the scopes are sent', async () => {
  const { page } = harness
  await scopeField(1, 'Description for users').fill('See your notes')
  await button('Remove scope 2').click()
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    button('Save changes').click(),
  ])
  expect(Object.keys(sent.postDataJSON() as object).toSorted()).toEqual(['expectedUpdatedAt', 'scopes'])
  await expectText(page, 'Notes is saved')
  expect((await stored())!.scopes).toEqual([{ name: 'notes.read', description: 'See your notes' }])
  await button('Close').click()
  await page.getByRole('row', { name: /^Notes/ }).waitFor()
  await panel().waitFor({ state: 'detached' })
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('oidc-resources')
})

test('an address of another resource is refused at its field', async () => {
  const { page, open } = harness
  await open(`${list()}/new`)
  await field('Name').fill('Other')
  await field('Address').fill('https://notes.example/mcp')
  await scopeField(1, 'Scope').fill('other')
  await scopeField(1, 'Description for users').fill('Another thing')
  await panel().getByRole('button', { name: 'Add API resource' }).click()
  await expectText(page, 'The app has a resource of this address')
  expect(await field('Address').getAttribute('aria-invalid')).toBe('true')
  await page.reload()
})

test('what another operator changed meanwhile is told, and saving again applies it', async () => {
  const { page, open } = harness
  const { id } = (await stored())!
  await open(`${list()}/${id}`)
  await field('Name').fill('My notes')
  const scopes = [{ name: 'notes.all', description: 'Everything' }]
  await harness.admin.oidcResources.update({ appId: app.id, id, scopes })
  await button('Save changes').click()
  await expectText(page, 'Another operator has changed this entry meanwhile')
  await expectText(page, 'Scopes is now: notes.all (Everything)')
  expect((await stored())!.name).toBe('Notes')
  await harness.shoot('oidc-resource-conflict')
  await button('Save changes').click()
  await expectText(page, 'My notes is saved')
  expect(await stored()).toMatchObject({ name: 'My notes', scopes })
})

test('a viewer reads a resource and cannot edit it', async () => {
  const { password } = adminCredentials
  await harness.admin.admins.create({ username: 'viewer', password, role: 'viewer' })
  const { page, shoot, close } = await harness.visit(`${list()}/${(await stored())!.id}`, {
    credentials: { username: 'viewer', password },
  })
  await expectText(page, 'Your role may read this')
  expect(await page.getByLabel('Name', { exact: true }).isEditable()).toBe(false)
  expect(await page.getByLabel('Scope', { exact: true }).isEditable()).toBe(false)
  await page.getByRole('button', { name: 'Copy Address', exact: true }).waitFor()
  for (const name of ['Add scope', 'Remove scope 1', 'Save changes', 'Delete API resource'])
    // oxlint-disable-next-line no-await-in-loop -- One look after the other.
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Add API resource' }).count()).toBe(0)
  await shoot('oidc-resource-of-viewer')
  await close()
})

test('a resource is deleted after its consequences were read', async () => {
  const { page } = harness
  await button('Delete API resource').click()
  await expectText(page, 'There are no new tokens for it. Those of before expire within 15 minutes.')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('oidc-resource-delete')
  await button('Delete').click()
  await expectText(page, 'No API resources yet')
  expect(await stored()).toBeUndefined()
})

test('one that somebody deleted while it was edited can be added again', async () => {
  const { page, open } = harness
  const added = { url: 'https://maps.example/', name: 'Maps', scopes: [{ name: 'maps', description: 'See maps' }] }
  const { id } = await harness.admin.oidcResources.create({ appId: app.id, ...added })
  await open(`${list()}/${id}`)
  await panel().getByText('https://maps.example/.well-known/oauth-protected-resource', { exact: true }).waitFor()
  await field('Name').fill('Maps again')
  await harness.admin.oidcResources.delete({ appId: app.id, id })
  await button('Save changes').click()
  await expectText(page, 'This entry was deleted meanwhile')
  expect(await field('Address').inputValue()).toBe(added.url)
  await button('Add as a new entry').click()
  await expectText(page, 'Maps again is added')
  expect(await stored()).toMatchObject({ ...added, name: 'Maps again' })
  expect(harness.errors.filter((line) => !/40[049]/.test(line))).toEqual([])
})
