import { randomBytes } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { ConnectionKey, redirectMethods } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { LoginNeeds } from '../features/login/needs.ts'
import type { Settings } from '../env.ts'
import { Problem, problemBody } from '../errors.ts'
import { beginRedirect, finishRedirect, LIFETIME } from '../features/login/redirect.ts'
import { failurePage, failurePolicy } from './failure-page.ts'

const Path = z.object({
  appId: z.guid().toLowerCase(),
  provider: z.enum(redirectMethods),
  /** The key of an OpenID connection, in the path of its callback. */
  connection: ConnectionKey.optional(),
})

/**
 * Clients in the field also send `endpoint`, this server's address as the page has it. It is ignored: an address from
 * outside would decide where a provider sends its codes. The operator's OPENAUTH_PUBLIC_URL decides.
 */
const Start = z.object({
  redirectUrl: z.string().min(1).max(2048),
  response_mode: z.enum(['token', 'code']).default('token'),
  /** Of /user/redirect-tickets; without one the redirect is a login. */
  ticket: z.string().max(128).optional(),
  /** The key of an OpenID connection. */
  connection: ConnectionKey.optional(),
})

const pathOf = (request: FastifyRequest) => {
  const path = Path.safeParse(request.params)
  if (!path.success) throw new Problem('route_not_found')
  return path.data
}

const startOf = (request: FastifyRequest) => {
  const start = Start.safeParse(request.query)
  if (start.success) return start.data
  const [issue] = start.error.issues
  throw new Problem('invalid_input', { message: `${issue!.path.join('.')} ${issue!.message}` })
}

/** The raw query; of a duplicate parameter one value is read. */
const parametersOf = (request: FastifyRequest): URLSearchParams => {
  const parameters = new URLSearchParams()
  const query = new URL(request.url, 'http://localhost').searchParams
  for (const [name, value] of query) if (!parameters.has(name)) parameters.set(name, value)
  return parameters
}

const go = (reply: FastifyReply, to: URL | string, status: 302 | 303 = 302) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(String(to), status)

/**
 * The browser that starts a login must be the one that returns: a cookie that scripts cannot read and, over TLS, other
 * hosts of the domain cannot set (RFC 6265bis, section 4.1.3.2). One cookie for all tabs, so that several logins may
 * run concurrently.
 */
const browserCookie = (publicUrl: string) => {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-openauth_login' : 'openauth_login'
  return {
    read: (request: FastifyRequest): string => {
      const value = request.cookies[name] ?? ''
      return /^[\w-]{43}$/.test(value) ? value : ''
    },
    write: (reply: FastifyReply, value: string) =>
      reply.setCookie(name, value, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: LIFETIME / 1000 }),
  }
}

/**
 * Marks a login that started at this server and returns to a page of its own origin, for pages without stored state:
 * the page compares its parameter with the cookie, which a forged link lacks. Scripts can read the cookie; it has no
 * other use. Pages of other origins store their own state. The client's `react/intent.ts` reads both.
 */
const INTENT_PARAMETER = 'auth_intent'
const INTENT_LIFETIME = 5 * 60
const setLoginIntent = (reply: FastifyReply, to: URL, publicUrl: string): URL => {
  const { origin, protocol } = new URL(publicUrl)
  if (to.origin !== origin || to.searchParams.has(INTENT_PARAMETER) || to.searchParams.has('error')) return to
  const secure = protocol === 'https:'
  const nonce = `login-${randomBytes(32).toString('base64url')}`
  const name = secure ? '__Host-openauth_intent' : 'openauth_intent'
  reply.setCookie(name, nonce, { path: '/', secure, sameSite: 'lax', maxAge: INTENT_LIFETIME })
  const marked = new URL(to)
  marked.searchParams.set(INTENT_PARAMETER, nonce)
  return marked
}

/**
 * The login must start at the address to which the provider returns, because the cookie belongs to that address. A
 * request to another name of this server is redirected once to the public address.
 */
const MARK = 'openauth_at'
const publicAddressOf = (request: FastifyRequest, { publicUrl, isPublicUrlSet, production }: Settings) => {
  const url = new URL(request.url, 'http://localhost')
  if (request.host === new URL(publicUrl).host || url.searchParams.has(MARK)) return undefined
  // A guess could redirect people to the server's loopback address.
  if (production && !isPublicUrlSet)
    throw new Problem('method_not_configured', {
      message: 'The operator of this server has to set OPENAUTH_PUBLIC_URL to the address where browsers reach it',
    })
  url.searchParams.set(MARK, 'public')
  return `${publicUrl}${url.pathname}${url.search}`
}

/** The error handler for people without a page to return to: a readable page. */
const answerPeople = (app: FastifyInstance) =>
  app.setErrorHandler(async (error: Error, request, reply) => {
    const { message } = problemBody(error, request, reply)
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': failurePolicy })
      .send(failurePage(message))
  })

/**
 * Redirect logins: `/auth/{appId}/{provider}/oauth` redirects a browser to the provider, `/callback` receives it back.
 */
export const redirects = async (app: FastifyInstance, deps: LoginNeeds): Promise<void> => {
  const { publicUrl } = deps.settings
  const cookie = browserCookie(publicUrl)
  await app.register(fastifyCookie)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(body as string)),
  )
  answerPeople(app)

  app.get('/auth/:appId/:provider/oauth', async (request, reply) => {
    const path = pathOf(request)
    const { redirectUrl, response_mode: mode, ticket, connection } = startOf(request)
    const elsewhere = publicAddressOf(request, deps.settings)
    if (elsewhere) return go(reply, elsewhere)
    const browser = cookie.read(request) || randomBytes(32).toString('base64url')
    const to = await beginRedirect(deps, { ...path, connection, browser }, { redirectUrl, mode, ticket }, request)
    cookie.write(reply, browser)
    return go(reply, to)
  })

  const callback = async (request: FastifyRequest, reply: FastifyReply) => {
    const where = { ...pathOf(request), browser: cookie.read(request) }
    const to = await finishRedirect(deps, where, parametersOf(request), request)
    return go(reply, setLoginIntent(reply, to, publicUrl))
  }
  app.get('/auth/:appId/:provider/callback', callback)
  app.get('/auth/:appId/:provider/callback/:connection', callback)

  // Apple posts a form from its own site, without this site's cookies; a redirect to the same address sends them.
  // https://developer.apple.com/documentation/signinwithapple/incorporating-sign-in-with-apple-into-other-platforms
  app.post('/auth/:appId/:provider/callback', async (request, reply) => {
    const { appId, provider } = pathOf(request)
    if (!(request.body instanceof URLSearchParams)) throw new Problem('invalid_input')
    const parameters = new URLSearchParams()
    for (const name of ['code', 'state', 'user', 'error', 'error_description', 'iss']) {
      const value = request.body.get(name)
      if (value !== null && value.length <= 4096) parameters.set(name, value)
    }
    return go(reply, `${publicUrl}/auth/${appId}/${provider}/callback?${parameters.toString()}`, 303)
  })
}
