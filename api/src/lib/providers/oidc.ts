import type { OidcConnection } from '@openauth/client'
import { z } from 'zod'
import type { Outbound } from '../outbound.ts'
import { isFetchable } from '../safe-fetch.ts'
import { AccountId, createAvatarUrl, displayNameOf, verifiedEmail } from './account.ts'
import { inBody, inHeader, secretOf } from './client-authentication.ts'
import { ProviderMisconfiguredError, ProviderRefusedError, ProviderUnavailableError } from './errors.ts'
import { exchangeCode } from './exchange-code.ts'
import { parseAnswer, readJson, requestWithToken } from './read-json.ts'
import type { AuthorizationServer } from './redirect.ts'
import { redirectCalls } from './redirect-calls.ts'
import type { OAuthProviderClient, ProviderAccount } from './types.ts'
import { assertIdToken, createIdTokenCheck } from './verify-id-token.ts'

/** What a client of an OpenID provider needs of a connection. */
export type OidcClientSettings = Pick<
  OidcConnection,
  'issuer' | 'scopes' | 'claims' | 'clientAuthentication' | 'domains' | 'onlyDomains' | 'trustsEmails'
>

/** Signatures with a key that the provider publishes: nobody who reads a client's secret can make them. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const Address = z.url({ protocol: /^https?$/ }).max(2048)
/** OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3. */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: Address.optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})
type Metadata = z.output<typeof Metadata>

const provider = 'oidc'

/** The address of a discovery document: section 4.1, a slash at the end of the issuer is not doubled. */
const discoveryAddress = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * Reads a discovery document. A document of another issuer is refused (section 4.3): it would let one provider speak for
 * another. Throws ProviderUnavailableError and ProviderMisconfiguredError.
 */
const discover = async (issuer: string, outbound: Outbound): Promise<Metadata> => {
  const response = await outbound(discoveryAddress(issuer), { headers: { accept: 'application/json' } })
  if (response.status !== 200)
    throw new ProviderMisconfiguredError(`${discoveryAddress(issuer)} answered with status ${response.status}`)
  const metadata = parseAnswer(Metadata, await readJson(response, provider), provider)
  if (metadata.issuer !== issuer)
    throw new ProviderMisconfiguredError(`The discovery document is of the issuer ${metadata.issuer.slice(0, 255)}`)
  const endpoints = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  if (issuer.startsWith('https:') && endpoints.some((address) => !address.startsWith('https:')))
    throw new ProviderMisconfiguredError('The discovery document names an address without TLS')
  return metadata
}

/** Calls only addresses that the operator allows: what a discovery document names may be anything. */
const guarded =
  (outbound: Outbound, allow: readonly string[]): Outbound =>
  async (address, init) => {
    if (isFetchable(String(address), allow)) return outbound(address, init)
    throw new ProviderMisconfiguredError(
      `${new URL(address).host} is not on the public internet, and OPENAUTH_OUTBOUND_ALLOW does not have it`,
    )
  }

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

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
 * before is used. `allow`: private addresses that this server may call.
 */
export const createOidcClient = (
  settings: OidcClientSettings,
  { outbound: unguarded, allow }: { outbound: Outbound; allow: readonly string[] },
): OAuthProviderClient => {
  const outbound = guarded(unguarded, allow)
  const { claims: names, domains, onlyDomains, trustsEmails, issuer } = settings
  const avatarUrl = createAvatarUrl([issuer])
  let known: { server: Promise<ReturnType<typeof createServer>>; until: number } | undefined

  const read = () => discover(issuer, outbound).then((metadata) => createServer(settings, metadata, outbound))
  const connected = async () => {
    if (known && known.until > Date.now()) return known.server
    const before = known?.server
    const server = read().catch((error: unknown) => before ?? Promise.reject(error as Error))
    known = { server, until: Date.now() + DISCOVERY_LIFETIME }
    server.catch(() => (known = undefined))
    return server
  }

  /** The claims of the ID token, with those that the provider tells at its userinfo endpoint alone (Core, section 5.3). */
  const allClaims = async (claims: Record<string, unknown>, accessToken: string, userinfo: string | undefined) => {
    const wanted = [names.username, names.name, names.email, names.picture]
    if (userinfo === undefined || wanted.every((name) => name in claims)) return claims
    const more = await requestWithToken({
      provider,
      outbound,
      url: userinfo,
      token: accessToken,
      schema: z.record(z.string(), z.unknown()),
      isNewToken: true,
    })
    if (more['sub'] !== claims['sub']) throw new ProviderRefusedError('token_refused')
    return { ...more, ...claims }
  }

  const accountOf = (claims: Record<string, unknown>, signed: Record<string, unknown>): ProviderAccount => {
    const id = AccountId.safeParse(signed[names.subject])
    if (!id.success)
      throw new ProviderMisconfiguredError(`The ID token has no claim ${names.subject} that could be an account's id`)
    const email = verifiedEmail(claims[names.email], trustsEmails || claims['email_verified'])
    if (onlyDomains && (email === null || !domains.includes(domainOf(email))))
      throw new ProviderRefusedError('account_not_expected')
    return {
      // An account is of its issuer: another provider's account of the same id is another person.
      subject: `${issuer} ${id.data}`,
      display: email ?? text(claims[names.username])?.slice(0, 255) ?? id.data,
      displayName: displayNameOf(claims[names.name]),
      avatarUrl: avatarUrl(claims[names.picture]),
      email,
    }
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
      return { accessToken, tokenType, account: accountOf(await allClaims(claims, accessToken, userinfo), claims) }
    },
  }
}
