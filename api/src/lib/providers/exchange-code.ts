import type { RedirectMethod } from '@openauth/client'
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  ClientError,
  customFetch,
  ResponseBodyError,
} from 'openid-client'
import type { Outbound } from '../outbound.ts'
import { ProviderDeniedError, ProviderMisconfiguredError, ProviderUnavailableError } from '../provider-errors.ts'
import { readJson } from './read-json.ts'
import { type AuthorizationServer, configurationOf } from './redirect.ts'
import type { RedirectLogin } from './types.ts'

export interface Tokens {
  accessToken: string
  tokenType: string
  /** Not verified yet. */
  idToken: string | undefined
  /** The other fields of the response. */
  more: Record<string, unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * The token endpoint's response without its ID token, which is verified once and with its signature
 * (verify-id-token.ts). GitHub and TikTok send errors with status 200; here they get the 400 of RFC 6749, section 5.2.
 * https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
const readTokenAnswer = async (response: Response, provider: RedirectMethod) => {
  const body = await readJson(response, provider)
  if (!isObject(body))
    throw new ProviderUnavailableError(
      `${provider} answered the exchange of a code with something other than an object`,
    )
  const { id_token: idToken, ...rest } = body
  const hasError = typeof rest.error === 'string' && rest.error !== ''
  if (response.status === 401 && !hasError)
    throw new ProviderMisconfiguredError(`${provider} does not accept the app's client secret`, {
      rejected: { error: 'status 401', description: undefined },
    })
  const status = response.status === 200 && hasError ? 400 : response.status
  return {
    idToken: typeof idToken === 'string' ? idToken : undefined,
    response: Response.json(rest, { status }),
  }
}

/** Error codes for settings that servers reject; the second line is GitHub's. */
const settingsErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'redirect_uri_mismatch',
  'incorrect_client_credentials',
  'application_suspended',
])
const passingErrors = new Set(['server_error', 'temporarily_unavailable'])

/** Secret fields of the exchange's form. */
const secretFields = ['code', 'code_verifier', 'client_secret']

/** Redacts `secrets` from the server's text, in case it repeats the request. */
const answeredError = (provider: RedirectMethod, answer: ResponseBodyError, secrets: string[]): Error => {
  const crossedOut = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  const { error } = answer
  // Declared as a string, but the server may have sent another type.
  const sent: unknown = answer.error_description
  const description = typeof sent === 'string' ? crossedOut(sent) : undefined
  if (settingsErrors.has(error)) {
    const rejected = { error, description }
    return new ProviderMisconfiguredError(`${provider} does not accept the app's settings: ${error}`, { rejected })
  }
  if (passingErrors.has(error)) return new ProviderUnavailableError(`${provider} answered ${error}`)
  return new ProviderDeniedError(crossedOut(error), description)
}

/**
 * Checks the callback (state, `iss`, no duplicate parameter, no error) and exchanges its code: RFC 6749, sections 4.1.2
 * and 4.1.3. Throws ProviderDeniedError, with `invalid_callback` for a callback that does not belong to this login;
 * ProviderMisconfiguredError; ProviderUnavailableError. None has a cause, which would hold tokens.
 */
export const exchangeCode = async (
  server: AuthorizationServer,
  outbound: Outbound,
  input: RedirectLogin & { parameters: URLSearchParams },
): Promise<Tokens> => {
  const { provider } = server
  const configuration = await configurationOf(server, input.client)
  let wasAsked = false
  let idToken: string | undefined
  const secrets = input.client.clientSecret ? [input.client.clientSecret] : []
  configuration[customFetch] = async (url, init) => {
    wasAsked = true
    secrets.push(...secretFields.flatMap((name) => new URLSearchParams(init.body as URLSearchParams).getAll(name)))
    const answer = await readTokenAnswer(await outbound(url, init), provider)
    idToken = answer.idToken
    return answer.response
  }
  const callback = new URL(input.redirectUri)
  callback.search = input.parameters.toString()
  const checks = { expectedState: input.state, pkceCodeVerifier: input.verifier }
  try {
    const answer = await authorizationCodeGrant(configuration, callback, checks)
    const { access_token: accessToken, token_type: tokenType, ...more } = answer
    return { accessToken, tokenType, idToken, more }
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw new ProviderDeniedError(error.error, error.error_description)
    if (error instanceof ResponseBodyError) throw answeredError(provider, error, secrets)
    if (!(error instanceof ClientError)) throw error
    if (error.cause instanceof ProviderUnavailableError || error.cause instanceof ProviderMisconfiguredError)
      throw error.cause
    if (!wasAsked) throw new ProviderDeniedError('invalid_callback')
    throw new ProviderUnavailableError(`${provider} answered the exchange of a code without a usable token`)
  }
}
