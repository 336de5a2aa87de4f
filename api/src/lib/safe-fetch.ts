import { lookup as systemLookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { includesAddress, isPublicAddress } from './public-address.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

/** The address or its content is not acceptable; a retry has the same result. */
export class FetchRefusedError extends Error {
  override readonly name = 'FetchRefusedError'
}

/** No response in time, or no usable one; may be retried. */
export class FetchFailedError extends Error {
  override readonly name = 'FetchFailedError'
}

export interface SafeFetchOptions {
  /** The operator's own IP addresses, which may be private, on any port and over plain http. */
  allow: readonly string[]
  /** Maximum bytes of the body. */
  maxBytes: number
  /** Milliseconds for name resolution, connection and body together. */
  timeoutMs: number
  signal?: AbortSignal
  /** Sends this by POST; the headers replace those for pictures. Without it, a GET. */
  post?: { body: string; headers: Readonly<Record<string, string>> }
  /** Resolves all addresses of a host name. */
  resolve?: (name: string) => Promise<string[]>
}

const bySystem = async (name: string): Promise<string[]> =>
  (await systemLookup(name, { all: true })).map(({ address }) => address)

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The checked addresses of the URL's host. The URL parser has normalized every notation of an IPv4 address (decimal,
 * octal, hex, trailing dot); a name is acceptable only if all its addresses are.
 * https://url.spec.whatwg.org/#ipv4-parser
 */
export const addressesOf = async (
  url: URL,
  { allow, resolve = bySystem }: Pick<SafeFetchOptions, 'allow' | 'resolve'>,
): Promise<string[]> => {
  if (url.username || url.password) throw new FetchRefusedError('The address contains credentials')
  const name = hostOf(url)
  const addresses = isIP(name) ? [name] : await resolve(name)
  if (addresses.length > 0 && addresses.every((each) => includesAddress(allow, each))) return addresses
  if (url.protocol !== 'https:') throw new FetchRefusedError('The address is not an https address')
  if (url.port !== '') throw new FetchRefusedError('The address has a non-default port')
  if (addresses.length > 0 && addresses.every(isPublicAddress)) return addresses
  throw new FetchRefusedError(`${url.hostname} is not on the public internet`)
}

/**
 * Whether a request to an address can be made at all, as far as the address tells: a name may still resolve to another address than a
 * public one. With `allow`, any name may be the operator's own.
 */
export const isFetchable = (address: string, allow: readonly string[]): boolean => {
  const url = new URL(address)
  const name = hostOf(url)
  if (isIP(name) ? includesAddress(allow, name) : allow.length > 0) return true
  // RFC 6761, section 6.3: these names are of this machine.
  const isPublic = isIP(name) ? isPublicAddress(name) : !/(^|\.)localhost\.?$/.test(name)
  return isPublic && url.protocol === 'https:' && url.port === ''
}

/** Resolves to the checked addresses, so that the name cannot resolve differently at connection time. */
export const pinned =
  (addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, all[0]!.address, all[0]!.family)
  }

const ask = (
  url: URL,
  addresses: string[],
  { signal, post }: { signal: AbortSignal; post: SafeFetchOptions['post'] },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const accepted = post?.headers ?? { accept: 'image/*' }
    const headers = { 'user-agent': 'OpenAuth', 'accept-encoding': 'identity', ...accepted }
    const { request } = url.protocol === 'https:' ? https : http
    const method = post ? 'POST' : 'GET'
    refuseUpgrade(request(url, { agent: false, lookup: pinned(addresses), method, headers, signal }), reject)
      .on('response', resolve)
      .on('error', reject)
      .end(post?.body)
  })

/** A compressed body could expand beyond the limit. */
const checkAnswer = ({ statusCode = 0, headers }: IncomingMessage, host: string, maxBytes: number): void => {
  if (statusCode >= 500 || statusCode === 429) throw new FetchFailedError(`${host} answered with status ${statusCode}`)
  if (statusCode !== 200) throw new FetchRefusedError(`${host} answered with status ${statusCode}`)
  const { 'content-encoding': coding = 'identity', 'content-length': length } = headers
  if (coding !== 'identity') throw new FetchRefusedError(`${host} sent a compressed body`)
  if (Number(length) > maxBytes) throw new FetchRefusedError(`${host} announced more than ${maxBytes} bytes`)
}

const read = async (answer: IncomingMessage, host: string, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new FetchRefusedError(`${host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A DNS lookup cannot be aborted, so its result is ignored. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

/**
 * Fetches the body of an untrusted address. Only public https on port 443, of a host whose every address is public; the
 * connection goes to the checked addresses. Redirects are not followed. Throws FetchRefusedError or FetchFailedError,
 * whose messages contain only the host of the address.
 * https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export const safeFetch = async (address: string, options: SafeFetchOptions): Promise<Buffer> => {
  if (!URL.canParse(address)) throw new FetchRefusedError('The address is not a URL')
  const url = new URL(address)
  const { maxBytes, timeoutMs } = options
  const signals = [AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])]
  const signal = AbortSignal.any(signals)
  let answer: IncomingMessage | undefined
  try {
    const addresses = await orAborted(addressesOf(url, options), signal)
    answer = await ask(url, addresses, { signal, post: options.post })
    checkAnswer(answer, url.hostname, maxBytes)
    return await orAborted(read(answer, url.hostname, maxBytes), signal)
  } catch (error) {
    if (error instanceof FetchRefusedError || error instanceof FetchFailedError) throw error
    if (signals[0]!.aborted) throw new FetchFailedError(`${url.hostname} did not answer within ${timeoutMs} ms`)
    throw new FetchFailedError(
      `${url.hostname} could not be read: ${(error as NodeJS.ErrnoException).code ?? 'no code'}`,
    )
  } finally {
    answer?.destroy()
  }
}
