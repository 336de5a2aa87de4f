import type { Endpoint, EndpointTable, Input } from '@openauth/client'
import { callOf, clientOf, endpoints, fetchTransport } from '@openauth/client/light'
import { afterApproval, approvalReasonOf } from './approvals.ts'
import { isExposed } from './endpoint.ts'
import { callFailure, type Credential, SAVED_SESSION, signInFailure } from './call-failure.ts'
import { isBearerToken } from './bearer.ts'
import { exitCodes, failed, Failure, notSignedIn, wrongUse } from './failure.ts'
import { type Format, formatOf } from './format.ts'
import { createOutput, type Output } from './output.ts'
import { isSecretName } from './secrets.ts'
import { profilesPath, type ProfilesFile, readProfilesFile } from './profiles-file.ts'
import { type Profile, readSession, saveSession } from './session.ts'
import { type Target, targetOf } from './target.ts'
import { version } from './version.ts'
import type { GlobalFlags, CliEnvironment, Fetch } from './cli-environment.ts'

/** The state and functions that a command uses. */
export interface Context {
  environment: CliEnvironment
  globals: GlobalFlags
  out: Output
  /** Whether the whole answer is printed as one document: as JSON, or as the result of a query. */
  isDocument: boolean
  endpoint: string
  target: Target
  /** What is saved beside the session. */
  saved: ProfilesFile
  profile: Profile
  save: (profile: Profile) => Promise<void>
  /** The token in use; OPENAUTH_TOKEN overrides the profile's. */
  token: string | undefined
  /**
   * Calls a route; the answer is its `data`, or `{data, meta}`. Throws a Failure. Routes of apps and users need their
   * credential; those of admins take the token in use.
   */
  call: (group: string, verb: string, input?: Input, credential?: Credential) => Promise<unknown>
  /** Fetches a document of the server outside the contract, without a credential. */
  fetch: Fetch
}

/** Milliseconds. Longer than the slowest call; without it an unresponsive server would block a script for minutes. */
const CALL_TIMEOUT = 120_000
/** Milliseconds for the question whether a server has an admin, which only words a failure. */
const SETUP_TIMEOUT = 5000

const callAt = (group: string, verb: string): Endpoint => (endpoints as EndpointTable)[group]![verb]!

/** Follows no redirect, so that no secret reaches its target, and names the CLI in the server's session list. */
const guardedFetch = ({ fetch }: CliEnvironment, trace: (line: string) => void): Fetch => {
  return async (address, init) => {
    const started = performance.now()
    const headers = { ...(init?.headers as Record<string, string>), 'user-agent': `openauth-cli/${version}` }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    const { pathname } = new URL(address)
    trace(`${init?.method ?? 'GET'} ${pathname} ${response.status} in ${Math.round(performance.now() - started)} ms`)
    const target = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !target) return response
    throw new Error(`it redirects to ${target}; redirects are not followed. Give the final address with --endpoint`)
  }
}

const carriesSecret = (input: Input) =>
  Object.entries(input).some(([key, value]) => value !== undefined && isSecretName(key))

const dataOf = (route: Endpoint, answer: unknown): unknown =>
  route.meta ? (answer as { data?: unknown }).data : answer

type CallContext = Pick<Context, 'endpoint' | 'out' | 'fetch' | 'profile' | 'environment' | 'globals'> & {
  admin: Credential | undefined
}

/** The input of a call that can wait for another admin has the reason why it is asked for. */
const withReason = (context: CallContext, { held }: Endpoint, input: Input): Input => {
  const approvalReason = held && approvalReasonOf(context)
  return approvalReason === undefined ? input : { approvalReason, ...input }
}

const createCalls = (context: CallContext): Context['call'] => {
  const { endpoint, out, fetch, profile, admin } = context
  let isWarned = !isExposed(endpoint)
  const refuseSession = async (failure: Failure): Promise<Failure> => {
    const signal = AbortSignal.timeout(SETUP_TIMEOUT)
    const { initialized } = await clientOf({ setup: endpoints.setup }, fetchTransport({ baseUrl: endpoint, fetch }))
      .setup.config({}, { signal })
      .catch(() => ({ initialized: true }))
    return signInFailure(failure, endpoint, !initialized)
  }
  const call: Context['call'] = async (group, verb, given = {}, own) => {
    const route = callAt(group, verb)
    const input = withReason(context, route, given)
    const credential = route.auth === 'public' ? undefined : (own ?? admin)
    if (route.auth === 'admin' && !credential) throw await refuseSession(notSignedIn(endpoint))
    if (!isWarned && (credential || carriesSecret(input))) {
      out.warn(`${endpoint} is plain http: the credentials can be read on the network. Use https`)
      isWarned = true
    }
    const transport = fetchTransport({ baseUrl: endpoint, fetch, token: () => credential?.value })
    const answer = await callOf(route, transport)(input, { signal: AbortSignal.timeout(CALL_TIMEOUT) })
      .catch((error: unknown) => afterApproval({ ...context, call }, error))
      .catch(async (error: unknown) => {
        const savedApp = Object.values(input).includes(profile.app?.id) ? profile.app : undefined
        const failure = callFailure(error, { endpoint, route, credential, savedApp })
        const isSession = failure instanceof Failure && failure.exitCode === exitCodes.notSignedIn
        throw isSession && credential?.kind === 'admin' ? await refuseSession(failure) : failure
      })
    if (dataOf(route, answer) === undefined)
      throw failed(`The answer of ${endpoint} is not that of an OpenAuth server. Is the address right?`)
    return answer
  }
  return call
}

/** The token of OPENAUTH_TOKEN, else that of the saved session. */
const adminCredential = (given: string | undefined, { token }: Profile): Credential | undefined => {
  const value = given || token
  if (!value) return undefined
  const source = given ? 'in OPENAUTH_TOKEN' : SAVED_SESSION
  if (!isBearerToken(value)) throw wrongUse(`The token ${source} is not a bearer token`)
  return { kind: 'admin', value, source }
}

const createOutputOf = async (environment: CliEnvironment, format: Format): Promise<Output> => {
  const { query } = format
  return createOutput(
    environment,
    format,
    query === undefined ? undefined : (await import('./query.ts')).compileQuery(query),
  )
}

/** Creates a command's context: endpoint, profile and calls. */
export const openContext = async (environment: CliEnvironment, globals: GlobalFlags): Promise<Context> => {
  const { env } = environment
  const format = formatOf(globals)
  const out = await createOutputOf(environment, format)
  const path = profilesPath(env)
  const saved = await readProfilesFile(path, out.warn)
  const target = targetOf(globals, env, saved)
  const { endpoint } = target
  const given = env['OPENAUTH_TOKEN']?.trim()
  const place = { environment, out, path, key: target.key }
  const profile = await readSession(place, saved, !given)
  const admin = adminCredential(given, profile)
  const fetch = guardedFetch(environment, globals.verbose ? out.note : () => {})
  const call = createCalls({ endpoint, admin, out, fetch, profile, environment, globals })
  const save = (next: Profile) => saveSession(place, saved, { now: profile, next })
  const isDocument = format.kind === 'json' || format.query !== undefined
  const session = { profile, save, token: admin?.value }
  return { environment, globals, out, isDocument, endpoint, target, saved, ...session, call, fetch }
}
