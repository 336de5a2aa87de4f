import type { OidcConnection } from '@openauth/client'
import * as z from 'zod'
import type { Outbound } from '../outbound.ts'
import { inBody, inHeader, secretOf } from './client-authentication.ts'
import { ProviderMisconfiguredError, ProviderUnavailableError } from '../provider-errors.ts'
import { exchangeCode } from './exchange-code.ts'
import { type AccountRules, accountOfLogin } from './oidc-account.ts'
import { discover, type Metadata } from './oidc-discovery.ts'
import { parseAnswer, readJson } from './read-json.ts'
import type { AuthorizationServer } from './redirect.ts'
import { redirectCalls } from './redirect-calls.ts'
import type { OAuthProviderClient } from './types.ts'
import { assertIdToken, createIdTokenCheck } from './verify-id-token.ts'

/** What a client of an OpenID provider needs of a connection. */
export type OidcClientSettings = AccountRules & Pick<OidcConnection, 'scopes' | 'clientAuthentication'>

/** Signatures with a key that the provider publishes: nobody who reads a client's secret can make them. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const provider = 'oidc'

/** How long a discovery document is used. Milliseconds. */
const DISCOVERY_LIFETIME = 10 * 60_000

/** What is read once and used by all logins of a connection. */
const createServer = (settings: OidcClientSettings, metadata: Metadata, outbound: Outbound) => {
  const { issuer, clientAuthentication } = settings
  const server: AuthorizationServer = {
    provider,
    issuer,
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    scope: [...new Set(['openid', ...settings.scopes.split(/\s+/).filter(Boolean)])].join(' '),
    hasIdToken: true,
    namesIssuer: metadata.authorization_response_iss_parameter_supported,
    authenticate: (client) =>
      clientAuthentication === 'client_secret_post' ? inBody(client, secretOf(client)) : inHeader(client),
  }
  const algorithms = signatures.filter((name) => metadata.id_token_signing_alg_values_supported.includes(name))
  if (algorithms.length === 0)
    throw new ProviderMisconfiguredError('The provider signs no ID tokens with a key that it publishes')
  const checkIdToken = createIdTokenCheck({
    provider,
    outbound,
    issuers: [issuer],
    certs: metadata.jwks_uri,
    algorithms,
    // Its tokens come from the provider alone, so that nobody else can have keys read again.
    cooldown: 0,
  })
  return { server, checkIdToken, userinfo: metadata.userinfo_endpoint, keys: metadata.jwks_uri }
}

/**
 * A client of an OpenID provider, by its discovery document, which is read again every ten minutes. If that fails, the one
 * before is used. `outbound`: a guarded one, since the document may name any address.
 */
export const createOidcClient = (settings: OidcClientSettings, outbound: Outbound): OAuthProviderClient => {
  let known: { server: Promise<ReturnType<typeof createServer>>; until: number } | undefined

  const read = () => discover(settings.issuer, outbound).then((metadata) => createServer(settings, metadata, outbound))
  const connected = async () => {
    if (known && known.until > Date.now()) return known.server
    const before = known?.server
    const server = read().catch((error: unknown) => before ?? Promise.reject(error as Error))
    known = { server, until: Date.now() + DISCOVERY_LIFETIME }
    server.catch(() => (known = undefined))
    return server
  }

  return {
    start: async (input) => redirectCalls((await connected()).server, outbound).start(input),
    checkClient: async (client, redirectUri) => {
      known = undefined
      const { server, keys } = await connected()
      const response = await outbound(keys, { headers: { accept: 'application/json' } })
      if (response.status !== 200) throw new ProviderUnavailableError(`${keys} answered with status ${response.status}`)
      parseAnswer(z.object({ keys: z.array(z.unknown()).min(1) }), await readJson(response, provider), provider)
      return redirectCalls(server, outbound).checkClient(client, redirectUri)
    },
    finish: async (input) => {
      const { server, checkIdToken, userinfo } = await connected()
      const { accessToken, tokenType, idToken } = await exchangeCode(server, outbound, input)
      const { claims } = await checkIdToken(assertIdToken(idToken, provider), input.client.clientId, {
        sent: input.nonce,
      })
      const account = await accountOfLogin(outbound, settings, { claims, accessToken, userinfo })
      return { accessToken, tokenType, account }
    },
  }
}
