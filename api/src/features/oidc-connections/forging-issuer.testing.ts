import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

/** What a forged token differs in; undefined leaves a claim out. */
export type Claims = Record<string, unknown>

/** A request that the issuer got. */
export interface Asked {
  path: string
  authorization: string | undefined
  body: URLSearchParams
}

type Answer = (request: Asked, response: ServerResponse) => void | Promise<void>

export interface ForgingIssuer {
  issuer: string
  /** What the next ID tokens contain beside the usual claims. */
  claims: Claims
  /** What replaces the usual answers, by path. */
  answers: Record<string, Answer>
  asked: Asked[]
  /** Signs an ID token as the issuer would. */
  sign: (claims: Claims, header?: Partial<JWTHeaderParameters>) => Promise<string>
  /** The address that the provider would send a browser back to. */
  callbackOf: (authorization: URL) => string
  stop: () => Promise<void>
}

const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** An OpenID provider that lies as a test says: oidc-provider could not be made to. */
export const startForgingIssuer = async (): Promise<ForgingIssuer> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const self = { claims: {}, answers: {}, asked: [] } as unknown as ForgingIssuer
  self.sign = (claims, header = {}) => {
    const iat = Math.floor(Date.now() / 1000)
    const usual = { iss: self.issuer, sub: 'ada', aud: 'own', iat, exp: iat + 600 }
    const kept = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined)
    return new SignJWT(Object.fromEntries(kept))
      .setProtectedHeader({ alg: 'RS256', kid: 'own', ...header })
      .sign(privateKey)
  }
  const usual: Record<string, Answer> = {
    '/.well-known/openid-configuration': (_, response) => {
      const at = (path: string) => `${self.issuer}${path}`
      json(response, {
        issuer: self.issuer,
        authorization_endpoint: at('/authorize'),
        token_endpoint: at('/token'),
        jwks_uri: at('/keys'),
        userinfo_endpoint: at('/userinfo'),
      })
    },
    '/keys': (_, response) => void json(response, { keys: [jwk] }),
    '/userinfo': (_, response) => void json(response, { sub: self.claims['sub'] ?? 'ada' }),
    '/token': async ({ body }, response) => {
      const nonce = nonces.get(body.get('code') ?? '')
      const id_token = await self.sign({ nonce, ...self.claims })
      json(response, { access_token: 'an-access-token', token_type: 'Bearer', id_token })
    },
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path } = new URL(request.url ?? '/', self.issuer)
    const body = new URLSearchParams((await buffer(request)).toString())
    const asked = { path, authorization: request.headers.authorization, body }
    self.asked.push(asked)
    const handle = self.answers[path] ?? usual[path]
    if (handle) await handle(asked, response)
    else response.writeHead(404).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  self.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  self.callbackOf = (authorization) => {
    const { searchParams: asked } = authorization
    const code = `code-${nonces.size}`
    nonces.set(code, asked.get('nonce')!)
    const back = new URL(asked.get('redirect_uri')!)
    back.search = new URLSearchParams({ code, state: asked.get('state')! }).toString()
    return back.href
  }
  self.stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return self
}
