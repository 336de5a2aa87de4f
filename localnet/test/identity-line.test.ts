import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { redirectLogins } from './identity-flows.ts'
import { call, post, useWorld } from './identity-world.ts'

const world = useWorld()
const { newCode, exchange, authorizeUrl } = redirectLogins(world)

const verify = (idToken: string, fields: Record<string, string> = {}) =>
  post(`${world().addresses.lineApi}/oauth2/v2.1/verify`, {
    id_token: idToken,
    client_id: world().clients.line.own.clientId,
    ...fields,
  })
const refusal = (description: string) => ({
  status: 400,
  body: { error: 'invalid_request', error_description: description },
})

describe('LINE’s verification of ID tokens', () => {
  test('answers the claims', async () => {
    const { idToken } = await world().issue.line({ nonce: 'n' })
    const { body } = await verify(idToken, { nonce: 'n' })
    expect(body).toEqual({
      iss: world().addresses.line,
      sub: expect.stringMatching(/^U[0-9a-f]{32}$/),
      aud: expect.stringMatching(/^\d{10}$/),
      exp: expect.any(Number),
      iat: expect.any(Number),
      nonce: 'n',
      amr: ['linesso'],
      name: 'Player One',
      picture: expect.stringContaining('/profile.line-scdn.net/0h'),
    })
    expect((await fetch(String(body.picture))).headers.get('content-type')).toBe('image/png')
  })

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['Invalid IdToken Issuer.', { iss: 'https://example.com' }, {}],
    ['IdToken expired.', { exp: 1_700_000_000 }, {}],
    ['Invalid IdToken Audience.', { aud: '1234567890' }, {}],
    ['Invalid IdToken Nonce.', { nonce: 'other' }, { nonce: 'n' }],
    ['Invalid IdToken Subject Identifier.', {}, { user_id: 'U0' }],
  ])('%s', async (description, overrides, fields) => {
    expect(await verify((await world().issue.line({ overrides })).idToken, fields)).toMatchObject(refusal(description))
  })

  test('Invalid IdToken.', async () => {
    const { idToken } = await world().issue.line()
    const forged = ['none', 'wrong-key', 'unknown-kid', 'hs256'] as const
    const issued = await Promise.all(forged.map((signature) => world().issue.line({ signature })))
    for (const token of ['', 'x', 'a.b.c', `${idToken.slice(0, -6)}AAAAAA`, ...issued.map((one) => one.idToken)])
      expect(await verify(token)).toMatchObject(refusal('Invalid IdToken.'))
  })
})

test('LINE signs with the channel secret after a redirect, and with a published key otherwise', async () => {
  const { body } = await exchange('line', await newCode('line'))
  const [redirected, own] = [String(body.id_token), (await world().issue.line()).idToken]
  expect([redirected, own].map((token) => decodeProtectedHeader(token).alg)).toEqual(['HS256', 'ES256'])
  await jwtVerify(redirected, Buffer.from(world().clients.line.own.clientSecret))
  await jwtVerify(own, createRemoteJWKSet(new URL(`${world().addresses.lineApi}/oauth2/v2.1/certs`)))
  expect((await verify(redirected)).status).toBe(200)
})

test('LINE requires a state', async () => {
  const response = await fetch(authorizeUrl('line', { state: '' }))
  expect(await response.text()).toContain('Missing required parameter: state.')
})

test('LINE describes itself', async () => {
  const { body } = await call(`${world().addresses.line}/.well-known/openid-configuration`)
  expect(body.issuer).toBe(world().addresses.line)
})
