import type { RedirectProvider } from '@openauth/client'
import {
  allowInsecureRequests,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  Configuration,
} from 'openid-client'
import type { ClientCredentials, Reading, RedirectLogin } from './types.ts'

/** What differs between the providers' authorization servers. */
export interface AuthorizationServer {
  provider: RedirectProvider
  /** The expected `iss` of the callback, if it has one: RFC 9207. */
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  scope: string
  /** Whether it issues an ID token and therefore takes a nonce. */
  hasIdToken: boolean
  /** Additional parameters of the authorization request. */
  parameters?: Record<string, string>
  clientParameter?: 'client_id' | 'client_key'
  /** What its token endpoint answers differently from others; read before the common answers. */
  refusals?: readonly Reading[]
  /** Throws ProviderMisconfiguredError when the credentials are incomplete. */
  authenticate: (client: ClientCredentials) => ClientAuth | Promise<ClientAuth>
}

/** Throws ProviderMisconfiguredError. */
export const configurationOf = async (
  server: AuthorizationServer,
  client: ClientCredentials,
): Promise<Configuration> => {
  const { issuer, authorizationEndpoint, tokenEndpoint } = server
  const metadata = { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint }
  const authentication = await server.authenticate(client)
  const configuration = new Configuration(metadata, client.clientId, undefined, authentication)
  if (authorizationEndpoint.startsWith('http:') || tokenEndpoint.startsWith('http:'))
    allowInsecureRequests(configuration)
  return configuration
}

/** The authorization request: RFC 6749, section 4.1.1, with PKCE S256, which servers that lack it ignore (3.1). */
export const authorizationUrl = async (server: AuthorizationServer, input: RedirectLogin): Promise<URL> => {
  const { scope, hasIdToken, parameters, clientParameter = 'client_id' } = server
  const url = buildAuthorizationUrl(await configurationOf(server, input.client), {
    scope,
    redirect_uri: new URL(input.redirectUri).href,
    state: input.state,
    code_challenge: await calculatePKCECodeChallenge(input.verifier),
    code_challenge_method: 'S256',
    ...(hasIdToken ? { nonce: input.nonce } : {}),
    ...parameters,
  })
  url.searchParams.delete('client_id')
  url.searchParams.set(clientParameter, input.client.clientId)
  return url
}
