import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { addressesOf, FetchRefusedError, orAborted, pinned, type SafeFetchOptions } from './safe-fetch.ts'

export interface Posted {
  status: number
  /** The beginning of the body. */
  text: string
  /** Seconds of a Retry-After, which may also be a date: RFC 9110, section 10.2.3. */
  retryAfter: number | null
}

type Post = (address: string, post: { body: string; headers: Readonly<Record<string, string>> }) => Promise<Posted>

export interface GuardedPost {
  post: Post
  /** Closes the kept connections. */
  close: () => void
}

interface PostOptions extends Pick<SafeFetchOptions, 'allow' | 'resolve'> {
  /** Milliseconds for name resolution, connection and the read part of the body together. */
  timeoutMs: number
  /** Bytes of the answer's body that are read; the connection of a longer one is closed. */
  readBytes: number
}

/** No answer was read. The message names the host alone. */
export class PostFailedError extends Error {
  override readonly name = 'PostFailedError'
}

const retryAfterOf = ({ headers }: IncomingMessage): number | null => {
  const text = headers['retry-after'] ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : null
}

/** Half a character at the end, and what PostgreSQL's text cannot hold, become U+FFFD. */
const readable = (bytes: Buffer): string => bytes.toString().replaceAll('\0', '\uFFFD')

const readSome = async (answer: IncomingMessage, bytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop destroys the answer and its connection.
    if (size > bytes) break
  }
  return readable(Buffer.concat(chunks).subarray(0, bytes))
}

type Sent = { answer: IncomingMessage } | { staleConnection: true }

/** A kept connection may be closed by the other side just as it is used again. */
const isStale = (request: http.ClientRequest, error: Error): boolean =>
  request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

const send = (url: URL, options: http.RequestOptions, body: string): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const sending = request(url, options)
    refuseUpgrade(sending, reject).on('response', (answer) => resolve({ answer }))
    sending.on('error', (error) => (isStale(sending, error) ? resolve({ staleConnection: true }) : reject(error)))
    sending.end(body)
  })

const failureOf = (error: unknown, { hostname }: URL, timedOut: boolean, timeoutMs: number): Error => {
  if (error instanceof FetchRefusedError) return error
  if (timedOut) return new PostFailedError(`${hostname} did not answer within ${timeoutMs} ms`)
  return new PostFailedError(`${hostname} could not be reached: ${(error as NodeJS.ErrnoException).code ?? 'no code'}`)
}

/**
 * POST to addresses that a stranger names: to those that `safeFetch` would reach, and no other; a name resolves before each call,
 * and the connection goes to the checked addresses. Connections are kept for later calls to the same host. Redirects are not followed,
 * and any status is an answer. Throws FetchRefusedError before any connection to other addresses, and PostFailedError.
 */
export const createGuardedPost = ({ timeoutMs, readBytes, ...allowed }: PostOptions): GuardedPost => {
  const kept = { keepAlive: true, maxFreeSockets: 8, timeout: 2 * timeoutMs }
  const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) }

  const post: Post = async (address, { body, headers }) => {
    const url = new URL(address)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const lookup = pinned(await orAborted(addressesOf(url, allowed), signal))
      const own = { 'user-agent': 'OpenAuth', 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) }
      const usual = { method: 'POST', lookup, signal, headers: { ...own, ...headers } }
      let sent = await send(url, { ...usual, agent: agents[url.protocol as keyof typeof agents] }, body)
      if ('staleConnection' in sent) sent = await send(url, { ...usual, agent: false }, body)
      if ('staleConnection' in sent) throw new PostFailedError(`${url.hostname} closed the connection`)
      const { answer } = sent
      const text = await orAborted(readSome(answer, readBytes), signal)
      return { status: answer.statusCode ?? 0, text, retryAfter: retryAfterOf(answer) }
    } catch (error) {
      if (error instanceof PostFailedError) throw error
      throw failureOf(error, url, signal.aborted, timeoutMs)
    }
  }
  return { post, close: () => Object.values(agents).forEach((agent) => agent.destroy()) }
}
