import { z } from 'zod'
import { printable, VaraRpcError } from './errors.ts'
import type { HttpAnswer } from './http.ts'

/** https://www.jsonrpc.org/specification#response_object */
const Answer = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
})

/** 429 and -32005 are what proxies use; jsonrpsee, which Substrate nodes answer with, says -32999 of its own limits. */
const isRateLimit = (code: number, message: string): boolean =>
  [429, -32_005, -32_999].includes(code) || (code < 0 && /rate.?limit|too many requests/i.test(message))

/** An endpoint's words may quote the address it was reached at. Hosts are no secret, the rest may be. */
export const redact = (text: string, url: URL): string => {
  const secrets = [url.href, url.pathname, ...url.pathname.split('/'), url.search, ...url.searchParams.values()]
  return printable(
    secrets
      .filter((secret) => secret.length >= 8)
      .sort((one, other) => other.length - one.length)
      .reduce((clean, secret) => clean.replaceAll(secret, '...'), text),
  )
}

const parse = (body: string): z.output<typeof Answer> | undefined => {
  try {
    return Answer.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const byStatus = (status: number, host: string, retryAfter: number | undefined): VaraRpcError => {
  if (status === 429) return new VaraRpcError('rate_limited', `${host} has been asked too often`, { retryAfter })
  const said = `${host} answered with status ${status}`
  if (status >= 500) return new VaraRpcError('unavailable', said, { retryAfter })
  if (status >= 300) return new VaraRpcError('refused', `${said}; check the configured address`)
  return new VaraRpcError('malformed', `${host} did not answer with JSON-RPC; check the configured address`)
}

/** The result of a JSON-RPC answer to the request `id`. Substrate puts what happened into `data`. */
export const resultOf = ({ status, body, retryAfter }: HttpAnswer, id: number, method: string, url: URL): unknown => {
  const answer = parse(body)
  if (answer?.error && status !== 429) {
    const { code, message, data } = answer.error
    const reason = redact(typeof data === 'string' ? `${message}: ${data}` : message, url)
    const said = `${url.host} refused ${method}: ${reason}`
    if (isRateLimit(code, message)) throw new VaraRpcError('rate_limited', said, { retryAfter, rpcCode: code })
    throw new VaraRpcError('refused', said, { rpcCode: code, reason })
  }
  if (status !== 200 || !answer) throw byStatus(status, url.host, retryAfter)
  if (answer.id === id && answer.result !== undefined) return answer.result
  throw new VaraRpcError('malformed', `${url.host} answered ${method} with neither this request's result nor an error`)
}
