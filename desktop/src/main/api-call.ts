import { createHmac, randomBytes } from 'node:crypto'
import {
  ApiError,
  concealStoredSecrets,
  contract,
  fetchTransport,
  hasStoredSecrets,
  type Input,
  listRoutes,
  plainMessage,
  type Route,
  type Transport,
} from '@openauth/client'
import * as z from 'zod'
import { CALL_TIMEOUT_MS } from '../call-timeout.ts'
import { isAnswer } from '../connection-fault.ts'
import { ConnectionError, failureAt, invalidInput } from './failure.ts'
import type { Session } from './session.ts'

const Call = z.strictObject({
  group: z.string().max(64),
  verb: z.string().max(64),
  input: z.record(z.string(), z.unknown()),
})

const routes = new Map(
  listRoutes(contract)
    .filter(({ route }) => route.auth === 'public' || route.auth === 'admin')
    .map(({ group, verb, route }) => [`${group}.${verb}`, route]),
)

const routeOf = (group: string, verb: string): Route => {
  const route = routes.get(`${group}.${verb}`)
  if (!route) throw new ApiError(403, { code: 'call_not_allowed', message: 'The console does not make this call' })
  return route
}

/** Validates an input against its route and drops fields that the route does not declare. */
const checkedInput = (route: Route, input: Record<string, unknown>): Record<string, unknown> => {
  const checked = route.input.safeParse(input, { error: plainMessage })
  if (!checked.success) throw invalidInput(checked.error)
  return Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(route.input.shape, key)))
}

const parse = (raw: unknown) => {
  const call = Call.safeParse(raw)
  if (!call.success) throw invalidInput(call.error)
  const route = routeOf(call.data.group, call.data.verb)
  return { route, input: checkedInput(route, call.data.input) }
}

const throwNoServer = (): never => {
  throw new ApiError(400, { code: 'no_server', message: 'Choose a server first' })
}
const throwUnauthorized = (): never => {
  throw new ApiError(401, { code: 'unauthorized', message: 'Unauthorized' })
}

const tokenIn = (body: unknown): string | undefined => {
  const parsed = z.object({ data: z.object({ token: z.string() }) }).safeParse(body)
  return parsed.success ? parsed.data.data.token : undefined
}

/**
 * Removes tokens from answers to the window: the token of `setup.login` is stored in the session; tokens of other public
 * calls (users' logins) are dropped.
 */
const withoutToken = async (route: Route, body: unknown, address: string, session: Session): Promise<unknown> => {
  const token = tokenIn(body)
  if (route === contract.setup.login) {
    if (!token) throw new ConnectionError(address, 'foreign')
    await session.signIn({ address, token })
  }
  return token ? { data: {} } : body
}

/** The key of the marks that the window gets in place of stored secrets; it lasts as long as the program runs. */
const markKey = randomBytes(32)
const digest = (text: string): string => createHmac('sha256', markKey).update(text).digest('base64url')

/** Refuses redirects, because following one could send a password to an address that the operator did not choose. */
const withoutRedirects: typeof globalThis.fetch = (url, init) => fetch(url, { ...init, redirect: 'error' })

export interface CallOptions {
  /** Milliseconds until an answer must be complete; default: CALL_TIMEOUT_MS. */
  timeoutMs?: number
}

/** Refuses to use up an approved request for a mark: the window gets no stored secret. Throws `approval_not_collectable`. */
const requireShown = async (transport: Transport, route: Route, input: Input, signal: AbortSignal): Promise<void> => {
  if (route !== contract.approvals.collect) return
  const { data } = (await transport(contract.approvals.get, input, { signal })) as { data: { call: string } }
  const asked = routes.get(data.call)
  if (!asked || !hasStoredSecrets(asked)) return
  const message = `Pages of the console show no such secret. Collect it with: openauth approvals collect ${String(input['id'])}`
  throw new ApiError(409, { code: 'approval_not_collectable', message })
}

/** Makes a call of the contract with the session's token and returns the answer's body. Throws ApiErrors. */
export const callApi = async (
  raw: unknown,
  session: Session,
  { timeoutMs = CALL_TIMEOUT_MS }: CallOptions = {},
): Promise<unknown> => {
  const { route, input } = parse(raw)
  const current = session.current()
  const address = current.address ?? throwNoServer()
  const token = route.auth === 'admin' ? (current.token ?? throwUnauthorized()) : undefined
  const transport = fetchTransport({ baseUrl: address, token: () => token, fetch: withoutRedirects })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await requireShown(transport, route, input, signal)
    const answer = await transport(route, input, { signal })
    if (!isAnswer(answer)) throw new ConnectionError(address, 'foreign')
    const body = concealStoredSecrets(route, answer, digest)
    return route.auth === 'public' ? await withoutToken(route, body, address, session) : body
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Only OpenAuth ends a session: a proxy's 401 has no code, and the code with another status is not of OpenAuth.
    if (token && error.status === 401 && error.code === 'unauthorized') await session.signOut({ address, token })
    throw failureAt(address, error)
  } finally {
    // Also if the call failed: signing out always removes the token here.
    if (token && route === contract.setup.logout) await session.signOut({ address, token })
  }
}
