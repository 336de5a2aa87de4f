import { lookup as systemLookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { includesAddress, isPublicAddress } from './public-address.ts'

/** The address may not be fetched, or what it holds may not be taken: another try would end the same. */
export class FetchRefusedError extends Error {
  override readonly name = 'FetchRefusedError'
}

/** No answer in time, or none of use; another try may fare better. */
export class FetchFailedError extends Error {
  override readonly name = 'FetchFailedError'
}

export interface SafeFetchOptions {
  /** IP addresses of the operator's own, which may be private, on any port and plain http. */
  allow: readonly string[]
  /** Bytes of the body. */
  maxBytes: number
  /** Milliseconds for everything: the name, the connection and the body. */
  timeoutMs: number
  signal?: AbortSignal
  /** All addresses of a host name. */
  resolve?: (name: string) => Promise<string[]>
}

const bySystem = async (name: string): Promise<string[]> =>
  (await systemLookup(name, { all: true })).map(({ address }) => address)

/**
 * Where the URL leads, checked. The URL parser has brought every notation of an IPv4 address (decimal, octal, hex, with
 * a dot at its end) into the usual one; names are judged by all that they resolve to.
 * https://url.spec.whatwg.org/#ipv4-parser
 */
const addressesOf = async (url: URL, { allow, resolve = bySystem }: SafeFetchOptions): Promise<string[]> => {
  if (url.username || url.password) throw new FetchRefusedError('The address carries credentials')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) ? [name] : await resolve(name)
  if (addresses.length > 0 && addresses.every((each) => includesAddress(allow, each))) return addresses
  if (url.protocol !== 'https:') throw new FetchRefusedError('The address is not an https one')
  if (url.port !== '') throw new FetchRefusedError('The address has a port of its own')
  if (addresses.length > 0 && addresses.every(isPublicAddress)) return addresses
  throw new FetchRefusedError(`${url.hostname} is not on the public internet`)
}

/** Answers with what was checked, so that the name cannot lead elsewhere by the time of the connection. */
const pinned =
  (addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, all[0]!.address, all[0]!.family)
  }

const ask = (url: URL, addresses: string[], signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'OpenAuth', accept: 'image/*', 'accept-encoding': 'identity' }
    const { request } = url.protocol === 'https:' ? https : http
    request(url, { agent: false, lookup: pinned(addresses), headers, signal })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })

/** A body that was compressed all the same would be larger than it counts. */
const checkAnswer = ({ statusCode = 0, headers }: IncomingMessage, host: string, maxBytes: number): void => {
  if (statusCode >= 500 || statusCode === 429) throw new FetchFailedError(`${host} answered with status ${statusCode}`)
  if (statusCode !== 200) throw new FetchRefusedError(`${host} answered with status ${statusCode}`)
  const { 'content-encoding': coding = 'identity', 'content-length': length } = headers
  if (coding !== 'identity') throw new FetchRefusedError(`${host} sent a compressed body`)
  if (Number(length) > maxBytes) throw new FetchRefusedError(`${host} would send more than ${maxBytes} bytes`)
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

/** A look-up cannot be cut off; it is not waited for. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

/**
 * The body of an address that a stranger chose. Public https on port 443 only, of a host whose every address is public;
 * the connection goes to the addresses that were checked. Redirects are not followed, since each would be a new choice.
 * Throws FetchRefusedError or FetchFailedError, whose messages name the host and nothing else of the address.
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
    answer = await ask(url, addresses, signal)
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
