import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { type Circuit, connectionErrors, createCircuit, CallAbortedError } from './circuit.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { counter } from './metrics/counters.ts'
import { spans } from './tracing/spans.ts'
import { ProviderMisconfiguredError, ProviderUnavailableError } from './provider-errors.ts'
import { FetchRefusedError, type SafeFetchOptions } from './safe-fetch.ts'

export type Outbound = (url: string | URL, init?: RequestInit) => Promise<Response>

type Fetch = (url: URL, init: RequestInit) => Promise<Response>

export interface OutboundOptions {
  /** The platform's fetch by default. */
  fetch?: Fetch
  /** Milliseconds for a whole call: connecting, the retry and the body. */
  timeoutMs?: number
  /** Maximum bytes of a body, decompressed. */
  maxBytes?: number
  /** Consecutive failures that open a circuit. */
  failuresToOpen?: number
  /** Milliseconds until an open circuit allows a trial call. */
  openForMs?: number
  /** Maximum concurrent calls per circuit. */
  callsAtATime?: number
  /** Maximum queued calls per circuit. */
  callsWaiting?: number
}

const defaults = {
  fetch: (url: URL, init: RequestInit) => fetch(url, init),
  timeoutMs: 5000,
  maxBytes: 1024 * 1024,
  failuresToOpen: 5,
  openForMs: 10_000,
  callsAtATime: 32,
  callsWaiting: 200,
} satisfies OutboundOptions

const calls = counter(
  'openauth_outbound_calls_total',
  'Calls to login providers and other addresses outside, by outcome: `answered`, `suspended` without a call after failures in a row, or `failed`.',
  'outcome',
)
calls.expect(['answered'], ['suspended'], ['failed'])

/** Maximum number of circuits. Base addresses are few, but Telegram's bot tokens are path segments, one per app. */
const MAX_CIRCUITS = 1000

/** Whole seconds of a Retry-After, which may also be a date: RFC 9110, section 10.2.3. */
const retryAfterOf = (response: Response): number | undefined => {
  const text = response.headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3600) : undefined
}

/** 429, or the 403 that GitHub answers: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const isRateLimit = ({ status, headers }: Response): boolean =>
  status === 429 || (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'))

const readAtMost = async (response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ProviderUnavailableError(`A provider sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return size === 0 ? null : Buffer.concat(chunks)
}

const callOnce = async (
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
  { fetch: call, maxBytes }: Required<OutboundOptions>,
): Promise<Response> => {
  if (signal.aborted) throw new CallAbortedError()
  try {
    const response = await call(url, { ...init, redirect: 'manual', signal })
    if (response.status >= 500) {
      await response.body?.cancel()
      throw new ProviderUnavailableError(`${url.host} answered with status ${response.status}`, retryAfterOf(response))
    }
    const { status, statusText, headers } = response
    return new Response(await readAtMost(response, maxBytes), { status, statusText, headers })
  } catch (error) {
    throw init.signal?.aborted ? new CallAbortedError() : error
  }
}

/** Never with the platform's message or cause, which may quote addresses and headers. */
const unavailable = (error: unknown, host: string, { timeoutMs, openForMs }: Required<OutboundOptions>): Error => {
  if (error instanceof ProviderUnavailableError) return error
  if (error instanceof FetchRefusedError)
    return new ProviderMisconfiguredError(`${error.message}, and OPENAUTH_OUTBOUND_ALLOW does not have ${host}`)
  if (error instanceof BrokenCircuitError) {
    const seconds = Math.ceil(openForMs / 1000)
    return new ProviderUnavailableError(
      `${host} failed several times in a row; calls are suspended for ${seconds} s`,
      seconds,
    )
  }
  if (error instanceof BulkheadRejectedError)
    return new ProviderUnavailableError(`${host} has too many pending calls`, 1)
  if (error instanceof TaskCancelledError)
    return new ProviderUnavailableError(`${host} did not answer within ${timeoutMs} ms`)
  const code = connectionErrors(error)[0]?.code ?? 'no code'
  return new ProviderUnavailableError(`The connection to ${host} failed: ${code}`)
}

/** One circuit per host; a base address that serves several providers separates them by the first path segment. */
const circuitName = (url: URL): string => `${url.origin}/${url.pathname.split('/')[1] ?? ''}`

const headersOf = (init: RequestInit): Headers => {
  try {
    const headers = new Headers(init.headers)
    if (!headers.has('user-agent')) headers.set('user-agent', 'OpenAuth')
    return headers
  } catch {
    throw new TypeError('A header of this call contains invalid characters')
  }
}

/**
 * fetch for calls to providers. A call has five seconds, body included, and the body at most 1 MiB. Redirects are not
 * followed. A call is retried once, and only if no connection was established. There is one circuit per origin and
 * first path segment: it opens for ten seconds after five consecutive failures (timeout, no connection, a malformed or
 * oversized response, 5xx) and allows 32 concurrent calls, with 200 more queued within their deadline; further calls
 * are refused at once. A slow provider therefore does not delay others. Throws ProviderUnavailableError, also for 5xx
 * and rate limits.
 */
export const createOutbound = (options: OutboundOptions = {}): Outbound => {
  const settings = { ...defaults, ...options }
  const circuits = new LRUCache<string, Circuit>({ max: MAX_CIRCUITS })
  const circuitOf = (url: URL) => {
    const circuit = circuits.get(circuitName(url)) ?? createCircuit(settings)
    circuits.set(circuitName(url), circuit)
    return circuit
  }
  return async (address, init = {}) => {
    const url = new URL(address)
    const request = { ...init, headers: headersOf(init) }
    const end = spans.begin?.('outbound call', {
      'server.address': url.host,
      'http.request.method': init.method ?? 'GET',
    })
    let response: Response
    try {
      response = await circuitOf(url)((signal) => callOnce(url, request, signal, settings), init.signal ?? undefined)
      calls.count('answered')
      end?.()
    } catch (error) {
      calls.count(error instanceof BrokenCircuitError ? 'suspended' : 'failed')
      end?.(error)
      init.signal?.throwIfAborted()
      throw unavailable(error, url.host, settings)
    }
    if (!isRateLimit(response)) return response
    throw new ProviderUnavailableError(`${url.host} reports too many requests`, retryAfterOf(response))
  }
}

/**
 * The same for addresses that strangers name, such as the endpoints of a discovery document: only public ones, whatever a name
 * resolves to, and the operator's own. Throws ProviderMisconfiguredError for others.
 */
export const createGuardedOutbound = (
  allowed: Pick<SafeFetchOptions, 'allow' | 'resolve'>,
  options: OutboundOptions = {},
): Outbound => createOutbound({ ...options, fetch: createGuardedFetch(allowed) })
