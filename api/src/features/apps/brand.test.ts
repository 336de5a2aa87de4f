import type { BrandChanges, Client } from '@openauth/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pngOf } from '../../lib/pictures.testing.ts'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { playerBrandOf } from './brand.ts'

let server: TestServer
let admin: Client
let id: string
beforeAll(async () => {
  server = await testServer()
  admin = server.as(await signInAsAdmin(server))
  id = (await admin.apps.create({ name: 'Branded' })).id
})
afterAll(() => server.stop())

const update = async (brand: BrandChanges | null) => (await admin.apps.update({ id, brand })).brand

test('U15: a new app has no brand of its own, and its pages have the built-in names', async () => {
  const { brand, logoUrl } = await admin.apps.get({ id })
  expect(brand).toEqual({
    name: null,
    networkName: null,
    tokenName: null,
    gamesName: null,
    logoUrl: null,
    loginPictureUrl: null,
    bannerUrl: null,
    color: null,
    texts: {},
  })
  expect(playerBrandOf({ brand: {}, logoUrl })).toMatchObject({
    name: 'Sonic',
    networkName: 'SONIC MAINNET',
    tokenName: 'SONIC',
    gamesName: 'SONIC ECO',
  })
})

test('U15: omitted fields of a brand stay, and null clears', async () => {
  await update({ name: 'Acme', color: '#7DD3FC', texts: { login: { en: 'Hello', ru: 'Привет' } } })
  expect(await update({ networkName: 'ACME NET' })).toMatchObject({
    name: 'Acme',
    networkName: 'ACME NET',
    color: '#7DD3FC',
    texts: { login: { en: 'Hello', ru: 'Привет' } },
  })
  expect(await update({ color: null, texts: { play: { en: 'Play' } } })).toMatchObject({
    name: 'Acme',
    color: null,
    texts: { play: { en: 'Play' } },
  })
  expect(await update(null)).toMatchObject({ name: null, networkName: null, texts: {} })
})

test('U15: concurrent changes are all applied', async () => {
  await Promise.all([update({ name: 'One' }), update({ tokenName: 'TWO' }), update({ gamesName: 'Three' })])
  expect((await admin.apps.get({ id })).brand).toMatchObject({ name: 'One', tokenName: 'TWO', gamesName: 'Three' })
})

test('U15: an app that sets only its name has that name and its own logo everywhere', () => {
  expect(playerBrandOf({ brand: { name: 'Acme' }, logoUrl: 'https://cdn.example/a.png' })).toMatchObject({
    name: 'Acme',
    networkName: 'Acme',
    tokenName: 'Acme',
    gamesName: 'Acme',
    logoUrl: 'https://cdn.example/a.png',
  })
})

test.each<[string, BrandChanges, RegExp]>([
  ['a misspelt field', { colour: '#7DD3FC' } as BrandChanges, /colour/],
  ['a misspelt text', { texts: { logn: { en: 'Hello' } } } as BrandChanges, /logn/],
  ['a misspelt language', { texts: { login: { us: 'Hello' } } } as BrandChanges, /us/],
  ['markup in a name', { name: '<b>Acme</b>' }, /plain text/],
  ['markup in a text', { texts: { login: { en: '<script>alert(1)</script>' } } }, /plain text/],
  ['a long name', { name: 'x'.repeat(41) }, /at most 40/],
  ['a long text', { texts: { earn: { en: 'x'.repeat(201) } } }, /at most 200/],
  ['an empty text', { texts: { earn: { en: ' ' } } }, /must not be empty/],
  ['a control character', { texts: { earn: { en: 'a\u0007b' } } }, /control/],
  ['an invisible character in a name', { name: 'Ac\u200bme' }, /invisible/],
  ['a picture over http', { logoUrl: 'http://cdn.example/logo.png' }, /https/],
  ['a picture that is a script', { bannerUrl: 'javascript:alert(1)' }, /http/],
  ['a picture in the address', { loginPictureUrl: 'data:image/svg+xml,<svg/>' }, /http/],
  ['a colour that is none', { color: 'red; background: url(//evil)' }, /colour/],
  ['a colour that nobody could read', { color: '#332211' }, /too dark/],
])('U15: %s is refused and changes nothing', async (_, brand, message) => {
  const before = await admin.apps.get({ id })
  await expect(admin.apps.update({ id, brand })).rejects.toMatchObject({
    status: 400,
    issues: [{ message: expect.stringMatching(message) }],
  })
  expect(await admin.apps.get({ id })).toEqual(before)
})

test.each([
  ['an override of the direction', 'Win \u202Egnp.exe'],
  ['an isolate', '\u2067Play'],
  ['a mark of the direction', 'Play\u200F'],
  ['a blank without width', 'Pl\u200Bay'],
  ['a filler', 'Pl\u3164ay'],
])('U15: %s is refused in texts of a brand, in descriptions of apps and of dapps', async (_, text) => {
  const refused = { code: 'invalid_input', message: expect.stringContaining('invisible') }
  await expect(update({ texts: { login: { en: text } } })).rejects.toMatchObject(refused)
  await expect(admin.apps.update({ id, description: text })).rejects.toMatchObject(refused)
  const dapp = { name: 'Hidden', url: 'https://dapp.example/', description: text }
  await expect(admin.dapps.create(dapp)).rejects.toMatchObject(refused)
})

test('a server with an http public address takes its own pictures back, and no others over http', async () => {
  const plain = await testServer({ OPENAUTH_PUBLIC_URL: 'http://login.example' })
  onTestFinished(() => plain.stop())
  const { apps, pictures } = plain.as(await signInAsAdmin(plain))
  const { url } = await pictures.upload({ picture: pngOf(8, 8).toString('base64') })
  expect(url).toMatch(/^http:\/\/login\.example\/pictures\//)
  const { id } = await apps.create({ name: 'Over http' })
  const { brand } = await apps.update({ id, brand: { logoUrl: url, bannerUrl: url } })
  expect(brand).toMatchObject({ logoUrl: url, bannerUrl: url })
  expect((await apps.update({ id, brand })).brand).toEqual(brand)

  for (const other of [
    'http://login.example/logo.png',
    `http://login.example/pictures/${'0'.repeat(64)}.webp`,
    `http://cdn.example/pictures/${'0'.repeat(64)}.webp`,
    `${url}?size=2`,
  ])
    await expect(apps.update({ id, brand: { name: 'Refused', logoUrl: other } })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'brand.logoUrl must be an https address',
      issues: [{ path: 'brand.logoUrl', message: 'must be an https address' }],
    })
  expect((await apps.get({ id })).brand).toEqual(brand)
})
