import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'
import { client, startOpenIdProvider } from './openid-provider.ts'

let harness: ConsoleHarness
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let app: TestApp
const list = () => `/apps/${app.id}/single-sign-on`

beforeAll(async () => {
  provider = await startOpenIdProvider()
  harness = await openConsole('/', { environment: { OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' } })
  app = await createTestApp(harness.server, harness.adminToken, 'Moon Market')
})
afterAll(async () => {
  await harness.stop()
  await provider.stop()
})

const button = (name: string | RegExp) => harness.page.getByRole('button', { name, exact: true })
const field = (name: string) => harness.page.getByLabel(name, { exact: true })
const row = (name: string) => harness.page.getByRole('row', { name: new RegExp(`^${name}`) })
const domains = () => harness.page.getByRole('textbox', { name: /^E-mail domains/ })
const panel = () => harness.page.locator('.ui-side-panel')
const stored = async (key: string) =>
  (await harness.admin.oidcConnections.list({ appId: app.id })).find((connection) => connection.key === key)
/** What axe finds in the light and in the dark theme. */
const axe = async () => {
  const light = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await harness.axe()
  await harness.page.emulateMedia({ colorScheme: null })
  return [...light, ...dark]
}

test('the method has its switch among the others, and leads to the connections', async () => {
  const { page, open } = harness
  await open(`/apps/${app.id}/login-methods/oidc`)
  await page.getByRole('switch').click()
  await button('Save').click()
  await expectText(page, 'Single sign-on is saved')
  await row('Single sign-on').getByText('On, but incomplete').waitFor()
  expect(await row('Single sign-on').textContent()).toContain('Connection')
  await harness.shoot('oidc-method')
  await page.getByRole('link', { name: 'Set up connections' }).click()
  await expectText(page, 'No connections yet')
  expect(await page.getByText('Single sign-on is off in this app').count()).toBe(0)
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-connections-none')
})

test('a connection is added: mistakes show at their fields, and its callback address before it exists', async () => {
  const { page } = harness
  await page.getByRole('link', { name: 'Add connection' }).first().click()
  await field('Name').fill('Acme')
  await field('Key').fill('Acme!')
  await field('Issuer').fill('login.acme.example')
  await domains().fill('acme.example, acme')
  await panel().getByRole('button', { name: 'Add connection' }).click()
  await expectText(page, /Must have 1 to 32 lower-case letters/)
  await expectText(page, /Must be an https address/)
  await expectText(page, 'Must be a domain such as example.com: acme')
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-connection-mistakes')
  await field('Key').fill('acme')
  await field('Issuer').fill(provider.issuer)
  await field('Client ID').fill(client.clientId)
  await field('Client secret').fill('wrong')
  await domains().fill('acme.example,\nAcme.Example.org')
  const future = await panel().locator('code').first().textContent()
  await panel().getByRole('button', { name: 'Add connection' }).click()
  await expectText(page, 'Acme is added')
  const connection = (await stored('acme'))!
  expect(connection).toMatchObject({
    title: 'Acme',
    issuer: provider.issuer,
    clientId: client.clientId,
    hasSecret: true,
    createsUsers: true,
    domains: ['acme.example', 'acme.example.org'],
    scopes: 'openid profile email',
  })
  expect(future).toBe(connection.callbackUrl)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/console${list()}/${connection.id}`)
  await row('Acme').getByText('acme.example, acme.example.org').waitFor()
})

test('a test asks the provider with what is stored, and says what to do', async () => {
  const { page } = harness
  await button('Test').click()
  await expectText(page, /Copy Client ID and Client secret again/)
  expect(provider.received.map(({ path }) => path)).toContain('/token')
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-connection-refused')
})

test('a stored secret is never shown, stays while other fields are saved, and is replaced on purpose', async () => {
  const { page } = harness
  const secret = page.getByRole('group', { name: 'Client secret' })
  await secret.getByText('Set', { exact: true }).waitFor()
  expect(await button('Remove: Client secret').count()).toBe(0)
  await page.getByText('Claims', { exact: true }).click()
  await field('Account ID').fill('oid')
  await panel().getByText('Callback address').scrollIntoViewIfNeeded()
  await harness.shoot('oidc-connection')
  await page.getByRole('switch', { name: 'Create users at their first login' }).click()
  const [kept] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH'),
    button('Save changes').click(),
  ])
  expect(Object.keys(kept.postDataJSON() as object).toSorted()).toEqual(['claims', 'createsUsers', 'expectedUpdatedAt'])
  await row('Acme').getByText('Refused').waitFor()
  expect(await stored('acme')).toMatchObject({ claims: { subject: 'oid', name: 'name' }, createsUsers: false })
  await button('Replace: Client secret').click()
  await field('Client secret').fill(client.clientSecret)
  await button('Save changes').click()
  await secret.getByText('Set', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(client.clientSecret)
  await button('Test').click()
  await expectText(page, 'Acme accepts the client.')
  await page.getByRole('switch', { name: 'Only accounts of these domains' }).click()
  expect(await page.getByText('Without a domain nobody can log in').count()).toBe(0)
  await domains().fill('')
  await expectText(page, 'Without a domain nobody can log in')
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-connection-tested')
  await page.reload()
})

test('a domain of another connection is refused at its field', async () => {
  const { page, open } = harness
  await harness.admin.oidcConnections.create({
    appId: app.id,
    key: 'other',
    title: 'Other',
    issuer: 'https://login.other.example',
    ...client,
    domains: ['other.example'],
  })
  await open(`${list()}/${(await stored('acme'))!.id}`)
  await domains().fill('acme.example\nother.example')
  await button('Save changes').click()
  await expectText(page, 'other.example is a domain of another connection of this app')
  expect(await domains().getAttribute('aria-invalid')).toBe('true')
  await domains().fill('acme.example')
  await button('Save changes').click()
  await expect.poll(async () => (await stored('acme'))?.domains).toEqual(['acme.example'])
})

test('what is typed while a save is under way stays in its field', async () => {
  const { page } = harness
  let answer = () => {}
  const typed = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/oidc-connections**', async (route) => {
    if (route.request().method() === 'PATCH') await typed
    await route.continue()
  })
  await field('Name').fill('Acme one')
  await Promise.all([page.waitForRequest((sent) => sent.method() === 'PATCH'), button('Save changes').click()])
  await field('Name').fill('Acme two')
  answer()
  await expectText(page, 'Acme one is saved')
  expect([await field('Name').inputValue(), (await stored('acme'))?.title]).toEqual(['Acme two', 'Acme one'])
  await page.unroute('**/oidc-connections**')
  await button('Save changes').click()
  await expectText(page, 'Acme two is saved')
})

test('what another operator changed meanwhile is told, nothing is overwritten, and saving again applies it', async () => {
  const { page } = harness
  const { id: connectionId } = (await stored('acme'))!
  await field('Name').fill('Acme staff')
  await harness.admin.oidcConnections.update({ appId: app.id, connectionId, title: 'Acme Inc.', scopes: 'openid' })
  await button('Save changes').click()
  await expectText(page, 'Another operator has changed this entry meanwhile')
  await expectText(page, 'Name is now: Acme Inc.')
  await expectText(page, 'Scopes is now: openid')
  expect((await stored('acme'))?.title).toBe('Acme Inc.')
  expect(await axe()).toEqual([])
  await harness.shoot('oidc-connection-conflict')
  await button('Save changes').click()
  await expectText(page, 'Acme staff is saved')
  expect(await stored('acme')).toMatchObject({ title: 'Acme staff', scopes: 'openid' })
})

test('a replaced secret of another operator is told without its value', async () => {
  const { page } = harness
  const { id: connectionId } = (await stored('acme'))!
  await field('Issuer').fill('https://login.acme.example')
  await expectText(page, 'Another issuer means other accounts')
  await harness.admin.oidcConnections.update({ appId: app.id, connectionId, clientSecret: 'their secret' })
  await button('Save changes').click()
  await expectText(page, 'Client secret is now: set to another value')
  expect(await harness.overflow()).toBe(0)
})

test('an issuer on another server needs its own secret, which its field says', async () => {
  const { page, open } = harness
  await open(`${list()}/${(await stored('acme'))!.id}`)
  await field('Issuer').fill('https://login.elsewhere.example')
  await expectText(page, 'One on another server needs its own.')
  await button('Save changes').click()
  await expectText(page, /must be given with an issuer on another server/i)
  expect(await field('Client secret').getAttribute('aria-invalid')).toBe('true')
  await page.reload()
})

test('a connection is deleted after its consequences were read', async () => {
  const { page, open } = harness
  await open(`${list()}/${(await stored('acme'))!.id}`)
  await button('Delete connection').click()
  await expectText(page, /Sessions go on/)
  await expectText(page, /a connection to the same issuer/)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('oidc-connection-delete')
  await button('Delete').click()
  await expectText(page, 'Acme staff is deleted')
  await row('Acme').waitFor({ state: 'detached' })
  expect(await stored('acme')).toBeUndefined()
  await panel().waitFor({ state: 'detached' })
})

test('one that somebody deleted while it was edited can be added again', async () => {
  const { page } = harness
  await row('Other').click()
  await field('Name').fill('Other again')
  const { id: connectionId } = (await stored('other'))!
  await harness.admin.oidcConnections.delete({ appId: app.id, connectionId })
  await button('Save changes').click()
  await expectText(page, 'This entry was deleted meanwhile')
  await field('Client secret').fill('typed again')
  await button('Add as a new entry').click()
  await expectText(page, 'Other again is added')
  expect(await stored('other')).toMatchObject({ title: 'Other again', domains: ['other.example'] })
})

test('while the method is off, the connections say so', async () => {
  const { page, open } = harness
  await harness.admin.apps.update({ id: app.id, oidcEnabled: false })
  await open(list())
  await expectText(page, 'Single sign-on is off in this app')
  expect(await axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('oidc-connections-off')
  expect(harness.errors.filter((line) => !/40[049]/.test(line))).toEqual([])
})
