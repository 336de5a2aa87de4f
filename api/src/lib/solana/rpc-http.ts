import { SolanaRpcError } from './errors.ts'

export interface Endpoint {
  url: URL
  host: string
  timeoutMs: number
  maxBytes: number
  /** A node's words, without what is secret in the URL. */
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

/** Some providers refuse with 400 and a JSON-RPC error in the body, which is worth reading. */
const check = async (response: Response, host: string): Promise<void> => {
  const { status } = response
  if (status === 200 || status === 400) return
  await response.body?.cancel()
  if (status === 429) throw new SolanaRpcError('rate_limited', `${host} has been asked too often`)
  if (status >= 300 && status < 400) {
    throw new SolanaRpcError('refused', `${host} redirects, which is not followed. Set the address that it leads to.`)
  }
  throw new SolanaRpcError(status >= 500 ? 'unavailable' : 'refused', `${host} answered with status ${status}`)
}

const tryOnce = async (endpoint: Endpoint, body: string, signal: AbortSignal): Promise<string> => {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'OpenAuth' }
  const address = new URL(endpoint.url)
  if (address.username || address.password) {
    // fetch refuses an address with credentials.
    const pair = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    address.username = ''
    address.password = ''
  }
  const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
  await check(response, endpoint.host)
  return read(response, endpoint)
}

/** Of an error that fetch throws; its own message may quote the address. */
const codeOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no code'
}

/**
 * The body of the answer to one POST, whatever it holds. `again` allows a second try, within the same deadline, where the
 * connection failed: the first may have arrived all the same. Throws SolanaRpcError.
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
