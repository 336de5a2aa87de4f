import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mmdbOf } from '../../lib/mmdb.testing.ts'
import { openPlaces } from '../../lib/place-file.ts'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

const berlin = {
  country: { iso_code: 'DE', names: { en: 'Germany' } },
  city: { names: { en: 'Berlin', de: 'Berlin' } },
  location: { time_zone: 'Europe/Berlin' },
  postal: { code: 'post-10115' },
}
const records = {
  '203.0.113.0/24': berlin,
  '2001:db8:1::/48': {
    country: { iso_code: 'JP' },
    city: { names: { en: 'A long name of a city, of forty letters' } },
  },
  '100.64.0.0/10': { country_code: 'FR', city: 'Paris' },
  '198.51.100.0/25': { country: { iso_code: 'BR' } },
  '198.51.100.128/25': { country: { iso_code: 'de\0' }, city: { names: { en: 'Ber\0lin' } } },
  '192.0.2.64/28': { country: { iso_code: 'DE' }, city: { names: { en: '\u202EnilreB\u2066' } } },
  '192.0.2.80/28': { country: { iso_code: 'DE' }, city: { names: { en: 'Ber\u200Blin\n' } } },
  '192.0.2.96/28': { country_code: 'DE', city: ' ' },
  '192.0.2.112/28': { country_code: 'DE', city: `${'x'.repeat(99)}\u{1F3D9}` },
}

let folder: string
let server: TestServer
let token: string
let app: TestApp
const fileOf = async (name: string, content: Buffer | string) => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-places-'))
  server = await testServer({
    OPENAUTH_GEOIP_FILE: await fileOf('cities.mmdb', mmdbOf(records)),
    OPENAUTH_TRUSTED_PROXIES: '127.0.0.1',
  })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Places')
  await signInAs(server, app.id, 'ada')
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Logs in from an address, through a proxy that is trusted, and returns the new session as the user sees it. */
const logInFrom = async (address: string) => {
  const credentials = { appId: app.id, username: 'ada', password: 'password of ada', type: 'login' }
  const headers = { 'x-forwarded-for': address }
  const { body } = await server.send('POST', '/user/login-username', { body: credentials, headers })
  const sessions = await server.as(body.data.token).account.sessions()
  return sessions.find(({ current }) => current)!
}

test.each([
  ['203.0.113.9', 'DE', 'Berlin'],
  ['::ffff:203.0.113.9', 'DE', 'Berlin'],
  ['2001:db8:1::7', 'JP', 'A long name of a city, of forty letters'],
  ['100.64.0.1', 'FR', 'Paris'],
  ['198.51.100.1', 'BR', null],
  ['198.51.100.200', null, 'Berlin'],
  ['192.0.2.1', null, null],
  ['10.0.0.1, 203.0.113.9', 'DE', 'Berlin'],
])('a login from %s is a session in %s, %s', async (address, country, city) => {
  const session = await logInFrom(address)
  expect(session).toMatchObject({ country, city })
  const row = await server.resources.db.prisma.session.findUniqueOrThrow({ where: { id: session.id } })
  expect(row).toMatchObject({ country, city })
  expect(JSON.stringify(row)).not.toMatch(/Europe|post-|Germany/)
})

test.each([
  ['a change of direction', '192.0.2.64', 'nilreB'],
  ['an invisible character and a new line', '192.0.2.80', 'Berlin'],
  ['nothing but a space', '192.0.2.96', null],
  ['more than 100 UTF-16 units', '192.0.2.112', 'x'.repeat(99)],
])('the name of a city with %s is shown without', async (_, address, city) => {
  expect(await logInFrom(address)).toMatchObject({ country: 'DE', city })
})

test('operators, partners and the export of a user see the place too', async () => {
  const { id } = await logInFrom('203.0.113.9')
  const { id: userId } = (await server.as(token).users.list({ appId: app.id })).data[0]!
  const lists = [
    await server.as(token).users.sessions({ appId: app.id, id: userId }),
    await app.client.appUsers.sessions({ id: userId }),
    (await server.as(token).users.export({ appId: app.id, id: userId })).sessions,
  ]
  for (const list of lists)
    expect(list.find((session) => session.id === id)).toMatchObject({ country: 'DE', city: 'Berlin' })
})

test.each([
  ['an array of 100,000 values', { more: Array.from({ length: 100_000 }, () => '') }],
  ['a text of 100,000 bytes', { more: 'x'.repeat(100_000) }],
])('a record with %s is not read: it has no place, and others have theirs', async (_, more) => {
  const big = { country: { iso_code: 'DE' }, city: { names: { en: 'Berlin' } }, ...more }
  const findPlace = await openPlaces(await fileOf('big.mmdb', mmdbOf({ ...records, '203.0.113.0/24': big })))
  expect(findPlace('203.0.113.9')).toEqual({ country: null, city: null })
  expect(findPlace('198.51.100.1')).toEqual({ country: 'BR', city: null })
  expect(findPlace('100.64.0.1')).toEqual({ country: 'FR', city: 'Paris' })
})

test('a file whose record of a large network is too large is refused when the server starts', async () => {
  const big = { country_code: 'US', more: Array.from({ length: 100_000 }, () => '') }
  const opened = openPlaces(await fileOf('large.mmdb', mmdbOf({ '8.0.0.0/8': big })))
  await expect(opened).rejects.toThrow('a record in it is too large')
})

test('a file that is damaged in a part says so for no address of the others, and prevents no login', async () => {
  const bytes = mmdbOf(records)
  bytes.fill(0xff, bytes.indexOf('Berlin') - 12, bytes.indexOf('Berlin'))
  const findPlace = await openPlaces(await fileOf('damaged.mmdb', bytes))
  expect(findPlace('203.0.113.9').city).toBeNull()
  expect(findPlace('198.51.100.1')).toEqual({ country: 'BR', city: null })
  for (const text of ['not an address', '198.51.100.1<script>', '198.51.100', '0xc6.51.100.1', '198.51.100.1:443'])
    expect(findPlace(text)).toEqual({ country: null, city: null })
})
