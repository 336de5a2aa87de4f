import { z } from 'zod'
import { EvmRpcError, printable } from './errors.ts'
import type { HttpAnswer } from './http.ts'

/** https://www.jsonrpc.org/specification#response_object */
const Answer = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
})

const RATE_LIMIT = /rate.?limit|too many requests|(request|daily|credits?) limit|compute units|capacity/i

/** 429 and -32005 are what endpoints use (EIP-1474), but some say -32005 of too many logs; and contracts have limits, too. */
const isRateLimit = (code: number, message: string): boolean => {
  if (code === 429) return true
  if (code === 3 || /revert/i.test(message)) return false
  return RATE_LIMIT.test(message) || (code === -32005 && !/result|range|logs/i.test(message))
}

/** An endpoint's words may quote the address it was reached at. Hosts are no secret, the rest may be. */
export const redact = (text: string, url: URL): string => {
  const secrets = [url.href, url.pathname, ...url.pathname.split('/'), url.search, ...url.searchParams.values()]
  return printable(
    secrets
      .filter((secret) => secret.length >= 8)
      .sort((one, other) => other.length - one.length)
      .reduce((clean, secret) => clean.replaceAll(secret, '…'), text)
      .replaceAll('…', '...'),
  )
}

const parse = (body: string): z.output<typeof Answer> | undefined => {
  try {
    return Answer.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const byStatus = (status: number, host: string, retryAfter: number | undefined): EvmRpcError => {
  if (status === 429) return new EvmRpcError('rate_limited', `${host} has been asked too often`, { retryAfter })
  const said = `${host} answered with status ${status}`
  if (status >= 500) return new EvmRpcError('unavailable', said, { retryAfter })
  if (status >= 300) return new EvmRpcError('refused', `${said}; check the configured address`)
  return new EvmRpcError('malformed', `${host} did not answer with JSON-RPC; check the configured address`)
}

/** The result of a JSON-RPC answer to the request `id`. Some endpoints send errors with a status of 4xx or 5xx. */
export const resultOf = ({ status, body, retryAfter }: HttpAnswer, id: number, method: string, url: URL): unknown => {
  const answer = parse(body)
  if (answer?.error && status !== 429) {
    const { code, message, data } = answer.error
    const said = `${url.host} refused ${method}: ${redact(message, url)}`
    if (isRateLimit(code, message)) throw new EvmRpcError('rate_limited', said, { retryAfter, rpcCode: code })
    throw new EvmRpcError('refused', said, { rpcCode: code, data })
  }
  if (status !== 200 || !answer) throw byStatus(status, url.host, retryAfter)
  if (answer.id === id && answer.result !== undefined) return answer.result
  throw new EvmRpcError('malformed', `${url.host} answered ${method} with neither this request's result nor an error`)
}
