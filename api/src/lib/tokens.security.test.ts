import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createTokens, type Tokens } from './tokens.ts'

const own = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const ISSUER = 'https://id.example'
const lookedUp: string[] = []
let tokens: Tokens
beforeAll(() => {
  tokens = createTokens(
    {
      signing: async () => ({ kid: 'one', privateKey: own.privateKey }),
      verifying: async (kid) => {
        lookedUp.push(kid)
        return kid === 'one' ? own.publicKey : undefined
      },
    },
    ISSUER,
  )
})

const user = { userId: randomUUID(), appId: randomUUID(), sessionId: randomUUID() }
const admin = { adminId: 7, sessionId: randomUUID() }
const support = { userId: user.userId, appId: user.appId, supportId: randomUUID() }
const soon = () => new Date(Date.now() + 60_000)

interface Forgery {
  header?: object
  audience?: string | string[]
  issuer?: string
  key?: KeyObject
  exp?: string | number
}

const forged = (
  claims: Record<string, unknown>,
  { header, audience = user.appId, issuer = ISSUER, key = own.privateKey, exp = '1m' }: Forgery = {},
) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'one', typ: 'JWT', ...header })
    .setIssuedAt()
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(exp)
    .sign(key)

describe('control: each kind of token', () => {
  test('is verified as what it is, and as nothing else', async () => {
    const made = {
      user: await tokens.signUser(user, soon()),
      support: await tokens.signSupport(support, 7, soon()),
      admin: await tokens.signAdmin(admin, soon()),
      console: await tokens.signConsole(admin, soon()),
    }
    const verifiers = {
      user: tokens.verifyUser,
      support: tokens.verifySupport,
      admin: tokens.verifyAdmin,
      console: tokens.verifyConsole,
    }
    const claims = { user, support, admin, console: admin }
    for (const [kind, token] of Object.entries(made))
      for (const [as, verify] of Object.entries(verifiers))
        // Twice: the second answer is from the cache.
        for (const _ of ['first', 'cached'])
          expect([kind, as, await verify(token)]).toEqual([kind, as, kind === as ? claims[kind as 'user'] : undefined])
  })

  test('names its key, issuer, audience, subject and times', async () => {
    const expires = soon()
    const token = await tokens.signUser(user, expires)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', kid: 'one', typ: 'JWT' })
    const seconds = Math.floor(Date.now() / 1000)
    const payload = decodeJwt(token)
    expect(payload).toEqual({
      iss: ISSUER,
      aud: user.appId,
      sub: user.userId,
      iat: expect.any(Number),
      exp: Math.floor(expires.getTime() / 1000),
      ...user,
    })
    expect(Math.abs(payload.iat! - seconds)).toBeLessThan(60)
    expect(decodeJwt(await tokens.signAdmin(admin, expires))).toMatchObject({ aud: 'admin', sub: '7' })
    expect(decodeJwt(await tokens.signConsole(admin, expires))).toMatchObject({ aud: 'console', sub: '7' })
    const named = { aud: 'support', sub: user.userId, act: { sub: 'admin:7' } }
    expect(decodeJwt(await tokens.signSupport(support, 7, expires))).toMatchObject(named)
  })

  test('that was signed elsewhere by the key is taken', async () => {
    expect(await tokens.verifyUser(await forged(user))).toEqual(user)
  })
})

describe('token forgery: a token is refused', () => {
  const cases: [string, () => Promise<string>][] = [
    ['of another issuer', () => forged(user, { issuer: 'https://evil.example' })],
    ['of another app', () => forged(user, { audience: randomUUID() })],
    ['of no single audience', () => forged(user, { audience: [user.appId, 'admin'] })],
    ['with a user’s claims and the audience of admins', () => forged(user, { audience: 'admin' })],
    ['with no claims of any kind', () => forged({}, { audience: 'admin' })],
    ['with the claims of support and the audience of the app', () => forged(support)],
    ['signed by another key under a known name', () => forged(user, { key: other.privateKey })],
    ['of an unknown key', () => forged(user, { header: { kid: 'two' } })],
    ['without the name of a key', () => forged(user, { header: { kid: undefined } })],
    ['of another type', () => forged(user, { header: { typ: 'at+jwt' } })],
    ['that has expired', () => forged(user, { exp: Math.floor(Date.now() / 1000) - 1 })],
    ['whose claims are no ids', () => forged({ ...user, sessionId: 'x' })],
    [
      'with a key in its header',
      () => forged(user, { key: other.privateKey, header: { jwk: other.publicKey.export({ format: 'jwk' }) } }),
    ],
    [
      'with an algorithm of its own',
      async () => `${Buffer.from('{"alg":"none","kid":"one"}').toString('base64url')}.e30.`,
    ],
    ['that is none', async () => 'a.b.c'],
    ['that is empty', async () => ''],
  ]
  test.each(cases)('%s', async (_, make) => {
    const token = await make()
    for (const verify of [tokens.verifyUser, tokens.verifyAdmin, tokens.verifyConsole, tokens.verifySupport])
      expect(await verify(token)).toBeUndefined()
    expect(tokens.rememberedUser(token)).toBeUndefined()
  })

  test('an admin’s, whose audience is another', async () => {
    for (const audience of [user.appId, 'support', 'other'])
      for (const verify of [tokens.verifyAdmin, tokens.verifyConsole])
        expect(await verify(await forged(admin, { audience }))).toBeUndefined()
    expect(await tokens.verifySupport(await forged(support, { audience: 'admin' }))).toBeUndefined()
    expect(await tokens.verifySupport(await forged(admin, { audience: 'support' }))).toBeUndefined()
  })

  test.each(['exp', 'aud', 'iat'])('without %s', async (missing) => {
    const { [missing]: _, ...claims } = decodeJwt(await forged(user)) as Record<string, unknown>
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'one', typ: 'JWT' })
      .sign(own.privateKey)
    expect(await tokens.verifyUser(token)).toBeUndefined()
  })

  test('with another algorithm, before a key is looked up', async () => {
    lookedUp.length = 0
    const header = Buffer.from('{"alg":"HS256","kid":"one"}').toString('base64url')
    expect(await tokens.verifyUser(`${header}.e30.c2lnbmF0dXJl`)).toBeUndefined()
    expect(lookedUp).toEqual([])
  })
})

describe('the cache of verified tokens', () => {
  test('remembers a user’s claims, not an admin’s, and asks for no key again', async () => {
    const claims = { ...user, sessionId: randomUUID() }
    const token = await tokens.signUser(claims, soon())
    expect(tokens.rememberedUser(token)).toBeUndefined()
    await tokens.verifyUser(token)
    lookedUp.length = 0
    expect(tokens.rememberedUser(token)).toEqual(claims)
    expect(await tokens.verifyUser(token)).toEqual(claims)
    expect(lookedUp).toEqual([])
    const adminToken = await tokens.signAdmin(admin, soon())
    await tokens.verifyAdmin(adminToken)
    expect(tokens.rememberedUser(adminToken)).toBeUndefined()
  })

  test('ends with the token', async () => {
    const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000)
    const token = await tokens.signUser(user, expires)
    await tokens.verifyUser(token)
    const now = vi.spyOn(Date, 'now')
    try {
      now.mockReturnValue(expires.getTime() - 1)
      expect([tokens.rememberedUser(token), await tokens.verifyUser(token)]).toEqual([user, user])
      now.mockReturnValue(expires.getTime())
      expect([tokens.rememberedUser(token), await tokens.verifyUser(token)]).toEqual([undefined, undefined])
    } finally {
      now.mockRestore()
    }
  })

  test('an outage of the keys is no refusal', async () => {
    const failing = createTokens(
      { signing: () => Promise.reject(new Error('down')), verifying: () => Promise.reject(new Error('down')) },
      ISSUER,
    )
    await expect(failing.verifyUser(await forged(user))).rejects.toThrow('down')
  })
})
