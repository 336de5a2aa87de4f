import { randomBytes } from 'node:crypto'
import {
  hasClientSecret,
  type OidcAlgorithm,
  type OidcClientAuthentication,
  oidcIssuerOf,
  type OidcScope,
} from '@openauth/client'
import type { ClientMetadata, JWK } from 'oidc-provider'
import type { Database, Keyed, OidcClientModel, Statement } from '../../db.ts'
import { secretDigest } from '../apps/secrets.ts'

/** A client as it is stored, in the types of the contract, which wrote it. */
export interface StoredClient extends Omit<
  OidcClientModel,
  'authentication' | 'publicKeys' | 'scopes' | 'subjects' | 'idTokenAlgorithm'
> {
  authentication: OidcClientAuthentication
  publicKeys: PublicKey[]
  scopes: OidcScope[]
  subjects: 'public' | 'pairwise'
  idTokenAlgorithm: OidcAlgorithm
}
interface PublicKey extends Record<string, unknown> {
  kty: 'RSA' | 'EC' | 'OKP'
}

export const storedClient = (row: OidcClientModel): StoredClient => row as unknown as StoredClient

/**
 * Clients that may log users in: those that registered themselves as long as the app lets them. The keys (`db.find`) are app and id.
 */
const findEnabled: Statement = {
  name: 'oidc-client',
  text: `
    SELECT k AS key, c.* FROM unnest($1::text[]) k
    JOIN "OidcClient" c ON c.id = split_part(k, ' ', 2)::uuid AND c."appId" = split_part(k, ' ', 1)::uuid AND c.enabled
    WHERE NOT c.registered OR EXISTS (SELECT 1 FROM "App" a WHERE a.id = c."appId" AND a."oidcRegistrationEnabled")`,
}

/** A client's id as it is made; another spelling is another text to those who compare it. */
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Read at each call, so that a change applies at once. */
export const findEnabledClient = async (
  { find }: Pick<Database, 'find'>,
  appId: string,
  id: string,
): Promise<StoredClient | undefined> => {
  if (!isId.test(id)) return undefined
  const row = await find<OidcClientModel & Keyed>(findEnabled, `${appId} ${id}`)
  return row && storedClient(row)
}

/** A client in the form of the API, whose contract has no digest of its secret. */
export const presentClient = (publicUrl: string, client: StoredClient) => ({
  ...client,
  issuer: oidcIssuerOf(publicUrl, client.appId),
})

/** A secret of 256 random bits, and how it is stored; none for a client without one. */
export const newClientSecret = (authentication: OidcClientAuthentication) => {
  if (!hasClientSecret(authentication)) return { clientSecret: null, secretDigest: null, secretLastFour: null }
  const clientSecret = randomBytes(32).toString('base64url')
  return { clientSecret, secretDigest: secretDigest(clientSecret), secretLastFour: clientSecret.slice(-4) }
}

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

/** Apps on devices: a private-use scheme, or a public client on loopback, whose port is any (RFC 8252, sections 7.1 and 7.3). */
const isNative = ({ redirectUris, authentication }: StoredClient): boolean =>
  redirectUris.some((uri) => !/^https?:/.test(uri) || (authentication === 'none' && uri.startsWith('http:')))

/** The algorithms that fit a client's keys (RFC 7518, section 3.1; RFC 8037). The first key's decides. */
const assertionAlgorithm = ([key]: PublicKey[]): OidcAlgorithm =>
  key?.kty === 'EC' ? 'ES256' : key?.kty === 'OKP' ? 'EdDSA' : 'RS256'

/**
 * A property of clients whose users are asked at each login: another program on the device can take the redirect, and a login without a
 * question would give it the user's account (RFC 8252, section 8.6).
 */
export const ASKS_AGAIN = 'asks_again'

/** A property of clients that registered themselves. */
export const REGISTERED = 'registered'

/** A property of clients that need PKCE even with a `nonce`. */
export const REQUIRES_PKCE = 'requires_pkce'

/**
 * A client in the form of oidc-provider (OpenID Connect Dynamic Client Registration 1.0, section 2). Its secret is the digest of the
 * client's, which `compareClientSecret` of ours compares; no algorithm takes it as a key.
 */
export const clientMetadata = (client: StoredClient): ClientMetadata => ({
  client_id: client.id,
  client_name: client.name,
  application_type: isNative(client) ? 'native' : 'web',
  token_endpoint_auth_method: client.authentication,
  ...(client.secretDigest && { client_secret: Buffer.from(client.secretDigest).toString('base64url') }),
  ...(client.authentication === 'private_key_jwt' && {
    jwks: { keys: client.publicKeys as unknown as JWK[] },
    token_endpoint_auth_signing_alg: assertionAlgorithm(client.publicKeys),
  }),
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  ...(client.backchannelLogoutUri !== null && {
    backchannel_logout_uri: client.backchannelLogoutUri,
    backchannel_logout_session_required: true,
  }),
  response_types: client.redirectUris.length > 0 ? ['code'] : [],
  grant_types: [
    ...(client.redirectUris.length > 0 ? ['authorization_code'] : []),
    ...(client.scopes.includes('offline_access') ? ['refresh_token'] : []),
    ...(client.deviceLogins ? [deviceCode] : []),
  ],
  scope: client.scopes.join(' '),
  subject_type: client.subjects,
  id_token_signed_response_alg: client.idTokenAlgorithm,
  [ASKS_AGAIN]: client.registered || (isNative(client) && !client.skipsConsent),
  [REQUIRES_PKCE]: client.requiresPkce,
  [REGISTERED]: client.registered,
})
