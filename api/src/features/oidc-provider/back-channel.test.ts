import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { offline, useProvider } from './provider.testing.ts'

const world = useProvider({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })

/** A client's endpoint, which answers with `status`, and the logout tokens that it got. */
const receiver = { tokens: [] as string[], status: 204, address: '' }
const listener = createServer(async (request, response) => {
  receiver.tokens.push(new URLSearchParams(await text(request)).get('logout_token')!)
  response.writeHead(receiver.status).end()
})
beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  receiver.address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logout`
})
beforeEach(() => Object.assign(receiver, { tokens: [], status: 204 }))
afterAll(() => listener.close())

const outbox = () => world().server.resources.db.prisma.oidcLogout

/** Waits until the outbox is empty, so that nothing more will come. */
const settled = async () => {
  await expect.poll(() => outbox().count(), { timeout: 30_000 }).toBe(0)
}

const logIn = async (name: string, given: object = {}) => {
  const { server, app, client } = world()
  const user = await signInAs(server, app.id, name)
  const acme = await client({ backchannelLogoutUri: receiver.address, ...given })
  const tokens = await acme.logIn(user.token, offline)
  return { user, acme, tokens, claims: tokens.claims()! }
}

const ends: [string, (login: Awaited<ReturnType<typeof logIn>>) => Promise<unknown>][] = [
  ['the user logs out of the app', ({ user }) => user.client.account.logout()],
  [
    'an operator ends the sessions',
    ({ user }) => world().admin.users.endSessions({ appId: world().app.id, id: user.id }),
  ],
  ['the user is disabled', ({ user }) => world().admin.users.disable({ appId: world().app.id, id: user.id })],
  ['the user is deleted', ({ user }) => world().admin.users.delete({ appId: world().app.id, id: user.id })],
  ['the user ends the access', ({ user, acme }) => user.client.connectedApps.revoke({ clientId: acme.id })],
  [
    'a refresh token is used twice',
    async ({ acme, tokens }) => {
      await oidc.refreshTokenGrant(acme.config, tokens.refresh_token!)
      await oidc.refreshTokenGrant(acme.config, tokens.refresh_token!).catch(() => {})
    },
  ],
]

test.each(ends)('a client is told once, by a signed token of its session: %s', async (name, end) => {
  const login = await logIn(name.replaceAll(/\W/g, '-'))
  await end(login)
  await settled()
  expect(receiver.tokens).toHaveLength(1)
  const { payload, protectedHeader } = await jwtVerify(
    receiver.tokens[0]!,
    createRemoteJWKSet(new URL(`${world().issuer}/jwks`)),
    { issuer: world().issuer, audience: login.acme.id },
  )
  expect(protectedHeader.typ).toBe('logout+jwt')
  expect(payload).toMatchObject({ sub: login.user.id, sid: login.claims['sid'] })
  expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
  expect(payload).not.toHaveProperty('nonce')
})

test('a client with pairwise ids is told its own', async () => {
  const { user, claims } = await logIn('pairwise', { subjects: 'pairwise' })
  expect(claims.sub).not.toBe(user.id)
  await user.client.account.logout()
  await settled()
  expect(receiver.tokens.map((token) => decodeJwt(token).sub)).toEqual([claims.sub])
})

test('a client that does not answer well is told again', async () => {
  const { user } = await logIn('again')
  receiver.status = 503
  await user.client.account.logout()
  await expect.poll(() => receiver.tokens.length, { timeout: 30_000 }).toBe(1)
  // Until the attempt is noted, the row is leased.
  const inFuture = async () => (await outbox().findFirst())!.dueAt.getTime() - Date.now()
  await expect.poll(inFuture, { timeout: 30_000 }).toBeLessThan(10_000)
  receiver.status = 200
  await outbox().updateMany({ data: { dueAt: new Date() } })
  await settled()
  expect(receiver.tokens).toHaveLength(2)
})

test('what a server had begun when it was killed, another one sends once the lease is over', async () => {
  const { user, acme } = await logIn('killed')
  const data = { appId: world().app.id, clientId: acme.id, userId: user.id, sid: 'session', attempts: 1 }
  await outbox().create({ data: { ...data, dueAt: new Date(Date.now() - 1000) } })
  await settled()
  expect(receiver.tokens.map((token) => decodeJwt(token)['sid'])).toEqual(['session'])
})

test('nobody is told of a client without an address, nor of one that is deleted', async () => {
  const { user } = await logIn('no-address', { backchannelLogoutUri: null })
  await user.client.account.logout()
  expect(await outbox().count()).toBe(0)
  const { acme } = await logIn('deleted-client')
  await world().admin.oidcClients.delete({ appId: world().app.id, clientId: acme.id })
  expect(await outbox().count()).toBe(0)
  const data = { appId: world().app.id, clientId: acme.id, userId: user.id, sid: 'session' }
  await outbox().create({ data })
  await settled()
  expect(receiver.tokens).toEqual([])
})
