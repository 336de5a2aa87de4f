import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compactVerify, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { type Client, findClient, type Pair } from './clients.ts'
import { formOf } from './http.ts'
import type { State } from './model.ts'
import { base, clock } from './state.ts'

/** What the verification shares with LINE's other calls. */
interface Shared {
  /** Its path, which begins with its host. */
  url: string
  issuer: string
  clients: Pair<Client>
}

/** Which key a token must be signed by: the secret of its channel, or a published key. */
const keyOf = (state: State, clients: Shared['clients'], token: string) => {
  const { alg, kid } = decodeProtectedHeader(token)
  if (alg === 'HS256') {
    const { aud } = decodeJwt(token)
    return Buffer.from(findClient(clients, [aud].flat()[0])?.clientSecret ?? '')
  }
  return state.keys.line?.find((one) => one.kid === kid)?.publicKey
}

/** The claims of a token with a valid signature, whatever they are. */
const signedClaims = async (state: State, { clients }: Shared, token: string): Promise<JWTPayload | undefined> => {
  try {
    const key = keyOf(state, clients, token)
    if (!key) return undefined
    await compactVerify(token, key, { algorithms: ['HS256', 'ES256'] })
    return decodeJwt(token)
  } catch {
    return undefined
  }
}

/** LINE's description of what is wrong with the claims, in the order of its documentation. */
const claimError = (state: State, issuer: string, claims: JWTPayload, form: URLSearchParams): string | undefined => {
  if (claims.iss !== base(state, issuer)) return 'Invalid IdToken Issuer.'
  if (typeof claims.exp !== 'number' || claims.exp <= clock(state)) return 'IdToken expired.'
  if (claims.aud !== form.get('client_id')) return 'Invalid IdToken Audience.'
  if (form.has('nonce') && claims.nonce !== form.get('nonce')) return 'Invalid IdToken Nonce.'
  if (form.has('user_id') && claims.sub !== form.get('user_id')) return 'Invalid IdToken Subject Identifier.'
  return undefined
}

const verify = async (state: State, shared: Shared, request: FastifyRequest, reply: FastifyReply) => {
  const form = formOf(request)
  const claims = await signedClaims(state, shared, form.get('id_token') ?? '')
  const description = claims ? claimError(state, shared.issuer, claims, form) : 'Invalid IdToken.'
  return description ? reply.code(400).send({ error: 'invalid_request', error_description: description }) : claims
}

/** https://developers.line.biz/en/reference/line-login/#verify-id-token */
export const mountVerify = (app: FastifyInstance, state: State, shared: Shared): void => {
  app.post(shared.url, (request, reply) => verify(state, shared, request, reply))
}
