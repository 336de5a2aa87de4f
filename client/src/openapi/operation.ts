import { type Auth, pathTokens, type Route, sendsQuery } from '../contract/route.ts'
import type { Reader } from '../contract/readers.ts'
import { failuresOf } from './failures.ts'
import { bodySchema, type InputSchema, inputSchema, type Json, schemaOf } from './schemas.ts'

/** A call as it was made: the flat input that the client took, and the body that came back. */
export interface Example {
  input: Json
  answer: Json
}

const readerByCredential: Record<Auth, Reader> = { admin: 'Operators', app: 'Partners', user: 'Users', public: 'Users' }

/** Whose reference a route belongs to. */
export const readerOf = ({ reader, auth }: Route): Reader => reader ?? readerByCredential[auth]

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
  const given = Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => inBody(name)))
  const bodyInput: InputSchema = { properties: body, required: required.filter(inBody), ...(oneOf ? { oneOf } : {}) }
  const isRequired = bodyInput.required.length > 0 || oneOf !== undefined
  const media = { schema: bodySchema(bodyInput), ...(example ? { example: given } : {}) }
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

/** The OpenAPI operation of a route. */
export const operationOf = (operationId: string, route: Route, components: Json, example?: Example): Json => ({
  operationId,
  tags: [readerOf(route)],
  summary: route.summary,
  description: route.description,
  security: route.auth === 'public' ? [] : [{ [route.auth]: [] }],
  ...inputOf(route, components, example?.input),
  responses: {
    [route.status ?? 200]: successOf(route, components, example?.answer),
    ...failuresOf(route),
  },
})
