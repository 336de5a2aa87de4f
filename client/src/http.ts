import type { ErrorBody, InputIssue, PendingApproval } from './contract/errors.ts'
import { type Endpoint, pathTokens, sendsQuery } from './contract/endpoints/endpoint.ts'

/** The message of a failure without one. Clients in the field match this spelling. */
export const UNKNOWN_ERROR = 'Unkown error'

/** A refused or failed call. `status` is 0 if no answer arrived; `cause` then has the reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly issues: InputIssue[]
  readonly requestId: string | undefined
  /** Of `approval_required`: the request that waits for another admin. */
  readonly approval: PendingApproval | undefined
  /** Seconds that the server asks to wait, from Retry-After. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(body.message ?? UNKNOWN_ERROR, { cause: options.cause })
    this.status = status
    this.code = body.code
    this.issues = body.issues ?? []
    this.requestId = body.requestId
    this.approval = body.approval
    this.retryAfter = options.retryAfter
  }
}

export type Input = Record<string, unknown>
export interface CallOptions {
  signal?: AbortSignal
}
/** Sends a call to the server and returns the whole answer body. Throws an ApiError. */
export type Transport = (endpoint: Endpoint, input: Input, options: CallOptions) => Promise<unknown>

/** Encodes one segment of a path. Throws for an empty segment, `.` and `..`, which would address another route. */
const segment = (token: string, value: unknown): string => {
  const text = typeof value === 'number' ? value.toString() : typeof value === 'string' ? value : ''
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${token} is missing or is not an identifier`)
  return encodeURIComponent(text)
}

/** Splits an input into path, and query or body by the endpoint's method. Omits undefined values. */
export const splitInput = (
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Input,
): { path: string; query: Input; body: Input | undefined } => {
  const tokens = pathTokens(endpoint.path)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, token: string) => segment(token, input[token]))
  const rest = Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !tokens.includes(key) && value !== undefined),
  )
  return sendsQuery(endpoint) ? { path, query: rest, body: undefined } : { path, query: {}, body: rest }
}

/** Reads the body as JSON; undefined if it is not JSON. Throws if the connection breaks. */
const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const failure = (response: Response, body: unknown): ApiError => {
  const fields = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {}
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(response.status, fields, Number.isNaN(seconds) ? {} : { retryAfter: seconds })
}

export interface FetchTransportOptions {
  /** The address of the server, such as `https://auth.example.com`; empty for the page's own origin. */
  baseUrl: string
  /** Returns the current bearer credential, if any: an admin token, an app secret or a user token. */
  token?: () => string | null | undefined
  /** Called with every error before it is thrown. */
  onError?: (error: ApiError) => void
  fetch?: (address: string, init: RequestInit) => Promise<Response>
}

/** Calls the server over HTTP with fetch. */
export const fetchTransport = ({
  baseUrl,
  token,
  onError,
  fetch = globalThis.fetch,
}: FetchTransportOptions): Transport => {
  const root = baseUrl.replace(/\/+$/, '')
  const fail = (error: ApiError): never => {
    onError?.(error)
    throw error
  }
  return async (endpoint, input, { signal }) => {
    const { path, query, body } = splitInput(endpoint, input)
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
    const credential = token?.()
    const response = await fetch(`${root}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(credential ? { authorization: `Bearer ${credential}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    }).catch((cause: unknown) => fail(new ApiError(0, {}, { cause })))
    const answer = await readBody(response).catch((cause: unknown) => fail(new ApiError(0, {}, { cause })))
    // A success whose body is not an object comes from a proxy, or is truncated.
    const isAnswer = typeof answer === 'object' && answer !== null
    return response.ok && isAnswer ? answer : fail(failure(response, answer))
  }
}
