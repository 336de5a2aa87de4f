import { randomBytes } from 'node:crypto'
import type { Outbound } from '../outbound.ts'
import { ProviderDeniedError, ProviderMisconfiguredError } from '../provider-errors.ts'
import { exchangeCode } from './exchange-code.ts'
import type { AuthorizationServer } from './redirect.ts'
import type { ClientCredentials, ClientVerdict, Reading } from './types.ts'

/**
 * What every provider may answer; RFC 6749, section 5.2. A refused code means accepted credentials, since the client is
 * authenticated before its code is looked at.
 */
const common: Reading[] = [
  // Discord names the parameter in the description: https://github.com/discord/discord-api-docs/issues/4076
  [/^invalid_(?:request|grant)$/, /redirect.?ur[il]/i, 'redirect_not_registered'],
  // https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
  [/^redirect_uri_mismatch$/, undefined, 'redirect_not_registered'],
  [/^(?:invalid_grant|bad_verification_code)$/, undefined, 'accepted'],
  [/^(?:invalid_client|incorrect_client_credentials|status 401)$/, undefined, 'wrong_client'],
  [/^(?:unauthorized_client|application_suspended)$/, undefined, 'client_not_allowed'],
]

const verdictOf = (
  { refusals = [] }: AuthorizationServer,
  error: string,
  description = '',
): ClientVerdict | undefined =>
  [...refusals, ...common].find(
    ([code, text]) => code.test(error) && (text === undefined || text.test(description)),
  )?.[2]

/**
 * Sends the token request of a login with a code that nobody issued, through the code of the logins, and reads the
 * refusal. Throws ProviderUnavailableError; ProviderMisconfiguredError where the credentials cannot be sent;
 * ProviderDeniedError for an answer that no documentation explains.
 */
export const checkClient = async (
  server: AuthorizationServer,
  outbound: Outbound,
  client: ClientCredentials,
  redirectUri: string,
): Promise<ClientVerdict> => {
  const [state, nonce, verifier] = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'))
  const parameters = new URLSearchParams({
    state: state!,
    code: `openauth-test-${randomBytes(12).toString('hex')}`,
    ...(server.namesIssuer ? { iss: server.issuer } : {}),
  })
  const login = { client, redirectUri, state: state!, nonce: nonce!, verifier: verifier! }
  try {
    await exchangeCode(server, outbound, { ...login, parameters })
  } catch (error) {
    const answer =
      error instanceof ProviderDeniedError
        ? error
        : error instanceof ProviderMisconfiguredError
          ? error.rejected
          : undefined
    const verdict = answer && verdictOf(server, answer.error, answer.description)
    if (verdict) return verdict
    throw error
  }
  // A provider that exchanges an invented code has authenticated the client, whatever else is wrong with it.
  return 'accepted'
}
