import { timingSafeEqual } from 'node:crypto'
import { oidcIssuerOf, oidcScopes } from '@openauth/client'
import type { Configuration, Provider } from 'oidc-provider'
import { secretDigest } from '../apps/secrets.ts'
import type { ProviderKeys } from '../signing-keys/provider-keys.ts'
import { MAX_SESSION_SECONDS } from '../sessions/lifetime.ts'
import { claimsOfScopes, createFindAccount, createPairwiseIdentifier } from './account.ts'
import { loadLibrary } from './library.ts'
import { deferLogouts, endUserSessions, type TellLogout } from './log-out.ts'
import type { OidcProviderNeeds } from './needs.ts'
import { refuseOpenRedirects } from './open-redirects.ts'
import { createPages } from './pages.ts'
import { ASKS_AGAIN, REGISTERED, REQUIRES_PKCE } from './clients.ts'
import { consentPolicy } from './consent-policy.ts'
import { createResourceReader, type ResourceServerReader } from './resource-servers.ts'
import { createRotation, issueRefreshToken } from './rotation.ts'
import { answerInvalidPages } from './unsaved-sessions.ts'
import { createRecords, type Records } from './records.ts'

/** Seconds. */
const DAY = 86_400
/** How long a login waits for its user. */
const INTERACTION = 1800
const ttl: Configuration['ttl'] = {
  AccessToken: 900,
  AuthorizationCode: 60,
  DeviceCode: 600,
  Grant: MAX_SESSION_SECONDS,
  IdToken: 3600,
  Interaction: INTERACTION,
  RefreshToken: 30 * DAY,
  // A stranger's visit to a page keeps a session too, which holds the token of its form.
  Session: (_, { accountId }) => (accountId === undefined ? INTERACTION : 30 * DAY),
}

/** Where clients register themselves, below the issuer. */
export const registrationPath = '/register'

/** The path of the page of the players' front end that logs in and asks for consent. */
const interactionPath = (appId: string, uid: string): string => `/authorize/${uid}?app=${appId}`

/** Cookies of an app's provider, apart from those of other apps. Over TLS other hosts of the domain cannot set them (RFC 6265bis). */
const cookiesOf = (appId: string, publicUrl: string, keys: ProviderKeys): Configuration['cookies'] => {
  const secure = publicUrl.startsWith('https:')
  const name = (prefix: string, part: string) => `${secure ? prefix : ''}openauth_oidc_${part}_${appId}`
  const options = { httpOnly: true, sameSite: 'lax', secure } as const
  return {
    names: {
      session: name('__Host-', 'session'),
      interaction: name('__Secure-', 'interaction'),
      resume: name('__Secure-', 'resume'),
    },
    long: { ...options, path: '/' },
    short: options,
    keys: [keys.derive('cookies').toString('base64url')],
  }
}

const featuresOf = (
  pages: ReturnType<typeof createPages>,
  getResourceServerInfo: ResourceServerReader,
): Configuration['features'] => ({
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', ...pages.device },
  // A client may ask about its own tokens.
  introspection: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: { enabled: true, getResourceServerInfo },
  revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: { enabled: true, ...pages.logout },
  userinfo: { enabled: true },
})

/**
 * Whether browsers may call from an origin: that of one of the client's own addresses. Private-use schemes have none, as sandboxed
 * frames and files have; all of these name themselves `null`.
 */
const isOriginOf = (redirectUris: readonly string[], origin: string): boolean =>
  redirectUris.some((uri) => /^https?:/.test(uri) && URL.canParse(uri) && new URL(uri).origin === origin)

const algorithms: Configuration['enabledJWA'] = {
  idTokenSigningAlgValues: ['RS256', 'ES256', 'EdDSA'],
  clientAuthSigningAlgValues: ['RS256', 'ES256', 'EdDSA'],
}

interface Opened {
  provider: Provider
  records: Records
  tellLogout: TellLogout
}

/** Compares by digest, in constant time: the stored "secret" is the digest of the client's. */
const compareByDigest = (provider: Provider): void => {
  provider.Client.prototype.compareClientSecret = function compareClientSecret(given: string) {
    const stored = Buffer.from(this.clientSecret ?? '', 'base64url')
    const digest = secretDigest(given)
    return stored.length === digest.length && timingSafeEqual(stored, digest)
  }
}

/** The OpenID provider of an app, with the keys of now. */
export const openProvider = async (
  deps: OidcProviderNeeds,
  { appId, keys, registers }: { appId: string; keys: ProviderKeys; registers: boolean },
): Promise<Opened> => {
  const { db, settings, guardedOutbound, loginApps } = deps
  const { Provider: Library, errors, interactionPolicy: policy } = await loadLibrary()
  const alreadyUsed = () => new errors.InvalidGrant('used before')
  const records = createRecords({ db, appId, keys, alreadyUsed, request: () => Library.ctx })
  const pages = createPages(async () => (await loginApps.get(appId)).name)
  const issuer = oidcIssuerOf(settings.publicUrl, appId)
  const provider = new Library(issuer, {
    adapter: records.adapter,
    acrValues: [],
    claims: claimsOfScopes,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientBasedCORS: (_, origin, client) => isOriginOf(client.redirectUris ?? [], origin),
    conformIdTokenClaims: true,
    cookies: cookiesOf(appId, settings.publicUrl, keys),
    // Registration is a call of this server, which reads less of a client than the library would.
    ...(registers && { discovery: { registration_endpoint: `${issuer}${registrationPath}` } }),
    enabledJWA: algorithms,
    extraClientMetadata: { properties: [ASKS_AGAIN, REQUIRES_PKCE, REGISTERED] },
    features: featuresOf(pages, createResourceReader(db, appId, errors)),
    // Addresses that operators enter: never those of this network.
    fetch: (url, init) => guardedOutbound(url as URL, init),
    findAccount: createFindAccount(deps, appId, records),
    interactions: { policy: consentPolicy(policy), url: (_, { uid }) => interactionPath(appId, uid) },
    issueRefreshToken,
    jwks: { keys: keys.signing },
    pairwiseIdentifier: createPairwiseIdentifier(appId, keys) as never,
    // RFC 9700, section 2.1.1: what PKCE prevents, a nonce prevents for clients with a secret or key.
    pkce: { required: ({ oidc }, client) => client[REQUIRES_PKCE] !== false || oidc.params?.['nonce'] === undefined },
    renderError: pages.renderError,
    responseTypes: ['code'],
    rotateRefreshToken: createRotation(() => new errors.TemporarilyUnavailable('too many refreshes')),
    scopes: [...oidcScopes],
    subjectTypes: ['public', 'pairwise'],
    ttl,
  })
  // The public address decides what addresses clients are told, not a header of the request: the route sets both.
  provider.proxy = true
  compareByDigest(provider)
  endUserSessions(deps, provider, records)
  answerInvalidPages(provider)
  refuseOpenRedirects(provider, pages.renderError)
  return { provider, records, tellLogout: deferLogouts(provider) }
}
