import { SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'
import { createTestApp, inParallel, signInAs, signInAsAdmin } from '../../testing.ts'
import { codeFor, errorOf, makeClient, offline, refusalOf, useProvider } from './provider.testing.ts'

const world = useProvider()

test('a client of another app is unknown', async () => {
  const { server, admin, client, issuer } = world()
  const app = await createTestApp(server, await signInAsAdmin(server), 'Another provider')
  await admin.apps.update({ id: app.id, oidcProviderEnabled: true })
  const stranger = await makeClient({ server, admin, app })
  const acme = await client()
  const { url } = await acme.begin()
  url.searchParams.set('client_id', stranger.id)
  expect((await refusalOf(world(), url)).text).toContain('invalid_client')
  expect(issuer).not.toContain(app.id)
})

test("a user of another app cannot accept an app's login", async () => {
  const { server, browser, client } = world()
  const { id } = await createTestApp(server, await signInAsAdmin(server), 'Of strangers')
  const eve = await signInAs(server, id, 'eve')
  const visitor = browser()
  const { url } = await (await client()).begin()
  const page = await visitor.follow(url)
  expect((await visitor.call(page, 'accept', eve.token)).status).toBe(401)
  expect((await visitor.call(page, 'accept')).status).toBe(401)
})

test('a code, a refresh token and introspection are of one client', async () => {
  const [acme, other] = [await world().client(), await world().client()]
  const { back, checks } = await codeFor(world(), acme)
  expect(await errorOf(oidc.authorizationCodeGrant(other.config, back, checks))).toBe('invalid_grant')
  const tokens = await acme.logIn(world().ada.token, offline)
  expect(await errorOf(oidc.refreshTokenGrant(other.config, tokens.refresh_token!))).toBe('invalid_grant')
  expect(await oidc.tokenIntrospection(other.config, tokens.access_token)).toEqual({ active: false })
  await oidc.tokenRevocation(other.config, tokens.access_token).catch(() => {})
  expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toMatchObject({ active: true })
})

test('a wrong secret, none, the stored digest, a rotated one and a disabled client are refused', async () => {
  const { client, admin, app, server, issuer } = world()
  const acme = await client()
  const { access_token: access } = await acme.logIn(world().ada.token)
  const { back, checks } = await codeFor(world(), acme)
  const row = await server.resources.db.prisma.oidcClient.findUniqueOrThrow({ where: { id: acme.id } })
  const digest = Buffer.from(row.secretDigest!)
  const metadata = await fetch(`${issuer}/.well-known/openid-configuration`).then((answer) => answer.json())
  const as = (auth: oidc.ClientAuth) => {
    const config = new oidc.Configuration(metadata as oidc.ServerMetadata, acme.id, {}, auth)
    oidc.allowInsecureRequests(config)
    return errorOf(oidc.authorizationCodeGrant(config, new URL(back), checks))
  }
  for (const wrong of ['wrong', digest.toString('base64url'), digest.toString('hex')])
    expect(await as(oidc.ClientSecretBasic(wrong))).toBe('invalid_client')
  expect(await as(oidc.None())).toBe('invalid_client')
  await admin.oidcClients.rotateSecret({ appId: app.id, clientId: acme.id })
  expect(await as(oidc.ClientSecretBasic(acme.secret))).toBe('invalid_client')
  await admin.oidcClients.update({ appId: app.id, clientId: acme.id, enabled: false })
  expect(await errorOf(oidc.fetchUserInfo(acme.config, access, world().ada.id))).toBe('invalid_token')
  expect((await refusalOf(world(), (await acme.begin()).url)).text).toContain('invalid_client')
})

test('clients get no scope that the operator did not give', async () => {
  const acme = await world().client({ scopes: ['openid'] })
  const back = await world()
    .browser()
    .follow((await acme.begin({ scope: 'openid wallets' })).url)
  expect(back.searchParams.get('error')).toBe('invalid_scope')
})

test('pairwise clients of different hosts cannot join their users', async () => {
  const { client, ada } = world()
  const pairwise = (host: string) => client({ subjects: 'pairwise', redirectUris: [`https://${host}/callback`] })
  const subjectAt = async (host: string) => {
    const acme = await pairwise(host)
    const tokens = await acme.logIn(ada.token, { redirect_uri: `https://${host}/callback` })
    const { sub } = tokens.claims()!
    expect((await oidc.fetchUserInfo(acme.config, tokens.access_token, sub)).sub).toBe(sub)
    expect((await oidc.tokenIntrospection(acme.config, tokens.access_token)).sub).toBe(sub)
    return sub
  }
  const [one, same, two] = [
    await subjectAt('one.example'),
    await subjectAt('one.example'),
    await subjectAt('two.example'),
  ]
  expect(one).toBe(same)
  expect(new Set([one, two, ada.id]).size).toBe(3)
})

test("a client's assertion is accepted once, also by concurrent calls", async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const given = { authentication: 'private_key_jwt', publicKeys: [{ kty, crv, x, y }] }
  const acme = await world().client(given, () => oidc.PrivateKeyJwt(pair.privateKey))
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(acme.id)
    .setSubject(acme.id)
    .setAudience(world().issuer)
    .setJti('once')
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(pair.privateKey)
  const introspect = async () => {
    const body = new URLSearchParams({
      token: 'unknown',
      client_id: acme.id,
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    return (await fetch(`${world().issuer}/token/introspection`, { method: 'POST', body })).status
  }
  const statuses = await inParallel(6, introspect)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})
