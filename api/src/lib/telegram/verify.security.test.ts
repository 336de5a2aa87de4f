import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type TelegramBot, verifyTelegramData } from './verify.ts'

const TOKEN = '7000000001:AAF-not-a-real-token'
const NOW = Date.UTC(2026, 10, 26)
const SECONDS = NOW / 1000
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const telegramKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const bot = (more: Partial<TelegramBot> = {}): TelegramBot => ({
  token: TOKEN,
  id: null,
  publicKey: telegramKey,
  maxAge: 86_400,
  ...more,
})
const withId = bot({ token: null, id: '7000000001' })

type Fields = Record<string, string>
const user = JSON.stringify({
  id: 42,
  first_name: 'Ada',
  last_name: 'King',
  username: 'ada',
  photo_url: 'https://t.me/a',
})
const miniApp = (more: Fields = {}): Fields => ({ auth_date: String(SECONDS - 10), query_id: 'q', user, ...more })
const widget = (more: Fields = {}): Fields => ({
  auth_date: String(SECONDS - 10),
  id: '42',
  first_name: 'Ada',
  ...more,
})

const lines = (fields: Fields) =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')
const appKey = createHmac('sha256', 'WebAppData').update(TOKEN).digest()
const widgetKey = createHash('sha256').update(TOKEN).digest()
const hashed = (fields: Fields, key = appKey): Fields => ({ ...fields, hash: hmac(key, lines(fields)) })
const signed = (fields: Fields, botId = '7000000001', by = privateKey): Fields => ({
  ...fields,
  signature: sign(null, Buffer.from(`${botId}:WebAppData\n${lines(fields)}`), by).toString('base64url'),
})
const query = (fields: Fields) => new URLSearchParams(fields).toString()
const verify = (fields: Fields, own = bot()) => verifyTelegramData(query(fields), own, NOW)
const refused = (reason: string, message: RegExp) =>
  expect.objectContaining({ reason, message: expect.stringMatching(message) })
const NOT_GENUINE = refused('invalid', /its signature is not valid for the bot of this app/)

describe('control: genuine data', () => {
  test('of a mini-app, by the hash, by Telegram’s signature, and as fields', () => {
    const person = { id: '42', name: 'Ada King', photoUrl: 'https://t.me/a' }
    expect(verify(hashed(miniApp()))).toMatchObject({ user: person, authDate: new Date(NOW - 10_000) })
    expect(verify(signed(miniApp()), withId).user).toEqual(person)
    expect(verify(signed(miniApp()), bot()).user).toEqual(person)
    // Telegram sends both: who has no token leaves the hash out of what is signed.
    expect(verify(hashed(signed(miniApp())), withId).user).toEqual(person)
    expect(verifyTelegramData(hashed(miniApp()), bot(), NOW).user).toEqual(person)
  })

  test('of the widget, whose fields are the user', () => {
    const fields = hashed(widget(), widgetKey)
    expect(verify(fields).user).toEqual({ id: '42', name: 'Ada', photoUrl: null })
    expect(verifyTelegramData({ ...fields, id: 42, auth_date: SECONDS - 10 }, bot(), NOW).user.id).toBe('42')
  })

  test.each([
    [{ id: 1, first_name: 'A', last_name: 'B', username: 'c' }, 'A B'],
    [{ id: 1, last_name: 'B', username: 'c' }, 'B'],
    [{ id: 1, username: 'c' }, 'c'],
    [{ id: 1, first_name: '', username: 'c' }, 'c'],
    [{ id: '18446744073709551615' }, null],
  ])('the name of %j is %j', (person, name) => {
    expect(verify(hashed(miniApp({ user: JSON.stringify(person) }))).user.name).toBe(name)
  })

  test('the fingerprint is of the data, whoever passes it and however it is signed', () => {
    const { fingerprint } = verify(hashed(miniApp()))
    expect(fingerprint).toMatch(/^[\w-]{43}$/)
    const reversed = Object.fromEntries(Object.entries(hashed(miniApp())).toReversed())
    expect(verify(reversed).fingerprint).toBe(fingerprint)
    expect(verify(signed(miniApp()), withId).fingerprint).toBe(fingerprint)
    expect(verify(hashed(signed(miniApp()))).fingerprint).toBe(fingerprint)
    expect(verify(hashed(miniApp({ query_id: 'r' }))).fingerprint).not.toBe(fingerprint)
  })
})

describe('forged data', () => {
  const otherKey = createHmac('sha256', 'WebAppData').update('7000000002:other').digest()
  const cases: [string, Fields, TelegramBot?][] = [
    ['a changed field', { ...hashed(miniApp()), query_id: 'changed' }],
    ['another field', { ...hashed(miniApp()), start_param: 'x' }],
    ['a hash of another bot', hashed(miniApp(), otherKey)],
    ['the key of the widget', hashed(miniApp(), widgetKey)],
    ['a widget with the key of mini-apps', hashed(widget())],
    ['a short hash', { ...miniApp(), hash: hashed(miniApp())['hash']!.slice(0, 62) }],
    ['a long hash', { ...miniApp(), hash: `${hashed(miniApp())['hash']}00` }],
    ['a hash with a letter before it', { ...miniApp(), hash: `x${hashed(miniApp())['hash']}` }],
    ['an empty hash', { ...miniApp(), hash: '' }],
    ['neither hash nor signature', miniApp()],
    ['a widget without a hash', widget()],
    ['a wrong hash beside Telegram’s signature', { ...signed(miniApp()), hash: '0'.repeat(64) }],
    ['a signature for another bot', signed(miniApp(), '7000000002'), withId],
    ['a signature of somebody', signed(miniApp(), '7000000001', generateKeyPairSync('ed25519').privateKey), withId],
    ['a changed field below a signature', { ...signed(miniApp()), query_id: 'changed' }, withId],
    ['a cut signature', { ...signed(miniApp()), signature: signed(miniApp())['signature']!.slice(0, 80) }, withId],
    ['a signature, and an app without a bot', signed(miniApp()), bot({ token: null })],
    ['a widget, and an app without the bot’s token', hashed(widget(), widgetKey), withId],
  ]
  test.each(cases)('%s is refused', (_, fields, own) => {
    expect(() => verify(fields, own)).toThrow(NOT_GENUINE)
  })

  test('a hash in capitals is the same hash', () => {
    expect(verify({ ...miniApp(), hash: hashed(miniApp())['hash']!.toUpperCase() }).user.id).toBe('42')
  })

  test('a field twice is refused, which two readers could read as two values', () => {
    const twice = `${query(hashed(miniApp()))}&user=${encodeURIComponent(user)}`
    expect(() => verifyTelegramData(twice, bot(), NOW)).toThrow(refused('invalid', /the field user occurs twice/))
    const long = `${'k'.repeat(40)}=1&${'k'.repeat(40)}=2`
    expect(() => verifyTelegramData(long, bot(), NOW)).toThrow(refused('invalid', /the field k{32} occurs twice/))
  })

  test.each<Fields>([{ 'a\nb': 'x' }, { 'a=b': 'x' }, { a: 'x\ny' }])(
    'a field that moves the lines of what is signed: %j',
    (more) => {
      expect(() => verify(hashed(miniApp(more)))).toThrow(refused('invalid', /a field is malformed/))
    },
  )
})

describe('stale data', () => {
  const at = (seconds: number) => hashed(miniApp({ auth_date: String(seconds) }))
  test.each([SECONDS - 86_400, SECONDS + 60])('of %i is accepted', (seconds) => {
    expect(verify(at(seconds)).authDate.getTime()).toBe(seconds * 1000)
  })
  test('older than the app allows is expired, and of the future is invalid', () => {
    expect(() => verify(at(SECONDS - 86_401))).toThrow(refused('expired', /older than 86400 seconds/))
    expect(() => verify(at(SECONDS + 61))).toThrow(refused('invalid', /in the future/))
  })
  test.each(['', '-1', '1e9', '0x10', ' 1', '1 ', '1234567890123', 'NaN'])('with the time %j has none', (time) => {
    expect(() => verify(hashed(miniApp({ auth_date: time })))).toThrow(refused('invalid', /has no auth_date/))
  })
  test('without a time has none', () => {
    const { auth_date: _, ...timeless } = miniApp()
    expect(() => verify(hashed(timeless))).toThrow(refused('invalid', /has no auth_date/))
  })
})

describe('a user that is none', () => {
  test('no JSON is refused as such', () => {
    expect(() => verify(hashed(miniApp({ user: '{' })))).toThrow(refused('invalid', /user is not JSON/))
  })
  test.each([
    'null',
    '[]',
    '{}',
    '{"id":0}',
    '{"id":-1}',
    '{"id":1.5}',
    '{"id":"01"}',
    '{"id":"x1"}',
    '{"id":"1x"}',
    '{"id":"123456789012345678901"}',
    '{"id":1,"first_name":7}',
  ])('%s is refused', (text) => {
    expect(() => verify(hashed(miniApp({ user: text })))).toThrow(refused('invalid', /it contains no user/))
  })
})
