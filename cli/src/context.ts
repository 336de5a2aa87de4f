import { clientOf, contract, fetchTransport, type Input, type Route, type RouteTable } from '@openauth/client'
import { isExposed } from './endpoint.ts'
import { callFailure, signInFailure } from './call-failure.ts'
import { exitCodes, Failure, notSignedIn, wrongUse } from './failure.ts'
import { createOutput, type Output } from './output.ts'
import { isSecretName } from './secrets.ts'
import { profilesPath, type ProfilesFile, readProfilesFile } from './profiles-file.ts'
import { type Profile, readSession, saveSession } from './session.ts'
import { type Target, targetOf } from './target.ts'
import { version } from './version.ts'
import type { GlobalFlags, CliEnvironment } from './cli-environment.ts'

/** The state and functions that a command uses. */
export interface Context {
  environment: CliEnvironment
  globals: GlobalFlags
  out: Output
  json: boolean
  endpoint: string
  target: Target
  /** What is saved beside the session. */
  saved: ProfilesFile
  profile: Profile
  save: (profile: Profile) => Promise<void>
  /** The token in use; OPENAUTH_TOKEN overrides the profile's. */
  token: string | undefined
  /** Calls a route; the answer is its `data`, or `{data, meta}`. Throws a Failure. */
  call: (group: string, verb: string, input?: Input) => Promise<unknown>
  /** Fetches a document of the server outside the contract, without a credential. */
  fetch: typeof globalThis.fetch
}

/** Milliseconds. Longer than the slowest call; without it an unresponsive server would block a script for minutes. */
const CALL_TIMEOUT = 120_000
/** Milliseconds for the question whether a server has an admin, which only words a failure. */
const SETUP_TIMEOUT = 5000

export const routeOf = (group: string, verb: string): Route => (contract as RouteTable)[group]![verb]!

/** Follows no redirect, so that no secret reaches its target, and names the CLI in the server's session list. */
const guardedFetch = ({ fetch }: CliEnvironment, trace: (line: string) => void): typeof globalThis.fetch => {
  return async (input: string | URL | Request, init) => {
    const started = performance.now()
    const headers = { ...(init?.headers as Record<string, string>), 'user-agent': `openauth-cli/${version}` }
    const response = await fetch(input, { ...init, headers, redirect: 'manual' })
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    trace(`${init?.method ?? 'GET'} ${pathname} ${response.status} in ${Math.round(performance.now() - started)} ms`)
    const target = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !target) return response
    throw new Error(`it redirects to ${target}; redirects are not followed. Give the final address with --endpoint`)
  }
}

const carriesSecret = (route: Route) => Object.keys(route.input.shape).some(isSecretName)

type CallContext = Pick<Context, 'endpoint' | 'token' | 'out' | 'fetch' | 'profile'> & {
  environmentToken: string | undefined
}

const createCalls = (context: CallContext): Context['call'] => {
  const { endpoint, token, out, fetch, profile, environmentToken } = context
  const signedIn = fetchTransport({ baseUrl: endpoint, fetch, token: () => token })
  const anonymous = fetchTransport({ baseUrl: endpoint, fetch })
  let isWarned = !isExposed(endpoint)
  const refuseSession = async (failure: Failure): Promise<Failure> => {
    const signal = AbortSignal.timeout(SETUP_TIMEOUT)
    const { initialized } = await clientOf({ setup: contract.setup }, anonymous)
      .setup.config({}, { signal })
      .catch(() => ({ initialized: true }))
    return signInFailure(failure, endpoint, !initialized)
  }
  return async (group, verb, input = {}) => {
    const route = routeOf(group, verb)
    const isPublic = route.auth === 'public'
    if (!isPublic && !token) throw await refuseSession(notSignedIn(endpoint))
    if (!isWarned && (!isPublic || carriesSecret(route))) {
      out.warn(`${endpoint} is plain http: the credentials can be read on the network. Use https`)
      isWarned = true
    }
    const client = clientOf({ only: { call: route } }, isPublic ? anonymous : signedIn)
    return client.only.call(input, { signal: AbortSignal.timeout(CALL_TIMEOUT) }).catch(async (error: unknown) => {
      const savedApp = Object.values(input).includes(profile.app?.id) ? profile.app : undefined
      const failure = callFailure(error, { endpoint, environmentToken, savedApp })
      const isSession = failure instanceof Failure && failure.exitCode === exitCodes.notSignedIn
      throw isSession ? await refuseSession(failure) : failure
    })
  }
}

/** Creates a command's context: endpoint, profile and calls. */
export const openContext = async (environment: CliEnvironment, globals: GlobalFlags): Promise<Context> => {
  const { env } = environment
  const json = globals.json ?? false
  const out = createOutput(environment, json)
  const path = profilesPath(env)
  const saved = await readProfilesFile(path, out.warn)
  const target = targetOf(globals, env, saved)
  const { endpoint } = target
  const given = env['OPENAUTH_TOKEN']?.trim()
  const place = { environment, out, path, key: target.key }
  const profile = await readSession(place, saved, !given)
  const token = given || profile.token
  // Checked here because fetch's own error message would contain the token.
  if (token && !/^[\w.~+/=-]+$/.test(token)) throw wrongUse('The token in OPENAUTH_TOKEN is not a bearer token')
  const fetch = guardedFetch(environment, globals.verbose ? out.note : () => {})
  const call = createCalls({ endpoint, token, out, fetch, profile, environmentToken: given || undefined })
  const save = (next: Profile) => saveSession(place, saved, { now: profile, next })
  return { environment, globals, out, json, endpoint, target, saved, profile, save, token, call, fetch }
}
