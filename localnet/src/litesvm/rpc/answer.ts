import type { Chain } from '../chain.ts'
import { accountMethods } from './accounts.ts'
import { blockMethods } from './blocks.ts'
import { RpcError } from './error.ts'
import type { Method, Params } from './method.ts'
import { type Subscription, subscriptions } from './subscriptions.ts'
import { transactionMethods } from './transactions.ts'

/** A connection that can receive notifications; HTTP has none. */
export interface Session {
  send: (message: unknown) => void
  /** The function that ends each subscription, by its number. */
  running: Map<number, () => void>
}

interface Request {
  id: string | number | null
  method: string
  params: Params
}

const methods: Record<string, Method> = { ...accountMethods, ...blockMethods, ...transactionMethods }
const unsubscribes = new Set(Object.values(subscriptions).map(({ unsubscribe }) => unsubscribe))
let subscribed = 0

const readRequest = (value: unknown): Request => {
  const { id = null, method, params = [] } = (value ?? {}) as Record<string, unknown>
  const isNamed = typeof id === 'string' || typeof id === 'number' || id === null
  if (!isNamed || typeof method !== 'string' || !Array.isArray(params)) throw new RpcError(-32_600, 'Invalid request')
  return { id, method, params }
}

/** Starts after the answer is sent: a client must know the subscription's number before its first notification. */
const subscribe = (chain: Chain, kind: Subscription, params: Params, { send, running }: Session): number => {
  const subscription = ++subscribed
  running.set(subscription, () => {})
  queueMicrotask(() => {
    if (!running.has(subscription)) return
    const end = kind.start(chain, params, (result) => {
      send({ jsonrpc: '2.0', method: kind.notification, params: { result, subscription } })
      if (kind.once) finish(running, subscription)
    })
    if (running.has(subscription)) running.set(subscription, end)
  })
  return subscription
}

const finish = (running: Session['running'], subscription: number): boolean => {
  running.get(subscription)?.()
  return running.delete(subscription)
}

const perform = (chain: Chain, { method, params }: Request, session?: Session): unknown => {
  const run = methods[method]
  if (run) return run(chain, params)
  const kind = subscriptions[method]
  if (session && kind) return subscribe(chain, kind, params, session)
  if (session && unsubscribes.has(method)) return finish(session.running, Number(params[0]))
  throw new RpcError(-32_601, 'Method not found')
}

/** An error in JSON-RPC's form; one that is not an RpcError is an internal error. */
export const failure = (id: Request['id'], error: unknown): unknown => {
  const { code, message, data } =
    error instanceof RpcError ? error : new RpcError(-32_603, error instanceof Error ? error.message : String(error))
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id }
}

/** Answers one call. Subscriptions require a session. */
export const answer = (chain: Chain, value: unknown, session?: Session): unknown => {
  let id: Request['id'] = null
  try {
    const request = readRequest(value)
    id = request.id
    return { jsonrpc: '2.0', result: perform(chain, request, session), id }
  } catch (error) {
    return failure(id, error)
  }
}
