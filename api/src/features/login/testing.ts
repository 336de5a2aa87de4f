import { appSettings, type IdentityWorld, startIdentityWorld } from '@openauth/localnet/identity'
import type { Client, RedirectProvider } from '@openauth/client'
import {
  createTestApp,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestServerOptions,
} from '../../testing.ts'
import { httpFetch } from '../../http.testing.ts'

/** A server, the identity world that it uses, and an app with every method on. */
export interface LoginWorld {
  server: TestServer
  world: IdentityWorld
  adminToken: string
  admin: Client
  app: TestApp
  /** An app with every method on and the identity world's clients, or its foreign ones. */
  newApp: (name: string, owner?: 'own' | 'foreign') => Promise<TestApp>
  /** Runs a redirect login without a browser; returns the page's final address. */
  redirectLogin: (provider: RedirectProvider, options?: RedirectOptions) => Promise<URL>
  stop: () => Promise<void>
}

export interface RedirectOptions {
  appId?: string
  person?: number
  decline?: boolean
  mode?: 'token' | 'code'
  redirectUrl?: string
  /** A session's ticket, for a bind or a reauthentication. */
  ticket?: string
}

/** The origin of test pages. */
export const pageOrigin = 'http://localhost:5580'

/** The cookie that a response sets, in the form in which a browser sends it. */
export const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';', 1)[0]!

const redirectTarget = async (response: Response): Promise<URL> => {
  const location = response.headers.get('location')
  if (!location) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
  return new URL(location)
}

/**
 * Calls the callback as the provider's page has the browser do it: by a link, or by Apple's form and the redirect
 * after it.
 */
const goBack = async (back: Awaited<ReturnType<IdentityWorld['consent']>>, cookie: string): Promise<URL> => {
  if (back.method === 'GET') return redirectTarget(await httpFetch(back.url, { headers: { cookie } }))
  const posted = await httpFetch(back.url, { method: 'POST', body: new URLSearchParams(back.fields) })
  return redirectTarget(await httpFetch(String(await redirectTarget(posted)), { headers: { cookie } }))
}

/** Adds the identity world to a server, with apps that use it. */
export const createLoginWorld = async <S extends Pick<TestServer, 'as' | 'url'>>(server: S, world: IdentityWorld) => {
  const adminToken = await signInAsAdmin(server)
  const admin = server.as(adminToken)
  const newApp = async (name: string, owner: 'own' | 'foreign' = 'own') => {
    const made = await createTestApp(server, adminToken, name)
    await admin.apps.update({ id: made.id, ...appSettings(world, owner), redirectOrigins: [pageOrigin] })
    return made
  }
  const app = await newApp('Logins')
  const redirectLogin: LoginWorld['redirectLogin'] = async (provider, options = {}) => {
    const { appId = app.id, person = 0, decline, mode, redirectUrl = `${pageOrigin}/page?kept=1`, ticket } = options
    const query = new URLSearchParams({
      redirectUrl,
      endpoint: server.url,
      ...(mode ? { response_mode: mode } : {}),
      ...(ticket ? { ticket } : {}),
    })
    const start = await httpFetch(`${server.url}/auth/${appId}/${provider}/oauth?${query.toString()}`)
    const there = await redirectTarget(start)
    if (there.origin === new URL(redirectUrl).origin) return there
    const back = await world.consent(there.href, decline ? 'cancel' : world.people[person])
    return goBack(back, cookieOf(start))
  }
  return { server, world, adminToken, admin, app, newApp, redirectLogin }
}

/** A server of one test file, with its own identity world. */
export const startLoginWorld = async (
  environment: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<LoginWorld> => {
  const world = await startIdentityWorld()
  const all = { ...world.environment, OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1', ...environment }
  const server = await testServer(all, options)
  const stop = async () => {
    await server.stop()
    await world.stop()
  }
  return { ...(await createLoginWorld(server, world)), stop }
}
