import { createPublicKey } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let app: TestApp
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Signing keys')
  await signInAs(server, app.id, 'holder')
})
afterAll(() => server.stop())

const statusOf = async (token: string) => (await server.send('GET', '/user/profile', { token })).status
const login = (username: string) =>
  server.as().login.username({ appId: app.id, username, password: `password of ${username}` })

describe('signing keys', () => {
  test('the JWKS verifies tokens before, during and after a rotation', async () => {
    const admin = server.as(adminToken)
    const jwks = () => createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`))
    const before = await login('holder')
    const [first] = await admin.signingKeys.list()
    const next = await admin.signingKeys.rotate({ overlapSeconds: 3600 })
    expect(next.status).toBe('next')
    const during = await login('holder')
    expect(decodeProtectedHeader(during.token).kid).toBe(first!.kid)
    const now = await admin.signingKeys.rotate({ overlapSeconds: 0 })
    expect(now.status).toBe('current')
    const after = await login('holder')
    expect(decodeProtectedHeader(after.token).kid).toBe(now.kid)
    for (const { token } of [before, during, after]) {
      expect(await statusOf(token)).toBe(200)
      await jwtVerify(token, jwks(), { algorithms: ['EdDSA'], issuer: 'openauth', audience: app.id })
    }
    expect((await admin.signingKeys.list()).map(({ status }) => status)).toEqual(['next', 'current', 'previous'])
    const { jwtSecret } = await admin.apps.secret({ id: app.id })
    await jwtVerify(after.token, createPublicKey(jwtSecret))
  })

  test('the key set has no private part, and the database has none in plain text', async () => {
    const { body } = await server.send('GET', '/.well-known/jwks.json')
    for (const key of body.keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const rows = await server.resources.db.prisma.signingKey.findMany()
    for (const { sealedPrivate } of rows)
      expect(Buffer.from(sealedPrivate).toString('latin1')).not.toContain('PRIVATE KEY')
  })
})
