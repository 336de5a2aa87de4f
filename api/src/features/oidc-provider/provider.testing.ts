import { oidcIssuerOf } from '@openauth/client'
import * as oidc from 'openid-client'
import { afterAll, beforeAll } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

/** Where clients of the tests are returned to; nothing listens there. */
export const redirectUri = 'https://client.example/callback'

interface PageAnswer {
  data: { continueAt: string }
  code?: string
}

/** What a browser does of a login: it keeps cookies by path and follows redirects within the server. */
export const createBrowser = (serverUrl: string) => {
  const cookies = new Map<string, { value: string; path: string }>()
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/'
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(`${name} ${path}`)
      else cookies.set(`${name} ${path}`, { value: value!, path })
    }
  }
  const cookieFor = (path: string) =>
    [...cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ')
  const send = async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address, serverUrl)
    const headers = { accept: 'text/html', cookie: cookieFor(url.pathname), ...(init.headers as object) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    keep(response)
    return response
  }
  /** Follows redirects until they leave the server or reach the login page; resolves with that address, or the answer without one. */
  const follow = async (address: string | URL, init?: RequestInit): Promise<URL> => {
    const response = await send(address, init)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`No redirect, but ${response.status}: ${await response.text()}`)
    const to = new URL(location, serverUrl)
    const stays = to.origin === new URL(serverUrl).origin && !to.pathname.startsWith('/authorize/')
    return stays ? follow(to) : to
  }
  const call = async (page: URL, name: string, token?: string) => {
    const method = name === 'request' ? 'GET' : 'POST'
    const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await send(`${page.pathname}/${name}${page.search}`, { method, headers })
    return { status: response.status, body: (await response.json()) as PageAnswer }
  }
  return {
    send,
    follow,
    call,
    /** Logs in as the page does with a user's token; resolves with where that leads. */
    accept: async (page: URL, token: string): Promise<URL> => {
      const { status, body } = await call(page, 'accept', token)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return follow(body.data.continueAt)
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>

export interface ProviderWorld {
  server: TestServer
  admin: ReturnType<TestServer['as']>
  app: TestApp
  ada: TestUser
  issuer: string
  browser: () => Browser
  /** Makes a client, and the configuration of openid-client for it, by discovery. */
  client: (given?: object, auth?: (secret: string) => oidc.ClientAuth) => Promise<TestClient>
}

export interface TestClient {
  id: string
  secret: string
  config: oidc.Configuration
  /** An authorization request with PKCE, state and nonce. */
  begin: (parameters?: Record<string, string>) => Promise<{ url: URL; checks: oidc.AuthorizationCodeGrantChecks }>
  /** A whole login of a user. */
  logIn: (token: string, parameters?: Record<string, string>) => ReturnType<typeof oidc.authorizationCodeGrant>
}

const beginWith = async (config: oidc.Configuration, parameters: Record<string, string> = {}) => {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const expectedState = oidc.randomState()
  const expectedNonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  })
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } }
}

/** Makes a client of an app, as an operator and the client's programmer do. */
export const makeClient = async (
  { server, admin, app }: { server: Pick<TestServer, 'url'>; admin: ProviderWorld['admin']; app: Pick<TestApp, 'id'> },
  given: object = {},
  auth?: (secret: string) => oidc.ClientAuth,
): Promise<TestClient> => {
  const made = await admin.oidcClients.create({
    appId: app.id,
    name: 'Acme',
    redirectUris: [redirectUri],
    scopes: ['openid', 'profile', 'email', 'wallets', 'offline_access'],
    ...given,
  })
  const secret = made.clientSecret ?? ''
  const usual = made.authentication === 'client_secret_basic' ? oidc.ClientSecretBasic : oidc.ClientSecretPost
  const method = auth?.(secret) ?? (made.clientSecret === null ? oidc.None() : usual(secret))
  const metadata = { id_token_signed_response_alg: made.idTokenAlgorithm }
  const options = { execute: [oidc.allowInsecureRequests] }
  const config = await oidc.discovery(new URL(made.issuer), made.id, metadata, method, options)
  const begin = (parameters?: Record<string, string>) => beginWith(config, parameters)
  return {
    id: made.id,
    secret,
    config,
    begin,
    logIn: async (token, parameters) => {
      const { url, checks } = await begin(parameters)
      const browser = createBrowser(server.url)
      const back = await browser.accept(await browser.follow(url), token)
      return oidc.authorizationCodeGrant(config, back, checks)
    },
  }
}

/** Starts a server with an app that is an OpenID provider, and a user of it. */
export const useProvider = (environment: Record<string, string> = {}): (() => ProviderWorld) => {
  let world: ProviderWorld
  beforeAll(async () => {
    const server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0', ...environment })
    const adminToken = await signInAsAdmin(server)
    const app = await createTestApp(server, adminToken, 'Provider')
    const admin = server.as(adminToken)
    await admin.apps.update({ id: app.id, oidcProviderEnabled: true })
    const ada = await signInAs(server, app.id, 'ada')
    world = {
      server,
      admin,
      app,
      ada,
      issuer: oidcIssuerOf(server.url, app.id),
      browser: () => createBrowser(server.url),
      client: (given, auth) => makeClient(world, given, auth),
    }
  })
  afterAll(() => world.server.stop())
  return () => world
}

/** A page of the provider's own, which redirects nowhere. */
export const refusalOf = async ({ browser }: ProviderWorld, url: URL) => {
  const response = await browser().send(url)
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** The error that a client gets of a token endpoint. */
export const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => {
      if (error instanceof oidc.ResponseBodyError) return error.error
      // RFC 6749, section 5.2: a client that tried Basic is answered with a challenge.
      return error instanceof oidc.WWWAuthenticateChallengeError ? error.cause[0]!.parameters['error'] : error
    },
  )

/** A code that a user's login brought. */
export const codeFor = async ({ ada, browser }: ProviderWorld, { begin }: TestClient) => {
  const { url, checks } = await begin()
  const visitor = browser()
  return { back: await visitor.accept(await visitor.follow(url), ada.token), checks, url }
}

/** What a client asks for that wants a refresh token. */
export const offline = { scope: 'openid offline_access', prompt: 'consent' }
