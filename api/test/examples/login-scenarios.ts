import type { ProofMethod } from '@openauth/client'
import { startOidcIssuer } from '@openauth/localnet/oidc-issuer'
import { methodFixtures } from '../../src/features/login/method-fixtures.testing.ts'
import { pageOrigin } from '../../src/features/login/testing.ts'
import { redirectThrough } from '../../src/features/oidc-connections/oidc.testing.ts'
import { makeClient } from '../../src/features/oidc-provider/provider.testing.ts'
import { authenticator } from '../../src/features/webauthn/testing.ts'
import { signInAs } from '../../src/testing.ts'
import type { ExampleWorld } from './example-world.ts'

/** Logs in and binds by every method. */
export const logins = async (harness: ExampleWorld) => {
  for (const { method, show } of methodFixtures) {
    const login = harness.server.as().login[method as ProofMethod] as (input: object) => Promise<unknown>
    await login({ appId: harness.app.id, ...(await show(harness, harness.app.id)) })
  }
  const other = await harness.newApp('Binds')
  const user = await signInAs(harness.server, other.id, 'everywhere')
  for (const { method, show } of methodFixtures) {
    const bind = user.client.bind[method as ProofMethod] as (input: object) => Promise<unknown>
    await bind(await show(harness, other.id, user.token))
  }
  await user.client.bind.unbind({ provider: 'github' })
  const [unbound] = await user.client.account.accountChanges()
  await user.client.account.undoAccountChange({ id: unbound!.id })
}

/** What an operator sees and tries of the login methods of an app. */
export const loginMethods = async ({ admin, app }: ExampleWorld) => {
  await admin.loginMethods.list({ appId: app.id })
  await admin.loginMethods.test({ appId: app.id, method: 'github', githubClientSecret: 'wrong' })
  await admin.loginMethods.testMail({ appId: app.id, to: 'operator@example.com' })
}

/** Connects an app to an organization's OpenID provider, and logs people in by it. */
export const organizations = async ({ admin, server, newApp }: ExampleWorld) => {
  const { id: appId } = await newApp('Organizations')
  const client = { clientId: 'openauth', clientSecret: 'the secret of the client' }
  const issuer = await startOidcIssuer({ clients: [{ ...client, redirectUris: [/^http:\/\/127\.0\.0\.1:/] }] })
  const { id: connectionId } = await admin.oidcConnections.create({
    appId,
    key: 'acme',
    title: 'Acme',
    issuer: issuer.issuer,
    ...client,
    domains: ['acme.example'],
  })
  await admin.oidcConnections.update({ appId, connectionId, onlyDomains: false })
  await admin.oidcConnections.test({ appId, connectionId })
  await admin.oidcConnections.list({ appId })
  await server.as().login.oidcConnection({ appId, email: 'ada@acme.example' })
  const codeOf = async (person: number, ticket?: string) => {
    const started = { connection: 'acme', person, ...(ticket === undefined ? {} : { ticket }) }
    return (await redirectThrough([issuer], server.url, appId, started)).searchParams.get('code')!
  }
  await server.as().login.oidc({ appId, token: await codeOf(0) })
  const user = await signInAs(server, appId, 'of an organization')
  const { ticket } = await user.client.account.redirectTicket({ provider: 'oidc', purpose: 'bind' })
  await user.client.bind.oidc({ token: await codeOf(1, ticket) })
  await admin.oidcConnections.delete({ appId, connectionId })
  await issuer.stop()
}

/** A program that logs users in with an app as its OpenID provider, and a user who logs in there. */
export const oidcClients = async ({ server, admin, newApp }: ExampleWorld) => {
  const app = await newApp('Identity')
  const appId = app.id
  await admin.apps.update({ id: appId, oidcProviderEnabled: true })
  const redirectUris = ['https://mail.acme.example/callback']
  const { id: clientId } = await admin.oidcClients.create({ appId, name: 'Acme Mail', redirectUris })
  await admin.oidcClients.list({ appId })
  await admin.oidcClients.update({ appId, clientId, skipsConsent: true })
  await admin.oidcClients.rotateSecret({ appId, clientId })
  const scopes = [{ name: 'notes.read', description: 'read your notes' }]
  const resource = await admin.oidcResources.create({ appId, url: 'https://notes.example/mcp', name: 'Notes', scopes })
  await admin.oidcResources.list({ appId })
  await admin.oidcResources.update({ appId, id: resource.id, name: 'My notes' })
  await admin.oidcResources.delete({ appId, id: resource.id })
  const user = await signInAs(server, appId, 'who connects')
  const acme = await makeClient({ server, admin, app }, { name: 'Acme Calendar' })
  await acme.logIn(user.token)
  await user.client.connectedApps.list()
  await user.client.connectedApps.revoke({ clientId: acme.id })
  await admin.oidcClients.delete({ appId, clientId })
}

/** A credential without its extension results: browsers send them, and the contract does not declare them. */
export const declared = <C extends { clientExtensionResults: object }>(credential: C) => {
  const { clientExtensionResults: _, ...rest } = credential
  return rest
}

/** Registers a passkey, logs in with it and removes it. */
export const passkeys = async ({ server, app }: ExampleWorld) => {
  const device = authenticator()
  const uri = `${pageOrigin}/account`
  const here = { origin: pageOrigin, rpId: 'localhost' }
  const owner = await signInAs(server, app.id, 'with a passkey')
  const { challenge } = await owner.client.passkeys.registerOptions({ uri })
  const response = declared(device.create({ challenge: challenge as string, ...here }))
  await owner.client.passkeys.registerVerify({ response, name: 'Phone' })
  const asked = await server.as().passkeys.loginOptions({ appId: app.id, uri })
  const shown = declared(device.get({ challenge: asked['challenge'] as string, ...here }))
  await server.as().passkeys.loginVerify({ appId: app.id, response: shown })
  const [passkey] = await owner.client.passkeys.list()
  await owner.client.passkeys.remove({ id: passkey!.id })
}
