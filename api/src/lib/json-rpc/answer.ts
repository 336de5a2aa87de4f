import * as z from 'zod'
import type { Dialect } from './dialect.ts'
import type { RpcFailure } from './errors.ts'
import type { HttpAnswer } from './http.ts'

/** The parts of an address that may hold an API key. The host is not secret. */
const secretsOf = (url: URL): string[] => [
  url.href,
  url.pathname,
  ...url.pathname.split('/'),
  url.search,
  ...url.searchParams.values(),
  url.username,
  url.password,
]

/**
 * A node's text without parts of the endpoint's address, safe for logs, terminals and pages: visible ASCII and spaces, at
 * most 200 characters.
 */
const redact = (text: string, url: URL, { minLength, mark }: Dialect['redaction']): string =>
  secretsOf(url)
    .filter((secret) => secret.length >= minLength)
    .sort((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, mark), text)
    .slice(0, 200)
    .replaceAll(/[^\x20-\x7e]/g, (character) => (character === mark ? mark : '?'))

/** https://www.jsonrpc.org/specification#response_object */
const Answer = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
})

const parse = (body: string): z.output<typeof Answer> | undefined => {
  try {
    return Answer.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const byStatus = (Failure: RpcFailure, { status, retryAfter }: HttpAnswer, host: string) => {
  if (status === 429) return new Failure('rate_limited', `${host} reports too many requests`, { retryAfter })
  const said = `${host} answered with status ${status}`
  if (status >= 500) return new Failure('unavailable', said, { retryAfter })
  if (status >= 300) return new Failure('refused', `${said}; check the configured address`)
  return new Failure('malformed', `${host} did not send a JSON-RPC response; check the configured address`)
}

/**
 * The result of a JSON-RPC response to the request `id`. Some endpoints send errors with a 4xx or 5xx status. Throws
 * the dialect's error.
 */
export const resultOf = (
  http: HttpAnswer,
  asked: { id: number; method: string; url: URL },
  dialect: Dialect,
): unknown => {
  const { Failure, kindOf, wordsOf, quotesCode } = dialect
  const { id, method, url } = asked
  const { status, retryAfter } = http
  const answer = parse(http.body)
  if (answer?.error && status !== 429) {
    const { code, message, data } = answer.error
    const reason = redact([message, wordsOf?.(data)].filter(Boolean).join(': '), url, dialect.redaction)
    const said = `${url.host} refused ${method}: ${reason}${quotesCode ? ` (${code})` : ''}`
    const kind = kindOf({ code, message, status })
    if (kind === 'refused') throw new Failure(kind, said, { rpcCode: code, reason, data })
    throw new Failure(kind, said, { retryAfter, rpcCode: code })
  }
  if (status !== 200 || !answer) throw byStatus(Failure, http, url.host)
  if (answer.id === id && answer.result !== undefined) return answer.result
  throw new Failure('malformed', `${url.host} answered ${method} with neither this request's result nor an error`)
}
