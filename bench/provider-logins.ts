import { createHash, randomBytes } from 'node:crypto'

/** Where logins of the client return to; nothing listens there. */
export const returnTo = 'https://client.example/callback'

/** A client of an app as OpenID provider. */
export interface BenchClient {
  issuer: string
  id: string
  secret: string
}

/** The header by which a client proves itself (RFC 6749, section 2.3.1). */
export const basic = ({ id, secret }: Pick<BenchClient, 'id' | 'secret'>): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** What a browser does of a login: it keeps all cookies, since one server sets them. */
const createVisitor = () => {
  const cookies = new Map<string, string>()
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
}

/** Logs a user in at a client, whose refresh token it returns. */
export const refreshTokenOf = async (client: BenchClient, userToken: string): Promise<string> => {
  const visit = createVisitor()
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: returnTo,
    response_type: 'code',
    scope: 'openid offline_access',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const begun = await visit(`${client.issuer}/auth?${query.toString()}`)
  const page = new URL(begun.headers.get('location')!, client.issuer)
  const headers = { authorization: `Bearer ${userToken}` }
  const accepted = await visit(`${page.origin}${page.pathname}/accept${page.search}`, { method: 'POST', headers })
  const { data } = (await accepted.json()) as { data: { continueAt: string } }
  const back = new URL((await visit(data.continueAt)).headers.get('location')!)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: returnTo,
    code_verifier: verifier,
  })
  const answer = await fetch(`${client.issuer}/token`, {
    method: 'POST',
    body,
    headers: { authorization: basic(client) },
  })
  return ((await answer.json()) as { refresh_token: string }).refresh_token
}
