import { redirectProviders } from '../contract/providers.ts'
import type { Reader } from '../contract/readers.ts'
import { plainFailures } from './failures.ts'
import type { Json } from './schemas.ts'

/** Calls beside the contract: browsers are sent through them, or they answer documents without the `{data}` envelope. */
const operation = (
  reader: Reader,
  operationId: string,
  [summary, description]: [string, string],
  more: Json,
): Json => ({
  operationId,
  tags: [reader],
  summary,
  description,
  security: [],
  ...more,
  responses: { ...(more['responses'] as Json), ...plainFailures },
})

const query = (name: string, description: string, schema: Json = { type: 'string' }, required = false): Json => ({
  ...{ name, in: 'query', required, description, schema },
})

const appAndProvider: Json[] = [
  {
    ...{ name: 'appId', in: 'path', required: true, description: "The app's id" },
    ...{ schema: { type: 'string', format: 'uuid' }, example: '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10' },
  },
  {
    ...{ name: 'provider', in: 'path', required: true, description: 'The login provider' },
    ...{ schema: { type: 'string', enum: redirectProviders }, example: 'github' },
  },
]

const page = (description: string): Json => ({
  description: `${description} The answer is a page for people.`,
  content: { 'text/html': { schema: { type: 'string' }, example: '<!doctype html><title>Login failed</title>' } },
})

const redirect = (description: string, example: string): Json => ({
  description,
  headers: {
    Location: { description: 'Where the browser goes next', schema: { type: 'string', format: 'uri' }, example },
  },
})

const pageFailures = {
  400: page('The request is not valid, or the login is unknown, used or expired.'),
  403: page("The page's origin is not on the app's list, or the method is switched off."),
  404: page('There is no such app or provider.'),
}

const backToPage = 'https://game.example/?auth_type=openauth_github&access_token=gho_exampleexample&token_type=bearer'

const json = (properties: Record<string, Json>, example: Json): Json => ({
  description: 'Done',
  content: {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) }, example },
  },
})

const health = json({ status: { type: 'string', const: 'ok', description: 'Always `ok`' } }, { status: 'ok' })

const jwk: Json = {
  type: 'object',
  properties: {
    kty: { type: 'string', const: 'OKP', description: 'Key type: octet key pair' },
    crv: { type: 'string', const: 'Ed25519', description: 'The curve' },
    x: { type: 'string', description: 'The public key, base64url' },
    kid: { type: 'string', description: "The key's id, which stands in the header of the tokens that it signed" },
    alg: { type: 'string', const: 'EdDSA', description: 'The algorithm' },
    use: { type: 'string', const: 'sig', description: 'The key verifies signatures' },
  },
  required: ['kty', 'crv', 'x', 'kid'],
}

const jwks = json(
  { keys: { type: 'array', items: jwk, description: 'The next, the current and the previous keys' } },
  {
    keys: [
      {
        ...{ kty: 'OKP', crv: 'Ed25519', kid: 'k1', alg: 'EdDSA', use: 'sig' },
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      },
    ],
  },
)

const formFields = ['code', 'state', 'user', 'error', 'error_description', 'iss']

const start: Json = operation(
  'Users',
  'auth.start',
  [
    'Send a browser to a login provider',
    'Pages lead here. After the login the browser comes back to `redirectUrl` with `auth_type=openauth_{provider}` and ' +
      '`access_token`, or `error`. The page passes the token to the login call of the provider.',
  ],
  {
    parameters: [
      ...appAndProvider,
      {
        ...query('redirectUrl', "The page to come back to; its origin is on the app's list", { type: 'string' }, true),
        example: 'https://game.example/',
      },
      query('response_mode', 'What the page gets: a token, or a `code` that works in its place', {
        ...{ type: 'string', enum: ['token', 'code'], default: 'token' },
      }),
    ],
    responses: {
      302: redirect('The provider, or the page with `error`', 'https://github.com/login/oauth/authorize?state=example'),
      ...pageFailures,
      429: page('Too many attempts.'),
      default: page('The login cannot begin.'),
    },
  },
)

const callback: Json = operation(
  'Users',
  'auth.callback',
  [
    'Take a browser back from a login provider',
    'This address is registered at the provider. The login must have begun in the same browser, minutes ago at most.',
  ],
  {
    parameters: [
      ...appAndProvider,
      query('state', 'The state that the login began with'),
      query('code', "The provider's code"),
      query('error', "The provider's reason for a refusal"),
    ],
    responses: {
      302: redirect('The page of the app, with what it logs in with or `error`', backToPage),
      ...pageFailures,
      default: page('The login cannot go on.'),
    },
  },
)

const callbackForm: Json = operation(
  'Users',
  'auth.callbackForm',
  [
    'Take a browser back from a provider that answers with a form',
    'Apple posts its answer. The browser is sent on to the same address with the fields in the query.',
  ],
  {
    parameters: appAndProvider,
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: Object.fromEntries(
              formFields.map((name) => [name, { type: 'string', description: `\`${name}\` as the provider sends it` }]),
            ),
          },
          example: { code: 'example', state: 'example' },
        },
      },
    },
    responses: {
      303: redirect('The same address, as a query', backToPage),
      400: pageFailures[400],
      404: pageFailures[404],
      default: page('The login cannot go on.'),
    },
  },
)

const keySet = operation(
  'Partners',
  'wellKnown.jwks',
  [
    'Read the keys that verify user tokens',
    'A JSON Web Key Set (RFC 7517). It may be cached for five minutes. A token whose `kid` is not in the cached set asks for a new one.',
  ],
  { responses: { 200: jwks } },
)

const alive = operation(
  'Operators',
  'wellKnown.healthz',
  ['Tell whether the server serves', 'Looks at nothing else. For liveness checks.'],
  { responses: { 200: health } },
)

const ready = operation(
  'Operators',
  'wellKnown.readyz',
  ['Tell whether the database answers', 'For readiness checks and load balancers.'],
  { responses: { 200: health } },
)

/** Paths beside the contract. */
export const plainPaths: Record<string, Json> = {
  '/auth/{appId}/{provider}/oauth': { get: start },
  '/auth/{appId}/{provider}/callback': { get: callback, post: callbackForm },
  '/.well-known/jwks.json': { get: keySet },
  '/healthz': { get: alive },
  '/readyz': { get: ready },
}
