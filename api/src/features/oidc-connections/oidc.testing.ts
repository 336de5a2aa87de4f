import { type OidcIssuer, startOidcIssuer } from '@openauth/localnet/oidc-issuer'
import { afterAll, beforeAll } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'
import { cookieOf, pageOrigin } from '../login/testing.ts'

export const clientSecret = 'a secret that only the server and the provider know'
const anyCallback = /^http:\/\/127\.0\.0\.1:\d+\/auth\/[0-9a-f-]{36}\/oidc\/callback\/[a-z0-9-]+$/

interface Started {
  connection?: string
  appId?: string
  ticket?: string
}

export interface OidcWorld {
  server: TestServer
  admin: ReturnType<TestServer['as']>
  /** An app with single sign-on, and no connection. */
  app: TestApp
  /** Two providers that know the clients `own`, `posting` and `other`. */
  issuer: OidcIssuer
  second: OidcIssuer
  /** A connection of the app to the first provider, or as given. */
  connect: (given?: object) => Promise<{ id: string; key: string }>
  /** Starts a redirect; resolves with the provider's address, and the browser's cookie. */
  start: (started?: Started) => Promise<{ url: URL; cookie: string }>
  /** Delivers the provider's redirect to the server; resolves with where it sends the browser. */
  land: (back: string, cookie: string) => Promise<URL>
  /** The page's address after a login at the provider. */
  redirect: (started?: Started & { person?: number | 'cancel' }) => Promise<URL>
  /** Logs in with what a redirect brought. */
  logIn: (started?: Started & { person?: number }) => Promise<string>
}

/** Starts a redirect at a server; resolves with the provider's address, and the browser's cookie. */
export const startRedirect = async (
  serverUrl: string,
  ofApp: string,
  { connection, appId = ofApp, ticket }: Started = {},
): Promise<{ url: URL; cookie: string }> => {
  const query = new URLSearchParams({
    redirectUrl: `${pageOrigin}/page`,
    response_mode: 'code',
    ...(connection === undefined ? {} : { connection }),
    ...(ticket === undefined ? {} : { ticket }),
  })
  const response = await fetch(`${serverUrl}/auth/${appId}/oidc/oauth?${query.toString()}`, { redirect: 'manual' })
  return { url: new URL(response.headers.get('location')!), cookie: cookieOf(response) }
}

/** Delivers the provider's redirect to the server; resolves with where that sends the browser. */
export const landAt = async (back: string, cookie: string): Promise<URL> => {
  const response = await fetch(back, { redirect: 'manual', headers: { cookie } })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect, but status ${response.status}`)
  return new URL(location)
}

/** The page's address after a whole redirect through one of the providers. */
export const redirectThrough = async (
  issuers: OidcIssuer[],
  serverUrl: string,
  appId: string,
  { person = 0, ...started }: Started & { person?: number | 'cancel' } = {},
): Promise<URL> => {
  const { url, cookie } = await startRedirect(serverUrl, appId, started)
  const at = issuers.find(({ issuer }) => issuer === url.origin)
  // An error comes back to the page at once.
  if (!at) return url
  return landAt(await at.authorize(url.href, person === 'cancel' ? person : at.people[person]!), cookie)
}

/** A server with an app, and two OpenID providers beside it. */
export const oidcWorld = (environment: Record<string, string> = {}): OidcWorld => {
  const world = {} as OidcWorld
  let serial = 0
  beforeAll(async () => {
    const client = { clientSecret, redirectUris: [anyCallback] }
    const clients = [
      { clientId: 'own', ...client },
      { clientId: 'posting', ...client, tokenEndpointAuthMethod: 'client_secret_post' as const },
      { clientId: 'other', ...client },
    ]
    world.issuer = await startOidcIssuer({ clients })
    world.second = await startOidcIssuer({ clients })
    world.server = await testServer({
      OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      ...environment,
    })
    const adminToken = await signInAsAdmin(world.server)
    world.admin = world.server.as(adminToken)
    world.app = await createTestApp(world.server, adminToken, 'Organizations')
    await world.admin.apps.update({ id: world.app.id, oidcEnabled: true, redirectOrigins: [pageOrigin] })
  })
  afterAll(async () => {
    await world.server.stop()
    await world.issuer.stop()
    await world.second.stop()
  })
  world.connect = (given = {}) => {
    const key = `acme-${(serial += 1)}`
    const usual = { key, title: `Acme ${serial}`, issuer: world.issuer.issuer, clientId: 'own', clientSecret }
    return world.admin.oidcConnections.create({ appId: world.app.id, ...usual, ...given })
  }
  world.start = (started) => startRedirect(world.server.url, world.app.id, started)
  world.land = landAt
  world.redirect = (started) => redirectThrough([world.issuer, world.second], world.server.url, world.app.id, started)
  world.logIn = async (started) => {
    const page = await world.redirect(started)
    const token = page.searchParams.get('code')
    if (token === null) throw new Error(`The redirect brought ${page.search}`)
    return (await world.server.as().login.oidc({ appId: started?.appId ?? world.app.id, token })).token
  }
  return world
}
