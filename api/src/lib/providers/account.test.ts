import { expect, test } from 'vitest'
import { AccountId, createAvatarUrl, displayNameOf, verifiedEmail } from './account.ts'
import { providerAddresses } from './addresses.ts'

test.each<[unknown, string | null]>([
  ['Player One', 'Player One'],
  ['  Ｐｌａｙｅｒ　Ｏｎｅ  ', 'Player One'],
  ['e\u0301', 'é'],
  ['a\u0000b\u001bc\u202Ed\u200B\u2028e\u00ADf', 'abcdef'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['\u200B\u2060', null],
  ['\uD800', null],
  ['', null],
  [undefined, null],
  [null, null],
  [7, null],
  [{ toString: () => 'x' }, null],
])('a display name: %j', (value, name) => {
  expect(displayNameOf(value)).toBe(name)
})

test('a display name is truncated to 64 UTF-16 units without splitting a character', () => {
  expect(displayNameOf('x'.repeat(100_000))).toBe('x'.repeat(64))
  expect(displayNameOf(`${'x'.repeat(63)}😀`)).toBe('x'.repeat(63))
  expect(displayNameOf('😀'.repeat(40))).toBe('😀'.repeat(32))
  expect(displayNameOf(`${'x'.repeat(63)} y`)).toBe('x'.repeat(63))
  // One ligature of NFKC becomes 18 characters.
  expect(displayNameOf('\uFDFA'.repeat(64))!.length).toBeLessThanOrEqual(64)
})

const loopback = { ...providerAddresses, discordCdn: 'http://127.0.0.1:1234/cdn.discordapp.com' }

test.each<[unknown, string | null]>([
  ['https://example.com/a.png?x=1', 'https://example.com/a.png?x=1'],
  ['HTTPS://EXAMPLE.com/a b', 'https://example.com/a%20b'],
  ['http://127.0.0.1:1234/x.png', 'http://127.0.0.1:1234/x.png'],
  ['http://127.0.0.1:1235/x.png', null],
  ['http://example.com/a.png', null],
  ['javascript:alert(1)', null],
  ['data:image/svg+xml,<svg onload=alert(1)>', null],
  ['https://user:pw@example.com/', null],
  ['//example.com/a.png', null],
  ['a.png', null],
  [`https://example.com/${'x'.repeat(2048)}`, null],
  [`https://example.com/${'ä'.repeat(1000)}`, null],
  ['', null],
  [null, null],
  [['https://example.com/'], null],
])('an avatar: %j', (value, url) => {
  expect(createAvatarUrl(Object.values(loopback))(value)).toBe(url)
})

test('the real addresses accept no http avatar', () => {
  expect(createAvatarUrl(Object.values(providerAddresses))('http://cdn.discordapp.com/a.png')).toBeNull()
})

test.each<[unknown, unknown, string | null]>([
  ['Player.One@Example.COM', true, 'player.one@example.com'],
  ['player@example.com', 'true', 'player@example.com'],
  ['player@example.com', false, null],
  ['player@example.com', 'false', null],
  ['player@example.com', 1, null],
  ['player@example.com', undefined, null],
  ['no address', true, null],
  ['a@b.com, c@d.com', true, null],
  ['pl\u200Bayer@example.com', true, null],
  [['player@example.com'], true, null],
  [undefined, true, null],
])('an e-mail address: %j verified %j', (email, verified, expected) => {
  expect(verifiedEmail(email, verified)).toBe(expected)
})

test('ids are strings, whatever their JSON type', () => {
  expect(AccountId.parse(583231)).toBe('583231')
  expect(AccountId.parse('00583231')).toBe('00583231')
  for (const value of [
    '',
    ' ',
    'a b',
    'ä',
    'x'.repeat(256),
    1.5,
    2 ** 53,
    Number.NaN,
    null,
    undefined,
    {},
    ['1'],
    true,
  ])
    expect(AccountId.safeParse(value).success).toBe(false)
})
