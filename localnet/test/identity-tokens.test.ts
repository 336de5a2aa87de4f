import { createRemoteJWKSet, errors, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AppleClient } from '../src/identity/apple-client-secret.ts'
import type { Signature } from '../src/identity/keys.ts'
import { bearer, call, callback, post, useWorld, withQuery } from './identity-world.ts'

const world = useWorld()

const issuers = {
  google: () => world().addresses.googleAccounts,
  apple: () => world().addresses.apple,
  huggingface: () => world().addresses.huggingface,
}
type Name = keyof typeof issuers
const names = Object.keys(issuers) as Name[]

const verify = async (name: Name, token: string) => {
  const { body } = await call(`${issuers[name]()}/.well-known/openid-configuration`)
  const audience = world().clients[name].own.clientId
  const keys = createRemoteJWKSet(new URL(String(body.jwks_uri)))
  return (await jwtVerify(token, keys, { issuer: String(body.issuer), audience, algorithms: ['RS256'] })).payload
}

describe.each(names)('identity tokens of %s', (name) => {
  test('are verified by the published keys', async () => {
    const { idToken } = await world().issue[name]({ nonce: 'n' })
    expect(await verify(name, idToken)).toMatchObject({
      sub: world().people[0]?.subjects[name],
      nonce: 'n',
      email: 'player.one@example.com',
      email_verified: true,
    })
  })

  const bad: Signature[] = ['none', 'wrong-key', 'unknown-kid', 'hs256']
  test.each(bad)('are refused with the signature %s', async (signature) => {
    const { idToken } = await world().issue[name]({ signature })
    await expect(verify(name, idToken)).rejects.toThrow(errors.JOSEError)
  })

  const past = 1_700_000_000
  test.each([{ iss: 'https://example.com' }, { aud: 'another' }, { exp: past }, { sub: undefined, exp: past }])(
    'are refused with %j',
    async (overrides) => {
      const { idToken } = await world().issue[name]({ overrides })
      await expect(verify(name, idToken)).rejects.toThrow(errors.JOSEError)
    },
  )

  test('are refused where they are another client’s', async () => {
    const issue = world().issue as unknown as Record<Name, (options: object) => Promise<{ idToken: string }>>
    const { idToken } = await issue[name]({ client: world().clients[name].foreign })
    await expect(verify(name, idToken)).rejects.toThrow('"aud"')
  })

  test('are signed by a new key after a rotation, and the old stay good until theirs is dropped', async () => {
    const before = await world().issue[name]()
    await world().rotateKeys(name)
    await verify(name, (await world().issue[name]()).idToken)
    await verify(name, before.idToken)
    await world().rotateKeys(name, { drop: true })
    await verify(name, (await world().issue[name]()).idToken)
    await expect(verify(name, before.idToken)).rejects.toThrow(errors.JOSEError)
  })

  test('follow the world’s clock', async () => {
    world().clockSkew(7_200)
    const { idToken } = await world().issue[name]()
    world().clockSkew(-100_000)
    const old = await world().issue[name]()
    world().clockSkew(0)
    expect((await verify(name, idToken)).iat).toBeGreaterThan(Date.now() / 1000 + 7_000)
    await expect(verify(name, old.idToken)).rejects.toThrow('"exp"')
  })
})

describe('Google’s tokeninfo', () => {
  const ask = (query: Record<string, string>, init?: RequestInit) =>
    call(withQuery(`${world().addresses.googleOauth}/tokeninfo`, query), init)

  test('tells the audience of an access token wherever it stands', async () => {
    const { foreign } = world().clients.google
    const { accessToken } = await world().issue.google({ client: foreign })
    const body = {
      aud: foreign.clientId,
      azp: foreign.clientId,
      email_verified: 'true',
      email: 'player.one@example.com',
    }
    expect(await ask({ access_token: accessToken })).toMatchObject({ status: 200, body })
    expect(await ask({}, bearer(accessToken))).toMatchObject({ status: 200, body })
    const form = { method: 'POST', body: new URLSearchParams({ access_token: accessToken }) }
    expect(await ask({}, form)).toMatchObject({ status: 200, body })
  })

  test('checks an identity token', async () => {
    const { idToken } = await world().issue.google()
    expect((await ask({ id_token: idToken })).body.exp).toMatch(/^\d+$/)
  })

  test('refuses what is unknown or expired', async () => {
    const invalid = { status: 400, body: { error: 'invalid_token', error_description: 'Invalid Value' } }
    const { accessToken } = await world().issue.google({ overrides: { exp: 1_700_000_000 } })
    expect(await ask({ access_token: accessToken })).toMatchObject(invalid)
    expect(await ask({ id_token: 'a.b.c' })).toMatchObject(invalid)
  })

  test('says what a test wants of the e-mail address', async () => {
    const { accessToken } = await world().issue.google({ overrides: { email_verified: false } })
    expect((await ask({ access_token: accessToken })).body.email_verified).toBe('false')
  })
})

describe('Apple', () => {
  const secretOf = async (client: AppleClient, changes: { aud?: string; lifetime?: number; kid?: string } = {}) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: changes.kid ?? client.keyId })
      .setIssuer(client.teamId)
      .setSubject(client.clientId)
      .setAudience(changes.aud ?? world().addresses.apple)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + (changes.lifetime ?? 300))
      .sign(await importPKCS8(client.privateKey, 'ES256'))

  const authorizeUrl = (changes: Record<string, string> = {}) =>
    withQuery(`${world().addresses.apple}/auth/authorize`, {
      client_id: world().clients.apple.own.clientId,
      redirect_uri: callback('apple'),
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'name email',
      state: 's',
      nonce: 'n',
      ...changes,
    })

  const exchange = async (code: string, secret: string) =>
    post(`${world().addresses.apple}/auth/token`, {
      client_id: world().clients.apple.own.clientId,
      client_secret: secret,
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback('apple'),
    })

  const newCode = async (): Promise<string> => (await world().consent(authorizeUrl())).fields.code ?? ''

  test('posts the code, and the name at the first consent only', async () => {
    world().forgetConsents()
    const first = await world().consent(authorizeUrl())
    expect(first).toMatchObject({ method: 'POST', url: callback('apple'), fields: { state: 's' } })
    const name = { firstName: 'Player', lastName: 'One' }
    expect(JSON.parse(first.fields.user ?? '')).toEqual({ name, email: 'player.one@example.com' })
    expect((await world().consent(authorizeUrl())).fields.user).toBeUndefined()
  })

  test('exchanges the code for an identity token with the nonce', async () => {
    const tokens = await exchange(await newCode(), await secretOf(world().clients.apple.own))
    expect(tokens).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
    expect(await verify('apple', String(tokens.body.id_token))).toMatchObject({ nonce: 'n', nonce_supported: true })
  })

  test('gives a relay address for whoever hides theirs', async () => {
    const { idToken } = await world().issue.apple({ person: world().people[1] })
    const { email, is_private_email } = await verify('apple', idToken)
    expect([is_private_email, String(email)]).toEqual([true, expect.stringMatching(/@privaterelay\.appleid\.com$/)])
  })

  test('refuses a client secret that is not as documented', async () => {
    const { own, foreign } = world().clients.apple
    const year = 365 * 86_400
    const secrets = [
      'words',
      await secretOf(foreign),
      await secretOf({ ...own, privateKey: foreign.privateKey }),
      await secretOf({ ...own, teamId: foreign.teamId }),
      await secretOf(own, { kid: 'OTHER' }),
      await secretOf(own, { aud: 'https://appleid.apple.com' }),
      await secretOf(own, { lifetime: year }),
      await secretOf(own, { lifetime: -60 }),
    ]
    for (const secret of secrets)
      expect(await exchange('any', secret)).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  })

  test('exchanges a code once', async () => {
    const [code, secret] = [await newCode(), await secretOf(world().clients.apple.own)]
    expect((await exchange(code, secret)).status).toBe(200)
    expect(await exchange(code, secret)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('asks for form_post where a scope is asked for', async () => {
    await expect(world().consent(authorizeUrl({ response_mode: 'query' }))).rejects.toThrow(
      'response_mode must be form_post when name or email scope is requested.',
    )
  })

  test('posts a cancellation', async () => {
    const fields = { error: 'user_cancelled_authorize', state: 's' }
    expect(await world().consent(authorizeUrl(), 'cancel')).toMatchObject({ method: 'POST', fields })
  })
})
