import { ApiError } from '@openauth/client'
import * as oidc from 'openid-client'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { redirectUri, useProvider } from './provider.testing.ts'

const world = useProvider({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })

const create = (given: object) =>
  world().admin.oidcClients.create({ appId: world().app.id, name: 'Acme', redirectUris: [redirectUri], ...given })

/** The fields that a refusal names. */
const refusedFields = (call: Promise<unknown>) =>
  call.then(
    () => [],
    (error: unknown) => (error instanceof ApiError ? error.issues.map(({ path }) => path.split('.')[0]) : error),
  )

describe('clients', () => {
  test('a secret is shown once; the list has its end only', async () => {
    const { clientSecret, ...made } = await create({})
    expect(clientSecret).toMatch(/^[\w-]{43}$/)
    expect(made.secretLastFour).toBe(clientSecret!.slice(-4))
    const listed = await world().admin.oidcClients.list({ appId: world().app.id })
    expect(listed).toContainEqual(made)
    expect(JSON.stringify(listed)).not.toContain(clientSecret)
  })

  test.each([
    ['http on the network', { redirectUris: ['http://client.example/callback'] }, 'redirectUris'],
    ['a fragment', { redirectUris: ['https://client.example/#x'] }, 'redirectUris'],
    ['a wildcard', { redirectUris: ['https://*.client.example/'] }, 'redirectUris'],
    ['a script', { redirectUris: ['javascript:alert(1)'] }, 'redirectUris'],
    ['none at all', { redirectUris: [] }, 'redirectUris'],
    [
      'several hosts of a pairwise client',
      { subjects: 'pairwise', redirectUris: ['https://a.example/', 'https://b.example/'] },
      'redirectUris',
    ],
    ['scopes without openid', { scopes: ['email'] }, 'scopes'],
    ['a key without its method', { publicKeys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] }, 'publicKeys'],
    ['the method without a key', { authentication: 'private_key_jwt' }, 'publicKeys'],
    [
      'a private key',
      { authentication: 'private_key_jwt', publicKeys: [{ kty: 'OKP', crv: 'Ed25519', x: 'a', d: 'b' }] },
      'publicKeys',
    ],
    ['a log-out address of this network', { backchannelLogoutUri: 'http://10.0.0.1/' }, 'backchannelLogoutUri'],
  ] as const)('%s is refused, and nothing is stored', async (_, given, field) => {
    const { admin, app } = world()
    const before = await admin.oidcClients.list({ appId: app.id })
    expect(await refusedFields(create(given))).toEqual([field])
    expect(await admin.oidcClients.list({ appId: app.id })).toEqual(before)
  })

  test('a change keeps what is not given, and is refused to who has not seen the last one', async () => {
    const { admin, app } = world()
    const { id: clientId, updatedAt } = await create({ scopes: ['openid'] })
    const changed = await admin.oidcClients.update({
      appId: app.id,
      clientId,
      name: 'Other',
      expectedUpdatedAt: updatedAt,
    })
    expect(changed).toMatchObject({ name: 'Other', scopes: ['openid'], redirectUris: [redirectUri] })
    const stale = admin.oidcClients.update({ appId: app.id, clientId, name: 'Stale', expectedUpdatedAt: updatedAt })
    await expect(stale).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await admin.oidcClients.delete({ appId: app.id, clientId })
    const gone = admin.oidcClients.update({ appId: app.id, clientId, name: 'Gone' })
    await expect(gone).rejects.toMatchObject({ code: 'oidc_client_not_found' })
  })

  test('a public client has no secret to replace', async () => {
    const { id: clientId, clientSecret } = await create({ authentication: 'none' })
    expect(clientSecret).toBeNull()
    const rotated = world().admin.oidcClients.rotateSecret({ appId: world().app.id, clientId })
    await expect(rotated).rejects.toMatchObject({ code: 'no_client_secret' })
  })
})

test('a user logs in on a device by its code', async () => {
  const { client, browser, ada } = world()
  const tv = await client({ name: 'Television', authentication: 'none', deviceLogins: true })
  const started = await oidc.initiateDeviceAuthorization(tv.config, { scope: 'openid profile' })
  const visitor = browser()
  const asked = await (await visitor.send(started.verification_uri)).text()
  const fieldsOf = (html: string) => ({ xsrf: /name="xsrf" value="([^"]+)"/.exec(html)![1]! })
  const post = (fields: Record<string, string>) =>
    visitor.send(started.verification_uri, { method: 'POST', body: new URLSearchParams(fields) })
  const wrong = await (await post({ ...fieldsOf(asked), user_code: 'BBBB-BBBB' })).text()
  expect(wrong).toContain('This code is wrong')
  const confirmed = await (await post({ ...fieldsOf(wrong), user_code: started.user_code })).text()
  expect(confirmed).toContain('Log in Television on your device?')
  const fields = { ...fieldsOf(confirmed), user_code: started.user_code, confirm: 'yes' }
  const page = await visitor.follow(started.verification_uri, { method: 'POST', body: new URLSearchParams(fields) })
  const { body } = await visitor.call(page, 'accept', ada.token)
  const done = await visitor.send(body.data.continueAt)
  expect(await done.text()).toContain('Your device is logged in')
  const tokens = await oidc.pollDeviceAuthorizationGrant(tv.config, started)
  expect(tokens.claims()).toMatchObject({ sub: ada.id, aud: tv.id })
})

test('a client is told of a log-out through another one, by a signed token', async () => {
  const told: Promise<string>[] = []
  const listener = createServer((request, response) => {
    told.push(text(request))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const backchannelLogoutUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logout`
  const { client, browser, server, app } = world()
  const user = await signInAs(server, app.id, 'leaves')
  const [shop, forum] = [await client({ name: 'Shop' }), await client({ name: 'Forum', backchannelLogoutUri })]
  const visitor = browser()
  await visitor.accept(await visitor.follow((await forum.begin()).url), user.token)
  const { url, checks } = await shop.begin()
  const back = await visitor.accept(await visitor.follow(url), user.token)
  const { id_token: hint } = await oidc.authorizationCodeGrant(shop.config, back, checks)
  const asked = await (await visitor.send(oidc.buildEndSessionUrl(shop.config, { id_token_hint: hint! }))).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked)![1]!
  const confirm = `${world().issuer}/session/end/confirm`
  await visitor.send(confirm, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
  await expect.poll(() => told.length, { timeout: 30_000 }).toBe(1)
  const claims = decodeJwt(new URLSearchParams(await told[0]).get('logout_token')!)
  expect(claims).toMatchObject({ iss: world().issuer, aud: forum.id, sub: user.id })
  expect(Object.keys(claims['events'] as object)).toEqual(['http://schemas.openid.net/event/backchannel-logout'])
  listener.close()
})

test('a rotation of the signing keys publishes new ones, and ID tokens of before stay valid', async () => {
  const { client, ada, admin, issuer } = world()
  const acme = await client()
  const before = await acme.logIn(ada.token)
  const kidsOf = async () => {
    const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: { kid: string; alg: string }[] }
    for (const key of keys) expect(Object.keys(key)).not.toContain('d')
    return keys.map(({ kid }) => kid)
  }
  const first = await kidsOf()
  await admin.signingKeys.rotate({ overlapSeconds: 0 })
  await expect.poll(async () => (await kidsOf()).length, { timeout: 60_000, interval: 500 }).toBe(first.length * 2)
  expect(await kidsOf()).toEqual(expect.arrayContaining(first))
  const after = await acme.logIn(ada.token)
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid
  expect(kidOf(after.id_token!)).not.toBe(kidOf(before.id_token!))
})
