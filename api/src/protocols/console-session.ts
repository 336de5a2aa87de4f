import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyedDigest } from '@openauth/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guard } from '../auth.ts'
import type { AdminIdentity } from '../handler.ts'
import type { Platform } from '../resources.ts'
import { Problem } from '../errors.ts'
import { touchAdminSession } from '../features/admins/sessions.ts'
import { isLoopbackHost, isOwnHost, isOwnOrigin } from '../lib/caller.ts'

/** The header of every call of the console: its page key, or SIGNED_OUT. */
export const KEY_HEADER = 'openauth-console-key'
/** The header's value of a page without a session. */
export const SIGNED_OUT = 'signed-out'

/** The cookie that holds a browser's session. Scripts cannot read it. */
export interface ConsoleCookie {
  /** The value that a request carries; undefined where there is none, or more than one. */
  read: (request: FastifyRequest) => string | undefined
  set: (request: FastifyRequest, reply: FastifyReply, value: string) => void
  clear: (request: FastifyRequest, reply: FastifyReply) => void
}

/**
 * Under a loopback name, as through a tunnel, a browser may have no TLS whatever the public address says; there it shares
 * the cookies of all ports, so that each has a name of its own.
 */
const formOf = ({ headers }: FastifyRequest, isPublicTls: boolean) => {
  const { hostname, port } = new URL(`http://${headers.host}/`)
  const secure = isPublicTls && !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))
  const name = secure ? '__Secure-openauth_console' : `openauth_console_${port || '80'}`
  return { name, attributes: `Path=/console; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}` }
}

/**
 * Only the console's paths get it, and only from pages of this site. The prefix `__Host-`, which would keep other hosts of
 * the domain from setting it, asks for the path `/` (RFC 6265bis, section 4.1.3.2); a cookie set by them beside this one
 * makes two, and two are refused.
 */
export const createConsoleCookie = (publicUrl: string): ConsoleCookie => {
  const isPublicTls = publicUrl.startsWith('https:')
  return {
    read: (request) => {
      const { name } = formOf(request, isPublicTls)
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
      const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
      return values.length === 1 ? values[0] : undefined
    },
    // Without an expiry: it ends with the browser, or with its session on the server.
    set: (request, reply, value) => {
      const { name, attributes } = formOf(request, isPublicTls)
      void reply.header('set-cookie', `${name}=${value}; ${attributes}`)
    },
    clear: (request, reply) => {
      const { name, attributes } = formOf(request, isPublicTls)
      void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`)
    },
  }
}

/**
 * The key of the pages of a session, which each of their calls carries. It is in the page that a browser navigates to,
 * and nowhere that another page's script could read. Without the cookie it is worth nothing, and the cookie does not
 * follow from it.
 */
export const pageKeyOf = (cookie: string): string =>
  createHmac('sha256', cookie).update('openauth console page').digest('base64url')

/**
 * Makes the digests of marks, which pages get in place of stored secrets. The key is the cookie's value, which scripts
 * cannot read, so a mark is the same on every server throughout a session.
 */
export const createMarkDigest =
  ({ read }: ConsoleCookie) =>
  (request: FastifyRequest): KeyedDigest => {
    const key = read(request)
    if (key === undefined) throw new Problem('unauthorized')
    return (text) => createHmac('sha256', key).update(text).digest('base64url')
  }

const areEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Refuses a call that does not come from a page of this origin: browsers say where a request comes from, and let no page
 * say otherwise (https://www.w3.org/TR/fetch-metadata/). They say it to https and to loopback only. A page of another
 * origin cannot send the key header either, since the console answers no preflight. Throws `console_refused`.
 */
export const requireOwnPage = ({ raw }: FastifyRequest, publicUrl: string): void => {
  const { headers } = raw
  const isCall = headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-dest'] === 'empty'
  const isOwn = isOwnHost(raw, publicUrl) && isOwnOrigin(raw, publicUrl)
  const hasBearer = headers.authorization !== undefined
  if (!isCall || !isOwn || hasBearer || headers[KEY_HEADER] === undefined) throw new Problem('console_refused')
}

const unauthorized = (): Problem =>
  new Problem('unauthorized', {
    issues: [{ path: KEY_HEADER, message: 'the console is not signed in. Sign in again' }],
  })

/** The admin of a console's cookie, while its session lasts. */
export const adminOfCookie = async (
  { db, tokens }: Pick<Platform, 'db' | 'tokens'>,
  cookie: string,
): Promise<AdminIdentity | undefined> => {
  const claims = await tokens.verifyConsole(cookie)
  return claims && touchAdminSession(db, claims)
}

/** The guard of admin calls of the console: the cookie, and the key of a page that was opened with it. */
export const createConsoleGuard =
  (deps: Pick<Platform, 'db' | 'tokens'>, { read }: ConsoleCookie): Guard =>
  async (request) => {
    const cookie = read(request)
    const key = request.headers[KEY_HEADER]
    if (cookie === undefined || typeof key !== 'string' || !areEqual(key, pageKeyOf(cookie))) throw unauthorized()
    const admin = await adminOfCookie(deps, cookie)
    if (!admin) throw unauthorized()
    return { ...admin, isConsole: true }
  }
