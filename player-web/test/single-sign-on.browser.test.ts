import { type OidcIssuer, startOidcIssuer } from '@openauth/localnet/oidc-issuer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, startHarness } from './harness.ts'
import { button, openAllWays } from './person.ts'

// Logging in at an organization's own OpenID provider, from the sheet of login methods.

let harness: Harness
let issuer: OidcIssuer
beforeAll(async () => {
  harness = await startHarness({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })
  const clientSecret = 'a secret of the provider'
  const redirectUris = [/^http:\/\/127\.0\.0\.1:\d+\/auth\/[0-9a-f-]{36}\/oidc\/callback\/[a-z]+$/]
  issuer = await startOidcIssuer({ clients: [{ clientId: 'player', clientSecret, redirectUris }] })
  const common = { appId: harness.app.id, issuer: issuer.issuer, clientId: 'player', clientSecret }
  const { oidcConnections } = harness.admin
  await oidcConnections.create({ ...common, key: 'acme', title: 'Acme' })
  await oidcConnections.create({
    ...common,
    key: 'hidden',
    title: 'Hidden',
    showsButton: false,
    domains: ['hidden.example'],
  })
})
afterAll(async () => {
  await harness?.stop()
  await issuer?.stop()
})

const choose = (name: string) => ({ name: new RegExp(name) })

test('a button of the connection leads to its provider and back, logged in', async () => {
  const { page, close } = await harness.visit('/wallet')
  await openAllWays(page)
  const way = button(page, 'Continue with Acme')
  await way.waitFor()
  expect(await button(page, 'Continue with Hidden').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'single-sign-on-430')
  await way.click()
  await page.getByRole('button', choose('Player One')).click()
  await expectText(page, 'Player One')
  await close()
})

test('an e-mail address of a connection’s domain leads there, without a code by mail', async () => {
  const { page, close } = await harness.visit('/wallet')
  await openAllWays(page)
  await page.getByLabel('E-mail address').fill('Somebody@Hidden.example')
  await button(page, 'Continue with e-mail').click()
  await page.getByRole('button', choose('Player Two')).click()
  await expectText(page, 'Player Two')
  expect(harness.world.outbox.list()).toEqual([])
  await close()
})

test('without a button and without mails there is a form for the address at work', async () => {
  const { admin, app } = harness
  await admin.apps.update({ id: app.id, emailEnabled: false })
  const acme = (await admin.oidcConnections.list({ appId: app.id })).find(({ key }) => key === 'acme')
  await admin.oidcConnections.update({ appId: app.id, connectionId: acme!.id, showsButton: false })
  // The page's configuration is read at most twice a second.
  await new Promise((resolve) => void setTimeout(resolve, 1000))
  const { page, close } = await harness.visit('/wallet', { width: 360 })
  await openAllWays(page)
  const address = page.getByLabel('Work e-mail address')
  await address.fill('somebody@elsewhere.example')
  await button(page, 'Continue').click()
  await expectText(page, 'No organization that logs in here has this domain.')
  await shoot(page, 'single-sign-on-work-360')
  await address.fill('somebody@hidden.example')
  await button(page, 'Continue').click()
  await page.getByRole('button', choose('Player Three')).click()
  await expectText(page, 'Player Three')
  await close()
})
