import { redirectProviders } from '../contract/providers.ts'
import type { Reader } from '../contract/readers.ts'
import { plainFailures } from './failures.ts'
import type { Json } from './schemas.ts'
import { readyExample, readyParts, unreadyExample, unreadyParts } from './readiness.ts'

/** Operations outside the contract: redirects of browsers, and documents without the `{data}` envelope. */
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
  name,
  in: 'query',
  required,
  description,
  schema,
})

const appAndProvider: Json[] = [
  {
    name: 'appId',
    in: 'path',
    required: true,
    description: "The app's id",
    schema: { type: 'string', format: 'uuid' },
    example: '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10',
  },
  {
    name: 'provider',
    in: 'path',
    required: true,
    description: 'The login provider',
    schema: { type: 'string', enum: redirectProviders },
    example: 'github',
  },
]

const page = (description: string): Json => ({
  description: `${description} The answer is an HTML page.`,
  content: { 'text/html': { schema: { type: 'string' }, example: '<!doctype html><title>Login failed</title>' } },
})

const redirect = (description: string, example: string): Json => ({
  description,
  headers: {
    Location: { description: 'The address of the redirect', schema: { type: 'string', format: 'uri' }, example },
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
    kid: { type: 'string', description: "The key's id, in the header of the tokens that it signed" },
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
        kty: 'OKP',
        crv: 'Ed25519',
        kid: 'k1',
        alg: 'EdDSA',
        use: 'sig',
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
    'Pages link here. After the login the browser returns to `redirectUrl` with `auth_type=openauth_{provider}` and ' +
      '`access_token`, or `error`. The page passes the token to the login call of the provider.',
  ],
  {
    parameters: [
      ...appAndProvider,
      {
        ...query('redirectUrl', "The page to return to; its origin is on the app's list", { type: 'string' }, true),
        example: 'https://game.example/',
      },
      query('response_mode', 'What the page receives: a token, or a `code` to use in its place', {
        type: 'string',
        enum: ['token', 'code'],
        default: 'token',
      }),
      query('ticket', 'Of `POST /user/redirect-tickets`, for a bind or a reauthentication; without it a login', {
        type: 'string',
        maxLength: 128,
      }),
    ],
    responses: {
      302: redirect('The provider, or the page with `error`', 'https://github.com/login/oauth/authorize?state=example'),
      ...pageFailures,
      429: page('Too many attempts.'),
      default: page('The login cannot start.'),
    },
  },
)

const callback: Json = operation(
  'Users',
  'auth.callback',
  [
    "Receive a provider's redirect after a login",
    'This address is registered at the provider. The login must have started in the same browser within the last minutes.',
  ],
  {
    parameters: [
      ...appAndProvider,
      query('state', 'The state of the login request'),
      query('code', "The provider's code"),
      query('error', "The provider's reason for a refusal"),
    ],
    responses: {
      302: redirect("The app's page, with a token, a code or `error`", backToPage),
      ...pageFailures,
      default: page('The login cannot continue.'),
    },
  },
)

const callbackForm: Json = operation(
  'Users',
  'auth.callbackForm',
  [
    "Receive a provider's redirect as a form post",
    'Apple posts its answer. The browser is redirected to the same address with the fields in the query.',
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
      default: page('The login cannot continue.'),
    },
  },
)

const keySet = operation(
  'Partners',
  'wellKnown.jwks',
  [
    'Read the keys that verify user tokens',
    'A JSON Web Key Set (RFC 7517). It may be cached for five minutes. Fetch the set again for a token whose `kid` is not in it.',
  ],
  { responses: { 200: jwks } },
)

const alive = operation(
  'Operators',
  'wellKnown.healthz',
  ['Check that the server runs', 'Checks nothing else. For liveness checks.'],
  { responses: { 200: health } },
)

const ready = operation(
  'Operators',
  'wellKnown.readyz',
  [
    'Check that the server can do its work',
    'For readiness checks and load balancers. Tells the state of each part, and no address. 503 where a part is missing that all calls need.',
  ],
  {
    responses: {
      200: json(readyParts, readyExample),
      503: { ...json(unreadyParts, unreadyExample), description: 'A part that is needed is missing' },
    },
  },
)

/** Paths outside the contract. */
export const plainPaths: Record<string, Json> = {
  '/auth/{appId}/{provider}/oauth': { get: start },
  '/auth/{appId}/{provider}/callback': { get: callback, post: callbackForm },
  '/.well-known/jwks.json': { get: keySet },
  '/healthz': { get: alive },
  '/readyz': { get: ready },
}
