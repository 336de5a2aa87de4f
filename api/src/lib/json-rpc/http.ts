import { connectionErrors } from '../circuit.ts'
import { RpcError, type RpcFailure } from './errors.ts'

export interface HttpOptions {
  /** Milliseconds for a whole exchange, including the retry and the body. */
  timeoutMs: number
  /** Maximum bytes of a response's body, decompressed. */
  maxBytes: number
  /** The error class to throw. */
  Failure: RpcFailure
}

export type HttpAnswer = { status: number; body: string; retryAfter: number | undefined }

/**
 * Whole seconds of a Retry-After, at most an hour; the supported endpoints never send dates. RFC 9110, section 10.2.3
 */
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Math.max(Number(text), 1), 3600) : undefined
}

const read = async (response: Response, host: string, { maxBytes, Failure }: HttpOptions): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Failure('malformed', `${host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** An address without its credentials, and the header for them: fetch rejects an address that has some. RFC 7617 */
const withoutCredentials = (url: URL): { address: URL; authorization?: string } => {
  if (!url.username && !url.password) return { address: url }
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const address = new URL(url)
  address.username = ''
  address.password = ''
  return { address, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

const exchange = async (url: URL, body: string, signal: AbortSignal, options: HttpOptions): Promise<HttpAnswer> => {
  const { address, ...credentials } = withoutCredentials(url)
  const headers = { 'content-type': 'application/json', 'user-agent': 'OpenAuth', ...credentials }
  const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
  return { status: response.status, body: await read(response, url.host, options), retryAfter: retryAfterOf(response) }
}

/**
 * Posts JSON to an endpoint. Redirects are not followed, because the allow-list covers only this address. If the
 * connection fails and `again` is true, it is retried once within the same deadline. Throws RpcError timed_out,
 * unavailable or malformed, never with the platform's message or cause, which may quote the address.
 */
export const postJson = async (url: URL, body: string, again: boolean, options: HttpOptions): Promise<HttpAnswer> => {
  const { timeoutMs, Failure } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await exchange(url, body, signal, options).catch((error: unknown) => {
      if (!again || signal.aborted || error instanceof RpcError) throw error
      return exchange(url, body, signal, options)
    })
  } catch (error) {
    if (error instanceof RpcError) throw error
    if (signal.aborted) throw new Failure('timed_out', `${url.host} did not answer within ${timeoutMs} ms`)
    const code = connectionErrors(error)[0]?.code ?? 'no code'
    throw new Failure('unavailable', `The connection to ${url.host} failed: ${code}`)
  }
}
