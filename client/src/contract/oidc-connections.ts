import * as z from 'zod'
import { expectedUpdatedAt } from './cursors.ts'
import * as endpoints from './endpoints/oidc-connections.ts'
import { clientAuthentications } from './facts/oidc-connections.ts'
import { Empty, flag, Id, Instant, Key, name } from './fields.ts'
import { methodTestCodes } from './facts/login-methods.ts'
import { route } from './route.ts'

/** The name of a connection in addresses: it stands in the callback address that is registered at the provider. */
export const ConnectionKey = Key

/**
 * The issuer of an OpenID provider, exactly as its discovery document says it: https, without query or fragment
 * (OpenID Connect Discovery 1.0, section 3). http only on loopback, for tests and development.
 */
export const Issuer = z
  .string()
  .trim()
  .max(255, 'must have at most 255 characters')
  .refine((text) => {
    if (!URL.canParse(text) || /[?#\s]/.test(text)) return false
    const { protocol, hostname, username, password } = new URL(text)
    const isLoopback = protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
    return (protocol === 'https:' || isLoopback) && username === '' && password === ''
  }, 'must be an https address without query, fragment or credentials')

/** The domain of e-mail addresses, in lower case and without `@`. */
export const EmailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u,
    'must be a domain such as example.com',
  )

const claim = name(1, 64)

/** Which claims of the provider say what. */
export const ClaimMapping = z.object({
  subject: claim.default('sub').describe('the id of the account, which never changes; of the ID token alone'),
  username: claim.default('preferred_username'),
  name: claim.default('name'),
  email: claim.default('email'),
  picture: claim.default('picture'),
})

/** A change of some of them: the others stay, since another claim as `subject` would make every account another one. */
const ClaimChanges = z.object({ subject: claim, username: claim, name: claim, email: claim, picture: claim }).partial()

const fields = {
  title: name(1, 64).describe('what the button says after "Continue with"'),
  issuer: Issuer.describe('as in the `issuer` of its discovery document'),
  clientId: name(1, 255),
  scopes: name(1, 512).describe('separated by blanks; `openid` is always among them'),
  claims: ClaimMapping,
  clientAuthentication: z.enum(clientAuthentications),
  domains: z
    .array(EmailDomain)
    .max(50)
    .describe('people who enter an e-mail address of these are sent here; a domain is of one connection of the app'),
  onlyDomains: flag(z.boolean()).describe('only accounts with a verified e-mail address of these domains log in'),
  trustsEmails: flag(z.boolean()).describe(
    'the provider verifies every e-mail address, though it does not send `email_verified`',
  ),
  createsUsers: flag(z.boolean()).describe(
    'a first login creates the user; otherwise only users log in who have bound the account, or whom an operator or a partner imported',
  ),
  showsButton: flag(z.boolean()).describe(
    'login pages have a button for it; without one, people come by their e-mail domain',
  ),
  enabled: flag(z.boolean()),
}

export const OidcConnection = z
  .object({
    id: Id,
    key: z.string(),
    title: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    hasSecret: z.boolean().describe('whether a client secret is stored; it is never shown'),
    scopes: z.string(),
    claims: z.object({
      subject: z.string(),
      username: z.string(),
      name: z.string(),
      email: z.string(),
      picture: z.string(),
    }),
    clientAuthentication: z.enum(clientAuthentications),
    domains: z.array(z.string()),
    onlyDomains: z.boolean(),
    trustsEmails: z.boolean(),
    createsUsers: z.boolean(),
    showsButton: z.boolean(),
    enabled: z.boolean(),
    callbackUrl: z.string().describe('the exact redirect address to register at the provider'),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'OidcConnection' })
export type OidcConnection = z.input<typeof OidcConnection>

/** A connection as a login page offers it. */
export const ConnectionButton = z.object({ key: z.string(), title: z.string() }).meta({ id: 'ConnectionButton' })
export type ConnectionButton = z.output<typeof ConnectionButton>

const appId = Id.describe('the app')
const one = { appId, connectionId: Id }
const clientSecret = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(1024)
  .describe("the client's secret at the provider; encrypted at rest and never shown")

/** The connections of an app to OpenID providers of its operator's choice. */
export const oidcConnections = {
  list: route(endpoints.oidcConnections.list, {
    summary: 'List the OpenID connections of an app by key',
    description: 'Has the callback address of each, to register at its provider. No secret is included.',
    input: z.object({ appId }),
    output: z.array(OidcConnection),
    errors: ['app_not_found'],
  }),
  create: route(endpoints.oidcConnections.create, {
    summary: 'Connect an app to an OpenID provider',
    description:
      'The key stands in the callback address and cannot change. The login method `oidc` must be on in the app. ' +
      'Nothing is asked of the provider; `oidc-connections test` does that.',
    input: z.object({
      appId,
      key: ConnectionKey,
      title: fields.title,
      issuer: fields.issuer,
      clientId: fields.clientId,
      clientSecret,
      scopes: fields.scopes.default('openid profile email'),
      claims: fields.claims.prefault({}),
      clientAuthentication: fields.clientAuthentication.default('client_secret_basic'),
      domains: fields.domains.default([]),
      onlyDomains: fields.onlyDomains.default(false),
      trustsEmails: fields.trustsEmails.default(false),
      createsUsers: fields.createsUsers.default(true),
      showsButton: fields.showsButton.default(true),
      enabled: fields.enabled.default(true),
    }),
    output: OidcConnection,
    status: 201,
    errors: ['app_not_found', 'connection_exists', 'domain_taken'],
  }),
  update: route(endpoints.oidcConnections.update, {
    summary: 'Change an OpenID connection; missing fields stay',
    description:
      'Another issuer means other accounts: users keep those of the old one, by which they can no longer log in. ' +
      'One on another server needs `clientSecret`: the stored secret is sent to no other.',
    input: z.object({
      ...one,
      ...z.object({ ...fields, claims: ClaimChanges, clientSecret }).partial().shape,
      expectedUpdatedAt,
    }),
    output: OidcConnection,
    errors: ['app_not_found', 'connection_not_found', 'domain_taken', 'changed_meanwhile'],
  }),
  delete: route(endpoints.oidcConnections.delete, {
    summary: 'Remove an OpenID connection',
    description: 'Sessions go on. Its users log in again when the app has a connection to the same issuer.',
    input: z.object(one),
    output: Empty,
    errors: ['app_not_found', 'connection_not_found'],
  }),
  test: route(endpoints.oidcConnections.test, {
    limited: true,
    summary: 'Test an OpenID connection, and say what is wrong',
    description:
      "Reads the provider's discovery document and its keys, and asks its token endpoint about the client with a code that nobody issued.",
    input: z.object(one),
    output: z.object({
      ok: z.boolean(),
      code: z.enum(methodTestCodes),
      message: z.string(),
      remedy: z.string().nullable(),
      checked: z.array(z.string()),
      notes: z.array(z.string()),
    }),
    errors: ['app_not_found', 'connection_not_found'],
  }),
}
