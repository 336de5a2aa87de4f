import type { RedirectMethod } from '@openauth/client'
import type { z } from 'zod'
import type { Outbound } from '../outbound.ts'
import { ProviderMisconfiguredError, ProviderRefusedError, ProviderUnavailableError } from '../provider-errors.ts'

const isJson = (response: Response): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')

/** The body as an unknown value. Throws ProviderUnavailableError when it is not JSON or has another content type. */
export const readJson = async (response: Response, provider: RedirectMethod): Promise<unknown> => {
  if (!isJson(response))
    throw new ProviderUnavailableError(`${provider} answered with status ${response.status} and without JSON`)
  try {
    return await response.json()
  } catch {
    throw new ProviderUnavailableError(`${provider} answered with malformed JSON`)
  }
}

/** Throws ProviderUnavailableError when the value differs from the provider's documentation. */
export const parseAnswer = <T extends z.ZodType>(schema: T, value: unknown, provider: RedirectMethod): z.output<T> => {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const fields = error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new ProviderUnavailableError(`${provider} answered without documented fields: ${fields}`)
}

/** Throws ProviderRefusedError for a malformed access token, before it is put into a header. */
export const assertToken = (token: string): void => {
  if (!/^[\x21-\x7e]{1,8192}$/.test(token)) throw new ProviderRefusedError('token_refused')
}

export interface ProviderRequest<T extends z.ZodType> {
  provider: RedirectMethod
  outbound: Outbound
  url: string
  token: string
  /** The body of status 200. */
  schema: T
  method?: 'GET' | 'POST'
  /** Whether the token was just obtained, so that a 403 concerns the app and not the token. */
  isNewToken?: boolean
}

/**
 * Calls a provider with a bearer token in the header (RFC 6750). Throws ProviderRefusedError for status 400, 401 or 403
 * in JSON (ProviderMisconfiguredError for the 403 of a new token, which X sends while the app is in no project of its
 * console), ProviderUnavailableError for every other status than 200.
 */
export const requestWithToken = async <T extends z.ZodType>(question: ProviderRequest<T>): Promise<z.output<T>> => {
  const { provider, outbound, url, token, schema, method = 'GET', isNewToken } = question
  assertToken(token)
  const response = await outbound(url, {
    method,
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  })
  const body = await readJson(response, provider)
  if (isNewToken && response.status === 403)
    throw new ProviderMisconfiguredError(`${provider} does not allow this app to read the account`)
  if ([400, 401, 403].includes(response.status)) throw new ProviderRefusedError('token_refused')
  if (response.status !== 200) throw new ProviderUnavailableError(`${provider} answered with status ${response.status}`)
  return parseAnswer(schema, body, provider)
}
