import { appSettings, type IdentityWorld, startIdentityWorld } from '@openauth/localnet/identity'
import type { Client, RedirectProvider } from '@openauth/client'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer, type TestServerOptions } from '../../testing.ts'

/** A server, the outside world that it is wired to, and an app with every method on. */
export interface LoginWorld {
  server: TestServer
  world: IdentityWorld
  adminToken: string
  admin: Client
  app: TestApp
  /** An app with every method on and the world's own clients; or with the foreign ones. */
  newApp: (name: string, owner?: 'own' | 'foreign') => Promise<TestApp>
  /** Goes the whole way of a redirect login without a browser; the answer is where the page ends up. */
  redirectLogin: (provider: RedirectProvider, options?: RedirectOptions) => Promise<URL>
  stop: () => Promise<void>
}

export interface RedirectOptions {
  appId?: string
  person?: number
  decline?: boolean
  mode?: 'token' | 'code'
  redirectUrl?: string
  /** Of a session, for a bind or a reauthentication. */
  ticket?: string
}

/** Where test pages live. */
export const pageOrigin = 'http://localhost:5580'

/** The cookie that an answer sets, as a browser would send it back. */
export const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';', 1)[0]!

const redirectTarget = async (response: Response): Promise<URL> => {
  const location = response.headers.get('location')
  if (!location) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
  return new URL(location)
}

/** The callback as the provider's page makes the browser call it: a link, or Apple's form and the redirect behind it. */
const goBack = async (back: Awaited<ReturnType<IdentityWorld['consent']>>, cookie: string): Promise<URL> => {
  const send = (url: string, init: RequestInit) => fetch(url, { redirect: 'manual', ...init })
  if (back.method === 'GET') return redirectTarget(await send(back.url, { headers: { cookie } }))
  const posted = await send(back.url, { method: 'POST', body: new URLSearchParams(back.fields) })
  return redirectTarget(await send(String(await redirectTarget(posted)), { headers: { cookie } }))
}

/** What makes a server a world of logins: the providers around it and apps that are wired to them. */
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
      ...{ redirectUrl, endpoint: server.url },
      ...(mode ? { response_mode: mode } : {}),
      ...(ticket ? { ticket } : {}),
    })
    const start = await fetch(`${server.url}/auth/${appId}/${provider}/oauth?${query.toString()}`, {
      redirect: 'manual',
    })
    const there = await redirectTarget(start)
    if (there.origin === new URL(redirectUrl).origin) return there
    const back = await world.consent(there.href, decline ? 'cancel' : world.people[person])
    return goBack(back, cookieOf(start))
  }
  return { server, world, adminToken, admin, app, newApp, redirectLogin }
}

/** A server of its own for one test file, in a world of its own. */
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
