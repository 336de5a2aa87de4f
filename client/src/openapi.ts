import { z } from 'zod'
import { errors, type ErrorCode } from './contract/errors.ts'
import { listRoutes, pathTokens, sendsQuery, type Auth, type Route, type RouteTable } from './contract/route.ts'

type Json = Record<string, unknown>

const credential: Record<Exclude<Auth, 'public'>, string> = {
  admin: 'An admin token, from POST /admin/login',
  app: 'An app secret: oa_ and 32 hex digits',
  user: 'A user token, from one of the login calls',
}

const everyRoute: ErrorCode[] = ['invalid_input', 'database_unavailable']

/** Named models move to `components/schemas`, so that the document states each of them once. */
const schemaOf = (schema: z.ZodType, components: Json): Json => {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const relocate = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
  for (const [id, model] of Object.entries(($defs ?? {}) as Json)) components[id] ??= relocate(model)
  if (typeof json['id'] === 'string' && json['properties']) {
    const { id, ...model } = json
    components[id] ??= relocate(model)
    return { $ref: `#/components/schemas/${id}` }
  }
  return relocate(json) as Json
}

const groupByStatus = (codes: ErrorCode[]): Map<number, ErrorCode[]> => {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) groups.set(errors[code][0], [...(groups.get(errors[code][0]) ?? []), code])
  return groups
}

const answers = (route: Route, components: Json): Json => {
  const meta = route.meta ? { meta: schemaOf(route.meta, components) } : {}
  const properties = { data: schemaOf(route.output, components), ...meta }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const guard: ErrorCode[] = route.auth === 'public' ? [] : ['unauthorized']
  const refusals = [...everyRoute, ...guard, ...(route.errors ?? [])]
  const failures = [...groupByStatus(refusals)].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errors[code][1]}`).join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return {
    [route.status ?? 200]: { description: 'Done', content: { 'application/json': { schema } } },
    ...Object.fromEntries(failures),
  }
}

const operation = (group: string, verb: string, route: Route, components: Json): Json => {
  const input = schemaOf(route.input, components) as { properties?: Json; required?: string[] }
  const tokens = pathTokens(route.path)
  const all = Object.entries(input.properties ?? {})
  const parameters = all
    .filter(([name]) => tokens.includes(name) || sendsQuery(route))
    .map(([name, schema]) => ({
      name,
      in: tokens.includes(name) ? 'path' : 'query',
      required: tokens.includes(name) || (input.required ?? []).includes(name),
      schema,
    }))
  const body = all.filter(([name]) => !tokens.includes(name) && !sendsQuery(route))
  const required = (input.required ?? []).filter((name) => !tokens.includes(name))
  const requestBody = {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: { type: 'object', properties: Object.fromEntries(body), ...(required.length > 0 ? { required } : {}) },
      },
    },
  }
  return {
    operationId: `${group}.${verb}`,
    tags: [group],
    summary: route.summary,
    ...(route.auth === 'public' ? {} : { security: [{ [route.auth]: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body.length > 0 ? { requestBody } : {}),
    responses: answers(route, components),
  }
}

const errorSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

/** The OpenAPI 3.1 document of a table of routes (https://spec.openapis.org/oas/v3.1.0). */
export const openApiDocument = (
  table: RouteTable,
  info: { title: string; version: string; description?: string },
): Json => {
  const schemas: Json = { Error: errorSchema }
  const paths: Record<string, Json> = {}
  for (const { group, verb, route } of listRoutes(table)) {
    const item = (paths[route.path] ??= {})
    item[route.method.toLowerCase()] = operation(group, verb, route, schemas)
  }
  const schemes = Object.entries(credential).map(([auth, description]) => [
    auth,
    { type: 'http', scheme: 'bearer', description },
  ])
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: { schemas, securitySchemes: Object.fromEntries(schemes) },
  }
}
