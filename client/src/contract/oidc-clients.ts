import * as z from 'zod'
import { expectedUpdatedAt } from './cursors.ts'
import * as endpoints from './endpoints/oidc-clients.ts'
import { oidcAlgorithms, oidcClientAuthentications, oidcScopes, oidcSubjects } from './facts/oidc-clients.ts'
import { Empty, Id, Instant } from './fields.ts'
import { changeableClientFields as fields, PublicJwk } from './oidc-client-fields.ts'
import { route } from './route.ts'

const authentication = z
  .enum(oidcClientAuthentications)
  .describe('how it proves itself to the server; `none` is a public client, which has no secret')
const subjects = z
  .enum(oidcSubjects)
  .describe('`pairwise`: its ids of users differ from those of clients on other hosts, so that nobody can join them')

export const OidcClient = z
  .object({
    id: Id.describe('the `client_id`'),
    name: z.string(),
    redirectUris: z.array(z.string()),
    postLogoutRedirectUris: z.array(z.string()),
    backchannelLogoutUri: z.string().nullable(),
    publicKeys: z.array(PublicJwk),
    scopes: z.array(z.enum(oidcScopes)),
    idTokenAlgorithm: z.enum(oidcAlgorithms),
    skipsConsent: z.boolean(),
    deviceLogins: z.boolean(),
    requiresPkce: z.boolean(),
    enabled: z.boolean(),
    registered: z.boolean().describe('it registered itself, under a name that nobody has checked'),
    authentication,
    subjects,
    secretLastFour: z.string().nullable().describe('the last four characters of its secret; null without one'),
    issuer: z.string().describe("the app's issuer, from which clients find everything else"),
    logins: z.int().describe('logins so far'),
    lastLoginAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'OidcClient' })
export type OidcClient = z.input<typeof OidcClient>

const clientSecret = z.string().nullable().describe('shown only in this answer; null for a client without a secret')
const NewOidcClient = OidcClient.extend({ clientSecret }).meta({ id: 'NewOidcClient' })

const appId = Id.describe('the app')
const one = { appId, clientId: Id.describe('the client') }

/** The programs that log users in with an app as their OpenID provider. */
export const oidcClients = {
  list: route(endpoints.oidcClients.list, {
    summary: 'List the OIDC clients of an app by name',
    description: 'No secret is included.',
    input: z.object({ appId }),
    output: z.array(OidcClient),
    errors: ['app_not_found'],
  }),
  create: route(endpoints.oidcClients.create, {
    summary: 'Create an OIDC client; its secret is shown once',
    description:
      "Clients log the app's users in once the app's `oidcProviderEnabled` is on. PKCE with S256 is required, unless `requiresPkce` is off. " +
      'Authentication and subjects cannot change.',
    input: z.object({
      appId,
      name: fields.name,
      authentication: authentication.default('client_secret_basic'),
      subjects: subjects.default('public'),
      redirectUris: fields.redirectUris.default([]),
      postLogoutRedirectUris: fields.postLogoutRedirectUris.default([]),
      backchannelLogoutUri: fields.backchannelLogoutUri.default(null),
      publicKeys: fields.publicKeys.default([]),
      scopes: fields.scopes.default(['openid', 'profile', 'email']),
      idTokenAlgorithm: fields.idTokenAlgorithm.default('RS256'),
      skipsConsent: fields.skipsConsent.default(false),
      deviceLogins: fields.deviceLogins.default(false),
      requiresPkce: fields.requiresPkce.default(true),
      enabled: fields.enabled.default(true),
    }),
    output: NewOidcClient,
    status: 201,
    errors: ['app_not_found', 'too_many_oidc_clients'],
  }),
  update: route(endpoints.oidcClients.update, {
    summary: 'Change an OIDC client; missing fields stay',
    description: 'Applies within a second. What users have granted stays.',
    input: z.object({ ...one, ...z.object(fields).partial().shape, expectedUpdatedAt }),
    output: OidcClient,
    errors: ['app_not_found', 'oidc_client_not_found', 'changed_meanwhile'],
  }),
  rotateSecret: route(endpoints.oidcClients.rotateSecret, {
    summary: 'Replace the secret of an OIDC client; the old one stops within a second',
    description: 'The new secret is shown once. A client without a secret has none to replace.',
    input: z.object(one),
    output: NewOidcClient,
    errors: ['app_not_found', 'oidc_client_not_found', 'no_client_secret'],
  }),
  delete: route(endpoints.oidcClients.delete, {
    summary: 'Delete an OIDC client; its tokens and what users granted it end at once',
    description: 'Users of its program can no longer log in there.',
    input: z.object(one),
    output: Empty,
    errors: ['app_not_found', 'oidc_client_not_found'],
  }),
}

export const ConnectedApp = z
  .object({
    clientId: Id,
    name: z.string().describe('the name of the program'),
    scopes: z.array(z.enum(oidcScopes)).describe('what it may ask for'),
    connectedAt: Instant.describe('when the user logged in there first, of what still works'),
    lastUsedAt: Instant.describe('when it last got a token'),
  })
  .meta({ id: 'ConnectedApp' })
export type ConnectedApp = z.input<typeof ConnectedApp>

/** The programs that a user logged in to with this account. */
export const connectedApps = {
  list: route(endpoints.connectedApps.list, {
    reader: 'Players',
    summary: 'List the programs that the user logged in to with this account, last used first',
    description: 'They are OIDC clients of the app. Their access ends with the session in which it was granted.',
    input: z.object({}),
    output: z.array(ConnectedApp),
  }),
  revoke: route(endpoints.connectedApps.revoke, {
    reader: 'Players',
    summary: 'End the access of a program; it asks again at the next login',
    description: 'Its tokens stop at once. What it has read stays with it.',
    input: z.object({ clientId: Id }),
    output: Empty,
    errors: ['connected_app_not_found'],
  }),
}
