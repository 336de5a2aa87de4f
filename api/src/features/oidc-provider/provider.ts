import { timingSafeEqual } from 'node:crypto'
import { oidcIssuerOf, oidcScopes } from '@openauth/client'
import type { Configuration, Provider } from 'oidc-provider'
import { secretDigest } from '../apps/secrets.ts'
import type { ProviderKeys } from '../signing-keys/provider-keys.ts'
import { MAX_SESSION_SECONDS } from '../sessions/lifetime.ts'
import { claimsOfScopes, createFindAccount, createPairwiseIdentifier } from './account.ts'
import { loadLibrary } from './library.ts'
import { endUserSessions } from './log-out.ts'
import type { OidcProviderNeeds } from './needs.ts'
import { createPages } from './pages.ts'
import { deferLogouts, type TellLogout } from './back-channel.ts'
import { ASKS_AGAIN } from './clients.ts'
import { consentPolicy } from './consent-policy.ts'
import { createRotation } from './rotation.ts'
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

/** The path of the page of the players' front end that logs in and asks for consent. */
export const interactionPath = (appId: string, uid: string): string => `/authorize/${uid}?app=${appId}`

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

const featuresOf = (pages: ReturnType<typeof createPages>): Configuration['features'] => ({
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', ...pages.device },
  // A client may ask about its own tokens.
  introspection: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: { enabled: false },
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
export const openProvider = async (deps: OidcProviderNeeds, appId: string, keys: ProviderKeys): Promise<Opened> => {
  const { db, settings, guardedOutbound, loginApps } = deps
  const { Provider: Library, errors, interactionPolicy: policy } = await loadLibrary()
  const alreadyUsed = () => new errors.InvalidGrant('used before')
  const records = createRecords({ db, appId, keys, alreadyUsed })
  const pages = createPages(async () => (await loginApps.get(appId)).name)
  const provider = new Library(oidcIssuerOf(settings.publicUrl, appId), {
    adapter: records.adapter,
    acrValues: [],
    claims: claimsOfScopes,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientBasedCORS: (_, origin, client) => isOriginOf(client.redirectUris ?? [], origin),
    conformIdTokenClaims: true,
    cookies: cookiesOf(appId, settings.publicUrl, keys),
    enabledJWA: algorithms,
    extraClientMetadata: { properties: [ASKS_AGAIN] },
    features: featuresOf(pages),
    // Addresses that operators enter: never those of this network.
    fetch: (url, init) => guardedOutbound(url as URL, init),
    findAccount: createFindAccount(deps, appId, records),
    interactions: { policy: consentPolicy(policy), url: (_, { uid }) => interactionPath(appId, uid) },
    jwks: { keys: keys.signing },
    pairwiseIdentifier: createPairwiseIdentifier(appId, keys) as never,
    pkce: { required: () => true },
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
  return { provider, records, tellLogout: deferLogouts(provider) }
}
