import { SolanaRpcError } from './errors.ts'

export interface Endpoint {
  url: URL
  host: string
  timeoutMs: number
  maxBytes: number
  /** Removes the URL's secrets from a node's text. */
  withoutSecrets: (text: string) => string
}

const read = async (response: Response, { host, maxBytes }: Endpoint): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new SolanaRpcError('malformed', `${host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Some providers send a JSON-RPC error with status 400, which is parsed. */
const check = async (response: Response, host: string): Promise<void> => {
  const { status } = response
  if (status === 200 || status === 400) return
  await response.body?.cancel()
  if (status === 429) throw new SolanaRpcError('rate_limited', `${host} reports too many requests`)
  if (status >= 300 && status < 400) {
    throw new SolanaRpcError(
      'refused',
      `${host} redirects, and redirects are not followed. Configure the target address.`,
    )
  }
  throw new SolanaRpcError(status >= 500 ? 'unavailable' : 'refused', `${host} answered with status ${status}`)
}

const tryOnce = async (endpoint: Endpoint, body: string, signal: AbortSignal): Promise<string> => {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'OpenAuth' }
  const address = new URL(endpoint.url)
  if (address.username || address.password) {
    // fetch rejects an address with credentials.
    const pair = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    address.username = ''
    address.password = ''
  }
  const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
  await check(response, endpoint.host)
  return read(response, endpoint)
}

/** The code of an error from fetch, whose message may quote the address. */
const codeOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no code'
}

/**
 * The body of the response to one POST. `again` allows a second attempt within the same deadline if the connection
 * failed, even though the first may have arrived. Throws SolanaRpcError.
 */
export const post = async (endpoint: Endpoint, body: string, again: boolean): Promise<string> => {
  const { host, timeoutMs } = endpoint
  const signal = AbortSignal.timeout(timeoutMs)
  for (let triesLeft = again ? 2 : 1; ;) {
    try {
      return await tryOnce(endpoint, body, signal)
    } catch (error) {
      if (error instanceof SolanaRpcError) throw error
      if (signal.aborted) throw new SolanaRpcError('timed_out', `${host} did not answer within ${timeoutMs} ms`)
      if (--triesLeft > 0) continue
      throw new SolanaRpcError('unavailable', `The connection to ${host} failed: ${codeOf(error)}`)
    }
  }
}
