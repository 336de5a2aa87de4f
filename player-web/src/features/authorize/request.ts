import { ApiError, type OidcScope, type PlayerConfig } from '@openauth/client'

/** A program's request to log a user in, as the server describes it to the browser that began it. */
export interface AuthorizationRequest {
  app: NonNullable<PlayerConfig['app']>
  client: { id: string; name: string }
  /** Where the login returns to, of a client that registered itself. */
  registeredFor: string | null
  /** The APIs that it wants to use, with what it asks for of each. */
  resources: { name: string; url: string; scopes: { name: string; description: string }[] }[]
  scopes: OidcScope[]
  asksForConsent: boolean
  /** Since when a login counts, in seconds; 0: any does. */
  loginSince: number
  loginHint: string | null
  isRepeated: boolean
}

export interface Continuation {
  continueAt: string
}

const messageOf = (body: unknown): { code?: string; message?: string } =>
  typeof body === 'object' && body !== null ? body : {}

/** Calls below the address of this page, to which the login's cookie belongs. Throws an ApiError. */
const call = async <T>(name: string, init: RequestInit): Promise<T> => {
  const { pathname, search } = location
  const app = new URLSearchParams(search).get('app') ?? ''
  const address = `${pathname.replace(/\/+$/, '')}/${name}?${new URLSearchParams({ app }).toString()}`
  const response = await fetch(address, init).catch((cause: unknown) => {
    throw new ApiError(0, { message: cause instanceof Error ? cause.message : String(cause) })
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(response.status, messageOf(body))
  return (body as { data: T }).data
}

let described: Promise<AuthorizationRequest> | undefined

/** What this page is about; read once. */
export const readRequest = (): Promise<AuthorizationRequest> =>
  (described ??= call<AuthorizationRequest>('request', { headers: { accept: 'application/json' } }))

/** Lets the program log in the user of this session. */
export const accept = (token: string): Promise<Continuation> =>
  call<Continuation>('accept', { method: 'POST', headers: { authorization: `Bearer ${token}` } })

export const decline = (): Promise<Continuation> => call<Continuation>('decline', { method: 'POST' })
