import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { oidcIssuerOf } from '@openauth/client'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, type TestClient } from '../../api/src/features/oidc-provider/provider.testing.ts'
import { createTestApp, type TestUser } from '../../api/src/testing.ts'
import { expectText, type Harness, overflow, seriousFindings, shoot, startHarness } from './harness.ts'

// A program logs a user in through the pages, in a browser.

let harness: Harness
let user: TestUser
let program: Server
let redirectUri: string
let acme: TestClient
let own: TestClient
beforeAll(async () => {
  program = createServer((_, response) => void response.end('<!doctype html><title>Acme</title>Back at Acme'))
  program.listen(0, '127.0.0.1')
  await once(program, 'listening')
  redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
  harness = await startHarness()
  await harness.admin.apps.update({ id: harness.app.id, oidcProviderEnabled: true })
  user = await harness.newUser('Player One')
  const scopes = ['openid', 'profile', 'email', 'wallets', 'offline_access']
  acme = await makeClient(harness, { name: 'Acme Mail', redirectUris: [redirectUri], scopes })
  own = await makeClient(harness, { name: 'Our shop', redirectUris: [redirectUri], skipsConsent: true })
})
afterAll(async () => {
  program?.close()
  await harness?.stop()
})

const begin = (client: TestClient, parameters: Record<string, string> = {}) =>
  client.begin({ redirect_uri: redirectUri, ...parameters })
const pathOf = ({ pathname, search }: URL) => pathname + search

test('a user who is not logged in logs in, consents, and is back at the program', async () => {
  const { url, checks } = await begin(acme, { scope: 'openid profile wallets' })
  const { page, consoleErrors, close } = await harness.visit(pathOf(url))
  await expectText(page, 'Log in to Acme Mail with')
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'authorize-login')
  await page.evaluate((token) => localStorage.setItem('OpenAuth:Token', JSON.stringify(token)), user.token)
  await page.reload()
  await expectText(page, /Acme Mail wants to use your .* account/)
  await expectText(page, 'the addresses of your wallets')
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await shoot(page, 'authorize-consent')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expectText(page, 'Back at Acme')
  const tokens = await oidc.authorizationCodeGrant(acme.config, new URL(page.url()), checks)
  expect(tokens.claims()).toMatchObject({ sub: user.id })
  expect(consoleErrors).toEqual([])
  await close()
})

test('a program that registered itself says so, and users read what it may do at an API', async () => {
  const { server, admin, app } = harness
  await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
  const scopes = [{ name: 'notes.read', description: 'read your notes' }]
  const url = 'https://notes.example/mcp'
  await admin.oidcResources.create({ appId: app.id, url, name: 'Notes', scopes })
  const issuer = oidcIssuerOf(server.url, app.id)
  const answer = await fetch(`${issuer}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Agent', redirect_uris: [redirectUri] }),
  })
  const { client_id: id } = (await answer.json()) as { client_id: string }
  const options = { execute: [oidc.allowInsecureRequests] }
  const config = await oidc.discovery(new URL(issuer), id, {}, oidc.None(), options)
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const authorization = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    resource: url,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const owner = await harness.newUser('Player of an agent')
  const { page, consoleErrors, close } = await harness.visit(pathOf(authorization), { user: owner })
  await expectText(page, 'This program registered itself')
  await expectText(page, new URL(redirectUri).host)
  await expectText(page, 'Agent may then use Notes')
  await expectText(page, 'read your notes')
  await expectText(page, 'all of this also while you are away')
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await shoot(page, 'authorize-registered')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expectText(page, 'Back at Acme')
  const tokens = await oidc.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier }, { resource: url })
  expect(tokens.scope).toBe('notes.read')
  expect(consoleErrors).toEqual([])
  await close()
})

test("the operator's own program asks nothing", async () => {
  const { url, checks } = await begin(own)
  const { page, close } = await harness.visit(pathOf(url), { user })
  await expectText(page, 'Back at Acme')
  const tokens = await oidc.authorizationCodeGrant(own.config, new URL(page.url()), checks)
  expect(tokens.claims()).toMatchObject({ sub: user.id })
  await close()
})

test('a user who declines is back at the program, which is told', async () => {
  const { url } = await begin(acme)
  const { page, close } = await harness.visit(pathOf(url), { user })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectText(page, 'Back at Acme')
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  await close()
})

test('the page of another app has its name and its own session', async () => {
  const { server, admin } = harness
  const token = (await server.as().setup.login({ username: 'operator', password: 'correct horse battery' })).token
  const app = await createTestApp(server, token, 'Second World')
  await admin.apps.update({ id: app.id, oidcProviderEnabled: true })
  const client = await makeClient({ server, admin, app }, { name: 'Elsewhere', redirectUris: [redirectUri] })
  const { url } = await begin(client)
  const { page, close } = await harness.visit(pathOf(url), { user })
  await expectText(page, 'Log in to Elsewhere with Second World')
  await close()
})

test('another user in the same browser takes the place of the one before at the provider', async () => {
  const first = await begin(own)
  const { page, consoleErrors, close } = await harness.visit(pathOf(first.url), { user })
  await expectText(page, 'Back at Acme')
  const other = await harness.newUser('Player Two')
  await page.goto(harness.server.url + '/privacy')
  await page.evaluate((token) => localStorage.setItem('OpenAuth:Token', JSON.stringify(token)), other.token)
  const { url, checks } = await begin(own, { prompt: 'consent' })
  await page.goto(url.href)
  await expectText(page, 'Back at Acme')
  const tokens = await oidc.authorizationCodeGrant(own.config, new URL(page.url()), checks)
  expect(tokens.claims()).toMatchObject({ sub: other.id })
  expect(consoleErrors).toEqual([])
  await close()
})

test('an address of another browser says what to do, and the page cannot be framed', async () => {
  const path = `/authorize/${'x'.repeat(21)}?app=${harness.app.id}`
  const { page, close } = await harness.visit(path, { user })
  await expectText(page, /This login has expired, or another browser began it/)
  const { headers } = await fetch(harness.server.url + path, { headers: { accept: 'text/html' } })
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  await close()
})

test('the user sees the program among the connected ones and ends its access', async () => {
  const { page, close } = await harness.visit('/wallet/apps', { user })
  await expectText(page, 'Acme Mail')
  await shoot(page, 'connected-programs')
  await page.getByRole('button', { name: 'Disconnect Acme Mail' }).click()
  await expectText(page, /Acme Mail/)
  await expect.poll(async () => (await user.client.connectedApps.list()).map(({ name }) => name)).toEqual(['Our shop'])
  await close()
})

test('log-out at the provider asks on a page and returns', async () => {
  const { url, checks } = await begin(own)
  const { page, close } = await harness.visit(pathOf(url), { user })
  await expectText(page, 'Back at Acme')
  const { id_token: hint } = await oidc.authorizationCodeGrant(own.config, new URL(page.url()), checks)
  const end = oidc.buildEndSessionUrl(own.config, { id_token_hint: hint! })
  await page.goto(end.href)
  await expectText(page, /Log out of/)
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'authorize-log-out')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectText(page, 'You are logged out')
  await close()
})
