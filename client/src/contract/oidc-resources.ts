import * as z from 'zod'
import { expectedUpdatedAt } from './cursors.ts'
import * as endpoints from './endpoints/oidc-clients.ts'
import { oidcScopes } from './facts/oidc-clients.ts'
import { Empty, Id, Instant, name, visibleText } from './fields.ts'
import { route } from './route.ts'

/** https without query, fragment or credentials; http only on loopback, for development (RFC 8707, section 2). */
const ResourceUrl = z
  .string()
  .trim()
  .max(1024)
  .refine((text) => {
    if (!URL.canParse(text) || /[\p{Cc}\s\\?#]/u.test(text)) return false
    const { protocol, hostname, username, password } = new URL(text)
    const isLoopback = protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
    return (protocol === 'https:' || isLoopback) && username === '' && password === ''
  }, 'must be an https address without query, fragment or credentials')
  .overwrite((text) => (URL.canParse(text) ? new URL(text).href : text))

const isOfProvider = (scope: string): boolean => (oidcScopes as readonly string[]).includes(scope)

/** RFC 6749, section 3.3. */
const ScopeName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[\w.:/-]+$/, 'must have letters, digits and . : / _ - only')
  .refine((scope) => !isOfProvider(scope), { error: 'is a scope of OpenID Connect' })

const Scope = z.strictObject({
  name: ScopeName,
  description: visibleText(1, 200).describe('what users read on the consent page'),
})

const fields = {
  name: name(1, 64).describe('what users read on the consent page'),
  scopes: z
    .array(Scope)
    .min(1)
    .max(50)
    .refine((scopes) => new Set(scopes.map((scope) => scope.name)).size === scopes.length, {
      error: 'must have each name once',
    })
    .describe('what clients may ask for; one that names none asks for all'),
}

/** What an API publishes of itself (RFC 9728, section 2). */
const ProtectedResourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  resource_name: z.string(),
})

export const OidcResource = z
  .object({
    id: Id,
    url: z.string().describe('the address of the API, and the audience of its tokens'),
    name: z.string(),
    scopes: z.array(z.object({ name: z.string(), description: z.string() })),
    metadata: ProtectedResourceMetadata.describe(
      'what the API answers at `/.well-known/oauth-protected-resource` and its own path (RFC 9728)',
    ),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'OidcResource' })
export type OidcResource = z.input<typeof OidcResource>

const appId = Id.describe('the app')
const one = { appId, id: Id.describe('the resource') }

/** The APIs for which an app as OpenID provider issues access tokens. */
export const oidcResources = {
  list: route(endpoints.oidcResources.list, {
    summary: 'List the resources of an app by name',
    description: 'Each with the metadata that its API publishes.',
    input: z.object({ appId }),
    output: z.array(OidcResource),
    errors: ['app_not_found'],
  }),
  create: route(endpoints.oidcResources.create, {
    summary: 'Create a resource: an API that takes tokens of the app',
    description:
      'OIDC clients ask for its tokens by `resource` (RFC 8707). They are JWTs (RFC 9068) with its address as audience, which the API ' +
      'verifies by the keys of the issuer. The address cannot change.',
    input: z.object({
      appId,
      url: ResourceUrl.describe('the address of the API, and the audience of its tokens'),
      ...fields,
    }),
    output: OidcResource,
    status: 201,
    errors: ['app_not_found', 'oidc_resource_exists', 'too_many_oidc_resources'],
  }),
  update: route(endpoints.oidcResources.update, {
    summary: 'Change the name or the scopes of a resource; missing fields stay',
    description: 'New tokens have no scope that it has no more. Those of before expire within 15 minutes.',
    input: z.object({ ...one, ...z.object(fields).partial().shape, expectedUpdatedAt }),
    output: OidcResource,
    errors: ['app_not_found', 'oidc_resource_not_found', 'changed_meanwhile'],
  }),
  delete: route(endpoints.oidcResources.delete, {
    summary: 'Delete a resource; there are no new tokens for it',
    description: 'Those of before expire within 15 minutes.',
    input: z.object(one),
    output: Empty,
    errors: ['app_not_found', 'oidc_resource_not_found'],
  }),
}
