import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { addressesOf, FetchRefusedError, pinned, type SafeFetchOptions } from './safe-fetch.ts'

const send = (url: URL, options: RequestOptions, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    refuseUpgrade(request(url, options), reject).on('response', resolve).on('error', reject).end(body)
  })

/** Statuses whose responses have no body: https://fetch.spec.whatwg.org/#null-body-status */
const withoutBody = new Set([204, 205, 304])

const responseOf = (answer: IncomingMessage): Response => {
  const { statusCode: status = 0, statusMessage: statusText = '' } = answer
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const body = withoutBody.has(status) ? null : (Readable.toWeb(answer) as ReadableStream)
  if (!body) answer.resume()
  return new Response(body, { status, statusText, headers })
}

/**
 * fetch for addresses that a stranger's document names: it connects to those that `safeFetch` would, and to no other. Redirects
 * are not followed, and compressed bodies not expanded. Throws FetchRefusedError before any connection to other addresses, and
 * as fetch does a TypeError with the cause where a connection fails.
 */
export const createGuardedFetch =
  (allowed: Pick<SafeFetchOptions, 'allow' | 'resolve'>) =>
  async (url: URL, init: RequestInit): Promise<Response> => {
    try {
      const lookup = pinned(await addressesOf(url, allowed))
      const request = new Request(url, init)
      const body = Buffer.from(await request.arrayBuffer())
      const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' }
      const { method, signal } = request
      return responseOf(await send(url, { agent: false, lookup, method, headers, signal }, body))
    } catch (error) {
      if (error instanceof FetchRefusedError) throw error
      throw new TypeError('fetch failed', { cause: error })
    }
  }
