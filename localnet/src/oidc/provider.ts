import type { AdapterFactory, ClientMetadata, Configuration, JWK, Provider as OidcProvider } from 'oidc-provider'
import { page, html } from '../identity/page.ts'
import { type Person, stable } from '../identity/people.ts'
import { Provider } from './library.ts'

export interface OidcClient {
  clientId: string
  clientSecret: string
  /** A text must match completely. */
  redirectUris: (string | RegExp)[]
  /** The default is `client_secret_basic`. */
  tokenEndpointAuthMethod?: 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'none'
}

/** Further claims of a person; undefined removes one of the usual claims. */
export type OidcClaims = Record<string, unknown>

export interface ProviderInput {
  issuer: string
  clients: OidcClient[]
  people: Person[]
  /** By slug. */
  claims: Map<string, OidcClaims>
  /** The first one signs; all are published. */
  keys: JWK[]
  store: AdapterFactory
}

/** A person's `sub`: the same in every run, for every client. */
export const oidcSubject = (slug: string): string => stable('oidc', slug).slice(0, 32)

const claimsOf = ({ issuer, claims }: ProviderInput, { slug, name, email, username }: Person) => ({
  email,
  email_verified: true,
  name,
  picture: `${issuer}/pictures/${slug}.png`,
  preferred_username: username,
  ...claims.get(slug),
  sub: oidcSubject(slug),
})

const metadataOf = ({ clientId, clientSecret, redirectUris, tokenEndpointAuthMethod }: OidcClient): ClientMetadata => ({
  client_id: clientId,
  ...(tokenEndpointAuthMethod !== 'none' && { client_secret: clientSecret }),
  // Metadata must have an address. `allowRedirects` knows the patterns.
  redirect_uris: redirectUris.map((uri) => (typeof uri === 'string' ? uri : 'http://127.0.0.1/callback')),
  token_endpoint_auth_method: tokenEndpointAuthMethod ?? 'client_secret_basic',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

/**
 * Has the clients' patterns match redirect addresses, which the library compares with texts only:
 * https://github.com/panva/node-oidc-provider/blob/main/recipes/redirect_uri_wildcards.md
 */
const allowRedirects = (provider: OidcProvider, clients: OidcClient[]): void => {
  provider.Client.prototype.redirectUriAllowed = function redirectUriAllowed(redirectUri) {
    const { redirectUris = [] } = clients.find(({ clientId }) => clientId === this.clientId) ?? {}
    return redirectUris.some((known) => (typeof known === 'string' ? known === redirectUri : known.test(redirectUri)))
  }
}

/** Seconds. */
const ttl = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  Grant: 86_400,
  IdToken: 3_600,
  Interaction: 3_600,
  RefreshToken: 86_400,
  Session: 86_400,
}

const pages: Pick<Configuration, 'interactions' | 'renderError'> = {
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  renderError: (context, { error, error_description: description }) => {
    context.type = 'html'
    context.body = page({
      title: error,
      body: html`<h1>${error}</h1>
        <p>${description ?? ''}</p>`,
    })
  },
}

/** Grants what a client asks for, so that the login page is the only one. */
const loadExistingGrant: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile offline_access')
  await grant.save()
  return grant
}

/** The issuer with these keys, people and claims. What it has stored stays valid for the next one with the same store. */
export const newProvider = (input: ProviderInput): OidcProvider => {
  const { issuer, clients, people, claims, keys, store } = input
  const further = [...claims.values()].flatMap((own) => Object.keys(own))
  const usual = { email: ['email', 'email_verified'], profile: ['name', 'picture', 'preferred_username'] }
  const known = new Set(['sub', ...usual.email, ...usual.profile])
  const own = new Set(further.filter((name) => !known.has(name)))
  const provider = new Provider(issuer, {
    adapter: store,
    clients: clients.map(metadataOf),
    claims: { ...usual, openid: ['sub', ...own] },
    clientBasedCORS: () => false,
    // Most issuers put claims into ID tokens too, not only into the answer of userinfo.
    conformIdTokenClaims: false,
    cookies: { keys: [stable('oidc cookies', issuer)] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => {
      const person = people.find(({ slug }) => oidcSubject(slug) === id)
      return person && { accountId: id, claims: () => claimsOf(input, person) }
    },
    jwks: { keys },
    loadExistingGrant,
    pkce: { required: () => false },
    ttl,
    ...pages,
  })
  allowRedirects(provider, clients)
  return provider
}
