import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose'
import { accessOf, overridden } from './exchange.ts'
import { bearerOf, formOf, queryOf } from './http.ts'
import type { Person } from './people.ts'
import { clock } from './state.ts'
import type { Access, State } from './model.ts'

const invalid = { error: 'invalid_token', error_description: 'Invalid Value' }

/** What tokeninfo shares with Google's other calls. */
interface Shared {
  /** Its path, which begins with its host. */
  url: string
  longScopes: (scopes: string[]) => string
  subject: (person: Person) => string
}

const ofAccess = (state: State, access: Access, { longScopes, subject }: Shared) => {
  const { person, client, overrides, expiresAt, scopes } = access
  const fields = {
    azp: client.clientId,
    aud: client.clientId,
    sub: subject(person),
    scope: longScopes(scopes),
    exp: expiresAt,
    expires_in: expiresAt - clock(state),
    ...(scopes.some((name) => name.endsWith('email')) && { email: person.email, email_verified: true }),
    access_type: 'online',
  }
  return overridden(fields, overrides)
}

/** Every value of the answer is a string. */
const asText = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  )

const ofIdToken = async (state: State, token: string): Promise<JWTPayload | undefined> => {
  try {
    const { kid, alg } = decodeProtectedHeader(token)
    const key = state.keys.google?.find((one) => one.kid === kid)
    if (!key) return undefined
    await jwtVerify(token, key.publicKey, { algorithms: ['RS256'], currentDate: new Date(clock(state) * 1000) })
    return { ...decodeJwt(token), alg, kid, typ: 'JWT' }
  } catch {
    return undefined
  }
}

const tokenInfo = async (state: State, request: FastifyRequest, reply: FastifyReply, shared: Shared) => {
  const query = queryOf(request)
  const form = formOf(request)
  const idToken = query.get('id_token') ?? form.get('id_token')
  if (idToken) {
    const claims = await ofIdToken(state, idToken)
    return claims ? asText(claims) : reply.code(400).send(invalid)
  }
  const access = accessOf(state, 'google', query.get('access_token') ?? form.get('access_token') ?? bearerOf(request))
  return access ? asText(ofAccess(state, access, shared)) : reply.code(400).send(invalid)
}

/**
 * The account and the client of a token. The fields are those of `TokenInfo` in google-auth-library:
 * https://cloud.google.com/nodejs/docs/reference/google-auth-library/latest/google-auth-library/tokeninfo
 */
export const mountTokenInfo = (app: FastifyInstance, state: State, shared: Shared): void => {
  app.route({
    method: ['GET', 'POST'],
    url: shared.url,
    handler: (request, reply) => tokenInfo(state, request, reply, shared),
  })
}
