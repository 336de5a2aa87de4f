import { appTokenOf, type Auth, pathTokens, sendsQuery } from '../contract/endpoints/endpoint.ts'
import type { Reader } from '../contract/readers.ts'
import type { Route } from '../contract/route.ts'
import { failuresOf } from './failures.ts'
import { bodySchema, type InputSchema, inputSchema, type Json, schemaOf } from './schemas.ts'

/** A recorded call: the flat input of the client and the body of the answer. */
export interface Example {
  input: Json
  answer: Json
}

const readerByCredential: Record<Auth, Reader> = { admin: 'Operators', app: 'Partners', user: 'Users', public: 'Users' }

/** The readers for whom a route is documented. */
const readerOf = ({ reader, auth }: Route): Reader => reader ?? readerByCredential[auth]

const parameterOf = (name: string, schema: Json, isInPath: boolean, required: boolean, example?: Json): Json => {
  const { description, ...rest } = schema
  return {
    name,
    in: isInPath ? 'path' : 'query',
    required: isInPath || required,
    ...(description ? { description } : {}),
    schema: rest,
    ...(example && name in example ? { example: example[name] } : {}),
  }
}

const inputOf = (route: Route, components: Json, example?: Json): Json => {
  const { properties, required, oneOf } = inputSchema(route.input, components) as unknown as InputSchema
  const tokens = pathTokens(route.path)
  const isParameter = (name: string) => tokens.includes(name) || sendsQuery(route)
  const parameters = Object.entries(properties)
    .filter(([name]) => isParameter(name))
    .map(([name, schema]) => parameterOf(name, schema, tokens.includes(name), required.includes(name), example))
  const inBody = (name: string) => !isParameter(name)
  const body = Object.fromEntries(Object.entries(properties).filter(([name]) => inBody(name)))
  const bodyExample = Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => inBody(name)))
  const bodyInput: InputSchema = { properties: body, required: required.filter(inBody), ...(oneOf ? { oneOf } : {}) }
  const isRequired = bodyInput.required.length > 0 || oneOf !== undefined
  const media = { schema: bodySchema(bodyInput), ...(example ? { example: bodyExample } : {}) }
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(Object.keys(body).length > 0
      ? { requestBody: { required: isRequired, content: { 'application/json': media } } }
      : {}),
  }
}

const successOf = (route: Route, components: Json, answer?: Json): Json => {
  const properties = {
    data: schemaOf(route.output, components),
    ...(route.meta ? { meta: schemaOf(route.meta, components) } : {}),
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return {
    description: route.status === 201 ? 'Created' : 'Done',
    content: { 'application/json': { schema, ...(answer ? { example: answer } : {}) } },
  }
}

/** Which admins may make a call. */
const rightsOf = ({ path, role, reach, person, held }: Route): string => {
  const isOfServer = reach === 'server' || (!reach && !appTokenOf(path))
  const least = role === 'viewer' ? 'Every admin may make this call' : `Needs the role ${role}`
  const rights = role !== 'owner' && isOfServer ? `${least}, for all apps.` : `${least}.`
  const own = person ? `${rights} Refused to service tokens.` : rights
  return held ? `${own} Can wait for the approval of a second admin: \`fourEyes.get\` says which calls do.` : own
}

/** The route's description, with the kind of app secret or the role that the call needs. */
const descriptionOf = (route: Route): string => {
  const { description, auth, access } = route
  if (auth === 'admin') return `${description} ${rightsOf(route)}`
  if (route.support) return `${description} Support may make this call.`
  if (auth !== 'app') return description
  return `${description} ${access === 'read' ? 'A read secret may make this call.' : 'Needs a full secret.'}`
}

/** A call without a credential, with one, or either way. */
const securityOf = ({ auth, optionalUser }: Route): Json[] => {
  if (optionalUser) return [{}, { user: [] }]
  return auth === 'public' ? [] : [{ [auth]: [] }]
}

/** The OpenAPI operation of a route. */
export const operationOf = (operationId: string, route: Route, components: Json, example?: Example): Json => ({
  operationId,
  tags: [readerOf(route)],
  summary: route.summary,
  description: descriptionOf(route),
  security: securityOf(route),
  ...inputOf(route, components, example?.input),
  responses: {
    [route.status ?? 200]: successOf(route, components, example?.answer),
    ...failuresOf(route),
  },
})
