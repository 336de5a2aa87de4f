import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

let server: TestServer
let app: TestApp
let adminToken: string
let user: TestUser
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Sessions')
  user = await signInAs(server, app.id, 'holder')
})
afterAll(() => server.stop())

const statusOf = async (token: string) => (await server.send('GET', '/user/profile', { token })).status
const login = (username: string) =>
  server.as().login.username({ appId: app.id, username, password: `password of ${username}` })

describe('token forgery', () => {
  const claims = () => decodeJwt(user.token)
  const header = () => decodeProtectedHeader(user.token) as { alg: string; kid: string; typ: string }
  const serverKey = async () => {
    const { privateKey } = await server.resources.db.prisma.signingKey.findFirstOrThrow().then(async () => {
      const { openTokenKeys } = await import('../signing-keys/token-keys.ts')
      return (await openTokenKeys(server.resources.db, server.resources.keys)).current()
    })
    return createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }

  test('the token itself is accepted, so that each refusal below has its own reason', async () => {
    const resigned = await new SignJWT(claims()).setProtectedHeader(header()).sign(await serverKey())
    expect([await statusOf(user.token), await statusOf(resigned)]).toEqual([200, 200])
  })

  test('alg none is refused', async () => {
    expect(await statusOf(new UnsecuredJWT(claims()).encode())).toBe(401)
    const [, payload] = user.token.split('.')
    const none = Buffer.from(JSON.stringify({ ...header(), alg: 'none' })).toString('base64url')
    expect(await statusOf(`${none}.${payload}.`)).toBe(401)
  })

  test('HS256 keyed with the public key is refused', async () => {
    const { jwtSecret } = await server.as(adminToken).apps.secret({ id: app.id })
    const forged = await new SignJWT(claims())
      .setProtectedHeader({ ...header(), alg: 'HS256' })
      .sign(Buffer.from(jwtSecret))
    expect(await statusOf(forged)).toBe(401)
  })

  test('a key in jwk or jku, or a foreign key under a known kid, is not used', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const jwk = await exportJWK(publicKey)
    for (const extra of [{ jwk }, { jku: 'https://evil.example/jwks.json' }, { x5u: 'https://evil.example/x' }, {}])
      for (const kid of [header().kid, 'unknown', undefined]) {
        const forged = await new SignJWT(claims())
          .setProtectedHeader({ ...header(), ...extra, ...(kid ? { kid } : { kid: '' }) })
          .sign(privateKey)
        expect(await statusOf(forged)).toBe(401)
      }
  })

  test.each([
    ['another issuer', { iss: 'elsewhere' }],
    ['another audience', { aud: '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10' }],
    ['an audience list', { aud: ['x', 'y'] }],
    ['no end', { exp: undefined }],
    ['an end that has passed', { exp: 1_700_000_000 }],
    ['a session that does not exist', { sessionId: '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10' }],
    ['claims of an admin', { adminId: 1, userId: undefined }],
    ['no user', { userId: undefined }],
  ])('%s is refused with a valid signature', async (_, change) => {
    const forged = await new SignJWT({ ...claims(), ...change }).setProtectedHeader(header()).sign(await serverKey())
    expect(await statusOf(forged)).toBe(401)
  })

  test("another user's session id is refused with a valid signature", async () => {
    const other = await signInAs(server, app.id, 'other-holder')
    const { sessionId } = decodeJwt(other.token)
    const forged = await new SignJWT({ ...claims(), sessionId }).setProtectedHeader(header()).sign(await serverKey())
    expect(await statusOf(forged)).toBe(401)
  })

  test('a changed payload or signature is refused, also after the valid token was cached', async () => {
    const [head, payload, signature] = user.token.split('.') as [string, string, string]
    const changed = Buffer.from(payload, 'base64url').toString().replace(user.id, app.id)
    expect(await statusOf(`${head}.${Buffer.from(changed).toString('base64url')}.${signature}`)).toBe(401)
    expect(await statusOf(`${head}.${payload}.${signature.slice(0, -4)}AAAA`)).toBe(401)
    expect(await statusOf(user.token)).toBe(200)
  })

  test('malformed Authorization headers are refused, never with a 5xx', async () => {
    for (const value of [
      'Bearer',
      'Bearer ',
      `Basic ${user.token}`,
      user.token,
      `Bearer ${user.token} x`,
      `Bearer ${'a'.repeat(9000)}`,
      'Bearer a.b.c',
      'Bearer e30.e30.e30',
    ]) {
      const { status } = await server.send('GET', '/user/profile', { headers: { authorization: value } })
      expect([value.slice(0, 20), status]).toEqual([value.slice(0, 20), 401])
    }
  })
})

describe('sessions', () => {
  test('logout stops the token at once', async () => {
    const { token } = await login('holder')
    expect(await statusOf(token)).toBe(200)
    await server.as(token).account.logout()
    expect(await statusOf(token)).toBe(401)
  })

  test('are listed with the current one marked, and revoked one by one', async () => {
    const { token } = await login('holder')
    const sessions = await user.client.account.sessions()
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const other = (await server.as(token).account.sessions()).find(({ current }) => current)
    await user.client.account.revokeSession({ id: other!.id })
    expect(await statusOf(token)).toBe(401)
    await expect(user.client.account.revokeSession({ id: other!.id })).rejects.toMatchObject({ status: 404 })
    const { data } = await server.as(adminToken).audit.list({ appId: app.id, action: 'user.session-revoke' })
    expect(data).toMatchObject([
      { actor: 'user', actorId: user.id, targetId: user.id, details: { sessionId: other!.id } },
    ])
  })

  test('are limited: logins beyond a hundred end the least recently used ones', async () => {
    const busy = await signInAs(server, app.id, 'busy')
    const { pool, prisma } = server.resources.db
    const pile = (count: number, daysAgo: number) =>
      pool.query(
        `INSERT INTO "Session" (id, "userId", method, "lastUsedAt", "expiresAt")
         SELECT gen_random_uuid(), $1, $4, now() - make_interval(days => $3), now() + make_interval(days => 1)
         FROM generate_series(1, $2)`,
        [busy.id, count, daysAgo, `${daysAgo} days`],
      )
    const others = await prisma.session.count({ where: { userId: user.id } })
    await pile(50, 2)
    await pile(60, 9)
    for (const list of [
      await busy.client.account.sessions(),
      await server.as(adminToken).users.sessions({ appId: app.id, id: busy.id }),
    ]) {
      expect(list).toHaveLength(100)
      expect(list.filter(({ method }) => method === '9 days')).toHaveLength(49)
    }
    // One login in ten ends surplus sessions, so that of ten logins one does.
    const fresh = await Promise.all(Array.from({ length: 10 }, () => login('busy')))
    const standing = () => prisma.session.findMany({ where: { userId: busy.id } })
    await expect.poll(async () => (await standing()).length).toBeLessThan(110)
    const methods = (await standing()).map(({ method }) => method)
    expect(methods.filter((method) => method === '2 days')).toHaveLength(50)
    for (const { token } of [busy, ...fresh]) expect(await statusOf(token)).toBe(200)
    expect(await prisma.session.count({ where: { userId: user.id } })).toBe(others)
  })

  test('are extended by use and end after jwtTTL without use', async () => {
    const brief = await createTestApp(server, adminToken, 'Brief')
    const hour = 3_600_000
    await server.as(adminToken).apps.update({ id: brief.id, jwtTTL: (2 * hour) / 1000 })
    const used = await signInAs(server, brief.id, 'used')
    const idle = await signInAs(server, brief.id, 'idle')
    const { session } = server.resources.db.prisma
    const sessionOf = ({ id }: TestUser) => session.findFirstOrThrow({ where: { userId: id } })
    /** Moves the session's times back by hours. */
    const age = async (who: TestUser, hours: number) => {
      const { id, createdAt, lastUsedAt, expiresAt } = await sessionOf(who)
      const ago = (time: Date) => new Date(time.getTime() - hours * hour)
      const data = { createdAt: ago(createdAt), lastUsedAt: ago(lastUsedAt), expiresAt: ago(expiresAt) }
      await session.update({ where: { id }, data })
    }
    await age(idle, 2.1)
    for (let turn = 0; turn < 3; turn += 1) {
      await age(used, 1.5)
      // The server caches the session's state for half a second.
      await expect
        .poll(async () => {
          expect(await statusOf(used.token)).toBe(200)
          return (await sessionOf(used)).expiresAt.getTime() - Date.now()
        })
        .toBeGreaterThan(1.9 * hour)
    }
    await expect.poll(() => statusOf(idle.token)).toBe(401)
    await age(used, 2.1)
    await expect.poll(() => statusOf(used.token)).toBe(401)
  })

  test('end a year after their start, even when used', async () => {
    const year = 365 * 86_400
    const { token } = await login('holder')
    const { exp, iat, sessionId } = decodeJwt(token) as { exp: number; iat: number; sessionId: string }
    expect(exp - iat).toBeLessThanOrEqual(year)
    const createdAt = new Date(Date.now() - (year - 600) * 1000)
    const data = { createdAt, lastUsedAt: new Date(Date.now() - 3_600_000) }
    await server.resources.db.prisma.session.update({ where: { id: sessionId }, data })
    expect(await statusOf(token)).toBe(200)
    const { expiresAt } = await server.resources.db.prisma.session.findUniqueOrThrow({ where: { id: sessionId } })
    expect(expiresAt.getTime()).toBe(createdAt.getTime() + year * 1000)
  })

  test('record method, address and agent, and use updates lastSeenAt', async () => {
    const session = (await user.client.account.sessions()).find(({ current }) => current)
    expect(session).toMatchObject({ method: 'username', ip: '127.0.0.1', userAgent: 'node' })
    const before = (await user.client.account.profile()).lastSeenAt
    await login('holder')
    expect((await user.client.account.profile()).lastSeenAt).toBeGreaterThan(before)
  })
})
