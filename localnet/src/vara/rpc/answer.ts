import { randomBytes } from 'node:crypto'
import { RpcError } from '../rpc-error.ts'
import type { Core, Notify, Params } from './method.ts'
import { methods, subscriptions, unsubscribeMethods } from './methods.ts'

export interface Request {
  id: string | number | null
  method: string
  params: Params
}

/** Sends what a subscription tells of, and keeps how to end it under its id. A connection without them has none. */
export interface Session {
  send: (message: unknown) => void
  running: Map<string, () => void>
}

export interface Answer {
  message: unknown
  /** To be called once the message is sent. */
  after?: () => void
}

const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601
const INTERNAL_ERROR = -32_603

/** A JSON-RPC request of one call, or what is wrong with it. */
export const readRequest = (value: unknown): Request | RpcError => {
  const { id, method, params = [] } = (value ?? {}) as Record<string, unknown>
  const isNamed = typeof id === 'string' || typeof id === 'number' || id === null
  if (!isNamed || typeof method !== 'string' || !Array.isArray(params))
    return new RpcError(INVALID_REQUEST, 'Invalid request')
  return { id, method, params }
}

/** The JSON-RPC response of an error. Errors other than RpcError are internal ones. */
export const failure = (id: Request['id'], error: unknown): unknown => {
  const { code, message, data } =
    error instanceof RpcError
      ? error
      : new RpcError(INTERNAL_ERROR, 'Internal error', error instanceof Error ? error.message : String(error))
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

/** What a proxy before a node answers to too many calls. */
export const tooManyRequests = (): RpcError => new RpcError(429, 'Too Many Requests')
/** JSON-RPC's internal error, without a reason. */
export const internalError = (): RpcError => new RpcError(INTERNAL_ERROR, 'Internal error')

const subscribe = (core: Core, { method, params }: Request, { send, running }: Session) => {
  const { start, notification } = subscriptions[method]!
  const begin = start(core, params)
  const subscription = randomBytes(12).toString('base64url')
  const notify: Notify = (result) => send({ jsonrpc: '2.0', method: notification, params: { subscription, result } })
  return { result: subscription, after: () => void running.set(subscription, begin(notify)) }
}

const unsubscribe = ([id]: Params, { running }: Session): boolean => {
  running.get(String(id))?.()
  return running.delete(String(id))
}

const perform = (core: Core, request: Request, session?: Session): { result: unknown; after?: () => void } => {
  const { method, params } = request
  const run = methods[method]
  if (run) return { result: run(core, params) }
  if (session && subscriptions[method]) return subscribe(core, request, session)
  if (session && unsubscribeMethods.has(method)) return { result: unsubscribe(params, session) }
  throw new RpcError(METHOD_NOT_FOUND, 'Method not found')
}

/** Does what is asked. Subscriptions are for those with a session, as on a Substrate node. */
export const answer = (core: Core, request: Request, session?: Session): Answer => {
  try {
    const { result, after } = perform(core, request, session)
    return { message: { jsonrpc: '2.0', id: request.id, result }, ...(after && { after }) }
  } catch (error) {
    return { message: failure(request.id, error) }
  }
}
