import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'oidc-provider'
import type { RecordedRequest } from './identity/faults.ts'
import { people as everybody, type Person } from './identity/people.ts'
import { picture } from './identity/png.ts'
import { closeServer, listenOnLoopback } from './loopback.ts'
import { authorizeAs } from './oidc/browser.ts'
import { answerLogin } from './oidc/login-page.ts'
import { memoryStore } from './oidc/memory-store.ts'
import { newProvider, type OidcClaims, type OidcClient, type ProviderInput } from './oidc/provider.ts'

export type { OidcClaims, OidcClient } from './oidc/provider.ts'

interface OidcOptions {
  /** 0 for any free port. */
  port?: number
  clients: OidcClient[]
  /** The default are the people of the identity world. */
  people?: Person[]
  /** Further claims of a person, such as groups. Every client gets them that asks for `openid`. */
  claims?: (person: Person) => OidcClaims
}

export interface OidcIssuer {
  /** http://127.0.0.1:PORT, without a path. */
  issuer: string
  people: Person[]
  /**
   * Opens an authorization address as a browser without cookies does, and chooses the person, or declines. Resolves with
   * the redirect back. Rejects with the text of an error page.
   */
  authorize: (url: string, choice: Person | 'cancel') => Promise<string>
  /** Adds a key that signs from now on; the old ones stay published unless they are dropped. */
  rotateKeys: (options?: { drop?: boolean }) => Promise<void>
  /** Replaces a person's further claims, also of later calls of userinfo. Undefined removes a usual claim. */
  setClaims: (person: Person, claims: OidcClaims) => void
  /** Oldest first. */
  requests: () => Omit<RecordedRequest, 'host'>[]
  stop: () => Promise<void>
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
}

const sendPicture = (people: Person[], path: string, response: ServerResponse): void => {
  const person = people.find(({ slug }) => path === `/pictures/${slug}.png`)
  if (person) response.writeHead(200, { 'content-type': 'image/png' }).end(picture(person.colour))
  else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
}

/** A server whose provider can be replaced, because the library reads keys and names of claims once. */
const serve = (input: ProviderInput) => {
  let provider = newProvider(input)
  let answer = provider.callback()
  const requests: Omit<RecordedRequest, 'host'>[] = []
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, search } = new URL(request.url ?? '/', input.issuer)
    requests.push({ method: request.method ?? 'GET', path: pathname, query: search.slice(1), at: Date.now() })
    if (pathname.startsWith('/pictures/')) sendPicture(input.people, pathname, response)
    else if (!pathname.startsWith('/interaction/')) void answer(request, response)
    else
      answerLogin(provider, input.people, request, response).catch((error: Error) =>
        response.writeHead(400, { 'content-type': 'text/plain' }).end(error.message),
      )
  }
  const replace = () => {
    provider = newProvider(input)
    answer = provider.callback()
  }
  return { handle, replace, requests }
}

/**
 * Starts an OpenID Connect issuer on loopback: discovery, codes with PKCE, refresh tokens, userinfo, a login page. Its state
 * is lost when it stops, and its keys are new each time; a person's `sub` stays the same.
 */
export const startOidcIssuer = async (options: OidcOptions): Promise<OidcIssuer> => {
  const { port = 0, clients, people = everybody, claims = () => ({}) } = options
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listenOnLoopback(server, port)}`
  const further = new Map(people.map((person) => [person.slug, claims(person)]))
  const input = { issuer, clients, people, claims: further, keys: [await newKey()], store: memoryStore() }
  const { handle, replace, requests } = serve(input)
  server.on('request', handle)
  return {
    issuer,
    people,
    authorize: (url, choice) => authorizeAs(issuer, url, choice),
    rotateKeys: async ({ drop = false } = {}) => {
      input.keys = [await newKey(), ...(drop ? [] : input.keys)]
      replace()
    },
    setClaims: ({ slug }, own) => {
      further.set(slug, own)
      replace()
    },
    requests: () => [...requests],
    stop: () => closeServer(server),
  }
}
