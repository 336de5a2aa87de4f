import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mmdbOf } from '../../lib/mmdb.testing.ts'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { deviceLoginsOf } from '../device-logins/device-logins.testing.ts'

const password = 'long enough to log in'
let folder: string
let server: TestServer
let owner: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-admin-places-'))
  const file = join(folder, 'cities.mmdb')
  const berlin = { country: { iso_code: 'DE' }, city: { names: { en: 'Berlin' } } }
  await writeFile(file, mmdbOf({ '203.0.113.0/24': berlin }))
  server = await testServer({ OPENAUTH_GEOIP_FILE: file, OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' })
  owner = await signInAsAdmin(server)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Creates an admin, who logs in so many times. */
const newAdmin = async (username: string, role: 'owner' | 'viewer', logins = 1) => {
  const { id } = await server.as(owner).admins.create({ username, password, role })
  const tokens: string[] = []
  for (let count = 0; count < logins; count += 1)
    tokens.push((await server.as().setup.login({ username, password })).token)
  return { id, tokens }
}
const isSignedIn = async (token: string) => (await server.send('GET', '/admin/me', { token })).status === 200

test('a login has its place, and so has one by a code that was approved', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await newAdmin('traveller', 'owner', 0)
  const login = { body: { username: 'traveller', password }, headers }
  const { token } = (await server.send('POST', '/admin/login', login)).body.data
  const logins = deviceLoginsOf(server, token)
  const { deviceCode, userCode } = await logins.start('laptop')
  await logins.approve(userCode)
  await server.send('POST', '/admin/device-logins/token', { body: { deviceCode }, headers })
  const { id } = await server.as(token).setup.whoami()
  const { data } = await server.as(token).adminSessions.list({ adminId: id })
  expect(data.map(({ country, city, deviceName }) => [country, city, deviceName])).toEqual(
    expect.arrayContaining([
      ['DE', 'Berlin', null],
      ['DE', 'Berlin', 'laptop'],
    ]),
  )
  expect(data).toHaveLength(2)
})

test('an admin ends all own sessions but the one in use; those of others stay', async () => {
  const { id, tokens } = await newAdmin('many', 'viewer', 3)
  const [current, ...others] = tokens
  expect(await server.as(current).adminSessions.revokeOthers({})).toEqual({ ended: 2 })
  expect(await Promise.all([current!, ...others, owner].map(isSignedIn))).toEqual([true, false, false, true])
  const [line] = (await server.as(owner).audit.list({ action: 'admin-session.revoke-others' })).data
  expect(line).toMatchObject({ targetId: String(id), details: { ended: 2 } })
})

test('nobody but an owner ends the sessions of another admin, or sees them', async () => {
  const victim = await newAdmin('victim', 'viewer')
  const { tokens } = await newAdmin('nosy', 'viewer')
  const nosy = server.as(tokens[0])
  expect((await nosy.adminSessions.list({ adminId: victim.id })).data).toEqual([])
  await expect(nosy.adminSessions.revokeOthers({ adminId: victim.id })).rejects.toMatchObject({
    status: 403,
    code: 'role_too_low',
  })
  expect(await isSignedIn(victim.tokens[0]!)).toBe(true)
  expect((await server.as(owner).adminSessions.list({ adminId: victim.id })).data).toHaveLength(1)
  expect(await server.as(owner).adminSessions.revokeOthers({ adminId: victim.id })).toEqual({ ended: 1 })
  expect(await Promise.all([victim.tokens[0]!, owner].map(isSignedIn))).toEqual([false, true])
  await expect(server.as(owner).adminSessions.revokeOthers({ adminId: 999_999 })).rejects.toMatchObject({
    code: 'admin_not_found',
  })
})
