import type { Auth } from './contract/endpoints/endpoint.ts'
import { appSecretForm } from './contract/facts/app-secrets.ts'
import { readers } from './contract/readers.ts'
import { listRoutes } from './contract/list-routes.ts'
import type { RouteTable } from './contract/route.ts'
import { errorSchema, failureExamples, failureResponses } from './openapi/failures.ts'
import { type Example, operationOf } from './openapi/operation.ts'
import { plainPaths } from './openapi/plain-routes.ts'
import type { Json } from './openapi/schemas.ts'
import { webhooksOf } from './openapi/webhooks.ts'

const securitySchemes: Record<Exclude<Auth, 'public'>, Json> = {
  admin: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An admin token, from `POST /admin/login`.',
  },
  app: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: appSecretForm,
    description:
      "An app secret, for a partner's server only: the full one from `GET /admin/apps/{id}/secret`, or a read secret from " +
      '`POST /admin/apps/{id}/secrets`, which calls that change or sign anything refuse.',
  },
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A user token, from one of the login calls.',
  },
}

/** Facts about the deployment for the document. */
export interface DocumentInfo {
  version: string
  /** The address for support questions. */
  supportEmail?: string | null | undefined
  /** Recorded calls by operation: `apps.create`. */
  examples?: Record<string, Example>
}

const description = `Answers are \`{data}\`, with \`meta\` beside it for pages. Refusals are \`{message, code, requestId}\`, with
\`issues\` where the input is at fault. Every guarded call takes a bearer credential: an admin token, an app secret or a
user token, which are not interchangeable. A path answers 405 to a method that it does not take, and names those that it takes
in \`Allow\`. Times are milliseconds since the epoch. Amounts are decimal strings in the
smallest unit of the token. Unknown fields are ignored.`

const infoOf = ({ version, supportEmail }: DocumentInfo): Json => ({
  title: 'OpenAuth',
  summary: 'Logins, wallets and a rewards game for any app',
  version,
  description,
  contact: { name: 'The operator of this server', ...(supportEmail ? { email: supportEmail } : {}) },
  license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
})

/** The OpenAPI 3.1 document of a table of routes (https://spec.openapis.org/oas/v3.1.0). */
export const openApiDocument = (table: RouteTable, info: DocumentInfo): Json => {
  const schemas: Json = { Error: errorSchema }
  const paths: Record<string, Json> = {}
  for (const { group, verb, route } of listRoutes(table)) {
    const operationId = `${group}.${verb}`
    const item = (paths[route.path] ??= {})
    item[route.method.toLowerCase()] = operationOf(operationId, route, schemas, info.examples?.[operationId])
  }
  const webhooks = webhooksOf(schemas)
  return {
    openapi: '3.1.0',
    info: infoOf(info),
    servers: [{ url: '/', description: 'The server that serves this document' }],
    tags: Object.entries(readers).map(([name, text]) => ({ name, description: text })),
    paths: { ...paths, ...plainPaths },
    webhooks,
    components: { schemas, responses: failureResponses, examples: failureExamples(paths), securitySchemes },
  }
}
