import type { FastifyInstance, FastifyRequest } from 'fastify'

const fromJson = (value: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries((value ?? {}) as Record<string, unknown>).map(([name, field]): [string, string] => [
      name,
      typeof field === 'string' ? field : JSON.stringify(field),
    ]),
  )

/** The query parameters of a request. */
export const queryOf = (request: FastifyRequest): URLSearchParams => new URL(request.url, 'http://world').searchParams

/** The fields of a form or of a JSON object. */
export const formOf = (request: FastifyRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : fromJson(request.body)

/**
 * The token of the header `Authorization`, with the scheme `bearer` or GitHub's `token`; undefined if there is none.
 */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^(?:bearer|token) +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

export interface Credentials {
  id?: string
  secret?: string
}

/** HTTP Basic with both parts form-encoded: RFC 6749, section 2.3.1. */
export const basicOf = (request: FastifyRequest): Credentials | undefined => {
  const encoded = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!encoded) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return { id: decoded(id), secret: decoded(rest.join(':')) }
}

/** `client_secret_basic` or `client_secret_post`. */
export const credentialsOf = (request: FastifyRequest): Credentials => {
  const form = formOf(request)
  return basicOf(request) ?? { id: form.get('client_id') ?? undefined, secret: form.get('client_secret') ?? undefined }
}

/** Has the app parse form bodies, as URLSearchParams. */
export const parseForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body.toString())),
  )
}
