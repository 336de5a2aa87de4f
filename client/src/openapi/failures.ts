import { sendsQuery } from '../contract/endpoints/endpoint.ts'
import { type ErrorBody, errors, type ErrorCode, type InputIssue, type PendingApproval } from '../contract/errors.ts'
import { appTokenOf } from '../contract/endpoints/endpoint.ts'
import { isLimited } from '../contract/limited.ts'
import type { Route } from '../contract/route.ts'
import type { Json } from './schemas.ts'

/** Errors that every call can have. */
const shared = {
  Unauthorized: ['unauthorized'],
  RequestTimeout: ['request_timeout'],
  BodyTooLarge: ['body_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  HeadersTooLarge: ['headers_too_large'],
  InternalError: ['internal'],
  Unavailable: ['database_unavailable', 'key_service_unavailable', 'signer_unavailable', 'server_busy'],
} as const satisfies Record<string, ErrorCode[]>
type SharedName = keyof typeof shared

const statusOf = (code: ErrorCode): number => errors[code][0]

/** Response headers by status. */
const headersOf: Record<number, Json> = {
  401: {
    'WWW-Authenticate': { description: 'The scheme of the credential', schema: { type: 'string', const: 'Bearer' } },
  },
  429: { 'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } } },
}

const textOf = (code: ErrorCode): string => `\`${code}\`: ${errors[code][1]}.`

const EXAMPLES = '#/components/examples/'

const responseOf = (status: number, codes: readonly ErrorCode[], media: Json): Json => ({
  description: codes.map(textOf).join('\n\n'),
  ...(headersOf[status] ? { headers: headersOf[status] } : {}),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...media } },
})

const refusalOf = (status: number, codes: readonly ErrorCode[]): Json =>
  responseOf(status, codes, {
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: EXAMPLES + code }])),
  })

const exampleOf = (code: ErrorCode): Json => ({ message: errors[code][1], code, requestId: '9f2c4e1ab07d-1k' })

const sharedNames = (route: Pick<Route, 'auth' | 'method'>): SharedName[] => [
  ...(route.auth === 'public' ? [] : (['Unauthorized'] as const)),
  ...(sendsQuery(route) ? [] : (['RequestTimeout', 'BodyTooLarge', 'UnsupportedMediaType'] as const)),
  'HeadersTooLarge',
  'InternalError',
  'Unavailable',
]

const groupByStatus = (codes: readonly ErrorCode[]): Map<number, ErrorCode[]> => {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) groups.set(statusOf(code), [...(groups.get(statusOf(code)) ?? []), code])
  return groups
}

/** Errors of every call with an app secret. */
const ofAppSecret = ({ auth, access }: Pick<Route, 'auth' | 'access'>): ErrorCode[] =>
  auth === 'app' && access !== 'read' ? ['read_secret'] : []

/** Errors of calls of admins whose role or apps do not allow them. */
const ofAdmins = ({
  auth,
  role,
  reach,
  path,
  person,
}: Pick<Route, 'auth' | 'role' | 'reach' | 'path' | 'person'>): ErrorCode[] =>
  auth === 'admin'
    ? [
        ...(role === 'viewer' ? [] : (['role_too_low'] as const)),
        ...(reach === 'apps' && !appTokenOf(path) ? [] : (['outside_your_apps'] as const)),
        person ? 'person_required' : 'call_not_in_token',
        'service_token_expired',
        'service_token_revoked',
      ]
    : []

/** The error of a user's call for a token of support. */
const ofSupport = ({ auth, support }: Pick<Route, 'auth' | 'support'>): ErrorCode[] =>
  auth === 'user' && !support ? ['support_call_refused'] : []

/** Errors of the attempt counters. */
const ofLimits = (route: Pick<Route, 'auth' | 'method' | 'path' | 'limited'>): ErrorCode[] =>
  isLimited(route) ? ['too_many_attempts'] : []

/** The error responses of a route by status: its own errors and those of every call. */
export const failuresOf = (
  route: Pick<
    Route,
    'auth' | 'access' | 'method' | 'path' | 'errors' | 'limited' | 'role' | 'reach' | 'person' | 'support'
  >,
): Json => {
  const own: ErrorCode[] = ['invalid_input', ...(sendsQuery(route) ? [] : ['invalid_json' as const])]
  const ofRoute = [
    ...own,
    ...(route.errors ?? []),
    ...ofAppSecret(route),
    ...ofAdmins(route),
    ...ofSupport(route),
    ...ofLimits(route),
  ]
  const refusals = groupByStatus([...new Set(ofRoute)])
  const responses: Json = {}
  for (const name of sharedNames(route)) {
    const status = statusOf(shared[name][0])
    const more = refusals.get(status)
    refusals.delete(status)
    responses[status] = more
      ? refusalOf(status, [...new Set([...more, ...shared[name]])])
      : { $ref: `#/components/responses/${name}` }
  }
  for (const [status, codes] of refusals) responses[status] = refusalOf(status, codes)
  return responses
}

/** Error responses of calls outside the contract, which take neither a credential nor JSON. */
export const plainFailures: Json = Object.fromEntries(
  (['HeadersTooLarge', 'InternalError', 'Unavailable'] as const).map((name) => [
    statusOf(shared[name][0]),
    { $ref: `#/components/responses/${name}` },
  ]),
)

/** Components of the errors that every call can have. */
export const failureResponses: Json = Object.fromEntries(
  Object.entries(shared).map(([name, codes]) => [
    name,
    responseOf(statusOf(codes[0]), codes, { example: exampleOf(codes[0]) }),
  ]),
)

/** Components with an example of each error that the document refers to. */
export const failureExamples = (paths: Json): Json => {
  const text = JSON.stringify(paths)
  const used = (Object.keys(errors) as ErrorCode[]).filter((code) => text.includes(`"${EXAMPLES}${code}"`))
  return Object.fromEntries(used.map((code) => [code, { summary: errors[code][1], value: exampleOf(code) }]))
}

export const errorSchema: Json = {
  type: 'object',
  description: 'The body of every answer with a status of 400 or above.',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'What happened and what to do next, for people' },
    code: {
      type: 'string',
      enum: Object.keys(errors),
      description: 'Identifies the error for programs. Codes do not change',
    },
    requestId: { type: 'string', description: "The request in the server's log" },
    issues: {
      type: 'array',
      description: 'What is wrong with the input, by field',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'Where, such as `redirectOrigins.0`' },
          message: { type: 'string', description: 'What is wrong there' },
        } satisfies Record<keyof InputIssue, Json>,
      },
    },
    approval: {
      type: 'object',
      description: 'Of `approval_required`: the request that waits for another admin',
      required: ['id', 'expiresAt', 'collected'],
      properties: {
        id: { type: 'string', format: 'uuid', description: 'By which `approvals.get` shows it' },
        expiresAt: { type: 'integer', description: 'When it ends without a decision, in milliseconds since the epoch' },
        collected: {
          type: 'boolean',
          description: 'Whether its requester collects the answer after the approval, with `approvals.collect`',
        },
      } satisfies Record<keyof PendingApproval, Json>,
    },
  } satisfies Record<keyof ErrorBody, Json>,
}
