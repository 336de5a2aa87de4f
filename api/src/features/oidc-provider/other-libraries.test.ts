import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { oidcIssuerOf } from '@openauth/client'
import * as oauth from 'oauth4webapi'
import passport from 'passport'
import OpenIDConnectStrategy, { type Profile } from 'passport-openidconnect'
import { expect, test } from 'vitest'
import { createBrowser, redirectUri, useProvider } from './provider.testing.ts'

// Programs with other libraries than openid-client log users in, as their documents say.

const world = useProvider()

test('oauth4webapi: discovery, code, PKCE, ID token and userinfo', async () => {
  const { admin, app, issuer, ada, browser } = world()
  const made = await admin.oidcClients.create({ appId: app.id, name: 'Acme', redirectUris: [redirectUri] })
  const http = { [oauth.allowInsecureRequests]: true }
  const found = await oauth.discoveryRequest(new URL(issuer), http)
  const as = await oauth.processDiscoveryResponse(new URL(issuer), found)
  const client = { client_id: made.id }
  const authentication = oauth.ClientSecretBasic(made.clientSecret!)
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ]
  const url = new URL(as.authorization_endpoint!)
  url.search = new URLSearchParams({
    client_id: made.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString()
  const visitor = browser()
  const back = await visitor.accept(await visitor.follow(url), ada.token)
  const parameters = oauth.validateAuthResponse(as, client, back, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    http,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: ada.id, aud: made.id })
  const info = await oauth.userInfoRequest(as, client, tokens.access_token, http)
  expect(await oauth.processUserInfoResponse(as, client, ada.id, info)).toMatchObject({ sub: ada.id, name: 'ada' })
})

/** A program with passport, whose one visitor has one session. */
const startPassport = async (configure: (callback: string) => Promise<passport.Strategy>) => {
  const session = {}
  const authenticator = new passport.Passport()
  const listener = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url!, 'http://127.0.0.1').searchParams)
    const asked = Object.assign(request, { query, session }) as IncomingMessage
    const done = (error?: Error) =>
      response
        .writeHead(error ? 500 : 200)
        .end(error ? error.message : JSON.stringify((asked as { user?: unknown }).user ?? null))
    const handle = authenticator.authenticate('openidconnect', { session: false }) as (
      request: unknown,
      response: unknown,
      next: (error?: Error) => void,
    ) => void
    handle(asked, response, done)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  authenticator.use('openidconnect', await configure(`${address}/callback`))
  return { address, stop: () => listener.close() }
}

test('passport-openidconnect, which has no PKCE: a client with a secret sends a nonce', async () => {
  const { admin, app, issuer, ada, server } = world()
  const program = await startPassport(async (callbackURL) => {
    const given = { appId: app.id, name: 'Forum', redirectUris: [callbackURL], requiresPkce: false }
    const { id: clientID, clientSecret } = await admin.oidcClients.create(given)
    const options = {
      issuer: oidcIssuerOf(server.url, app.id),
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/me`,
      clientID,
      clientSecret: clientSecret!,
      callbackURL,
      scope: 'profile',
      nonce: 'yes',
      skipUserProfile: false,
    }
    return new OpenIDConnectStrategy(
      options,
      (_issuer: string, profile: Profile, done: (error: null, user: Profile) => void) => done(null, profile),
    )
  })
  const begun = await fetch(`${program.address}/login`, { redirect: 'manual' })
  const visitor = createBrowser(server.url)
  const back = await visitor.accept(await visitor.follow(begun.headers.get('location')!), ada.token)
  const answer = await fetch(back)
  expect([answer.status, await answer.json()]).toMatchObject([200, { id: ada.id, displayName: 'ada', username: 'ada' }])
  program.stop()
})
