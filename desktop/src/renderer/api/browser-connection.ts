import { ApiError, endpoints, fetchTransport, INVITATION_PATH, type Transport } from '@openauth/client'
import { CALL_TIMEOUT_MS } from '../../call-timeout.ts'
import { faultOfAnswer, isAnswer } from '../../connection-fault.ts'
import { connectionError } from './connection-error.ts'
import type { Connection } from './connection.ts'

/** The address of the console's pages and calls on the server. */
export const CONSOLE_PATH = '/console'

/** What the server asks of every call of the console, so that no other page can make it. */
const KEY_HEADER = 'openauth-console-key'
const SIGNED_OUT = 'signed-out'

const takeMeta = (name: string): string | undefined => {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  element?.remove()
  return element?.content
}

const pageKeyIn = (body: unknown): string | undefined =>
  (body as { data?: { pageKey?: string } } | undefined)?.data?.pageKey

const isTimeout = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'TimeoutError'

/** Runs a call with a signal that aborts as the given one does, and with a TimeoutError where the call takes too long. */
const withTimeout = async <T>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal?.throwIfAborted()
  const limited = new AbortController()
  const timer = setTimeout(() => limited.abort(new DOMException('', 'TimeoutError')), CALL_TIMEOUT_MS)
  const abort = () => limited.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    return await run(limited.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The error as the operator should see it: worded here unless the server itself refused the call. */
const failureOf = (error: ApiError): ApiError => {
  const fault = error.status === 0 ? (isTimeout(error.cause) ? 'timeout' : 'unreachable') : faultOfAnswer(error)
  return fault ? connectionError(fault, location.origin, error) : error
}

/** Whether the server no longer takes the session. A wrong password is 401 too, with another code. */
const hasEnded = (error: ApiError): boolean => error.status === 401 && error.code === 'unauthorized'

/** The page of an invitation needs no session, and to open it again would lose the secret behind #. */
const isInvitation = (): boolean => location.pathname === CONSOLE_PATH + INVITATION_PATH

/**
 * A page that a link of another site opened came without the session's cookie. It opens itself once more, which the
 * browser counts as this site's own. Returns whether it does.
 */
export const reopenAfterForeignLink = (): boolean => {
  if (takeMeta('openauth-console-reload') === undefined || isInvitation()) return false
  location.replace(location.pathname + location.search)
  return true
}

/**
 * Calls the server that the pages come from. The session is a cookie that no script can read; the page's key, which must
 * accompany it, is in this closure only.
 */
export const openBrowserConnection = (): Connection => {
  let pageKey = takeMeta('openauth-console-key')
  const send = fetchTransport({
    baseUrl: `${location.origin}${CONSOLE_PATH}/api`,
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), [KEY_HEADER]: pageKey ?? SIGNED_OUT },
        redirect: 'error',
        cache: 'no-store',
      }),
  })
  const call = async (...[endpoint, input, options]: Parameters<Transport>): Promise<unknown> => {
    const keyOfCall = pageKey
    try {
      const body = await withTimeout(options.signal, (signal) => send(endpoint, input, { signal }))
      // An answer of 200 without a code is another program's.
      if (!isAnswer(body)) throw new ApiError(200, {})
      return body
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // A late answer to a call of an earlier session does not end this one.
      if (hasEnded(error) && pageKey === keyOfCall) pageKey = undefined
      throw options.signal?.aborted ? error : failureOf(error)
    } finally {
      if (endpoint === endpoints.setup.logout) pageKey = undefined
    }
  }
  return {
    kind: 'browser',
    transport: async (endpoint, input, options) => {
      const body = await call(endpoint, input, options)
      if (endpoint !== endpoints.setup.login && endpoint !== endpoints.setup.loginByPasskey) return body
      pageKey = pageKeyIn(body)
      return { data: {} }
    },
    server: async () => ({ address: location.origin, signedIn: pageKey !== undefined }),
  }
}
