import { ApiError } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { contentBase, odysseyTaskUrl } from '../src/config/sites.ts'
import { pickDateLocale } from '../src/i18n/i18n.ts'
import { pickLocale } from '../src/i18n/locales.ts'
import {
  decimalMarkOf,
  formatAmount,
  formatNumber,
  formatUnits,
  shortenAddress,
  toLamports,
} from '../src/lib/format.ts'
import { fieldErrorOf } from '../src/components/field-errors.ts'
import { foreignNetworkOf } from '../src/features/wallet/send/foreign-address.ts'
import { parentOf } from '../src/lib/parent-of.ts'
import { isInternalPath, safeHref } from '../src/lib/safe-link.ts'
import { isSolanaAddress } from '../src/lib/solana-address.ts'
import { hasTabBar, sectionOf } from '../src/app/sections.ts'
import { inviteLink } from '../src/features/referral/invite-link.ts'
import { errorText } from '../src/session/login/error-text.ts'
import { totalRewards } from '../src/session/rewards.ts'

describe('numbers', () => {
  test.each([
    [undefined, '-'],
    [Number.NaN, '-'],
    [Infinity, '-'],
    ['12', '-'],
    [1.239, '1.23'],
    [0.29, '0.2900'],
    [0.123459, '0.1234'],
    [1e-7, '0.0000'],
    [999_999.999, '999,999.99'],
    [1_000_000.9, '1,000,000'],
    [1e21, '1,000,000,000,000,000,000,000'],
    [-1.239, '-1.23'],
  ])('%s is shown as %s', (value, shown) => expect(formatNumber(value)).toBe(shown))

  test.each([
    [0n, 9, '0.000000000', '0'],
    [1n, 9, '0.000000001', '0.000000001'],
    [1_500_000_000n, 9, '1.500000000', '1.5'],
    [-250_000_000n, 9, '-0.250000000', '-0.25'],
    [100n, 0, '100', '100'],
  ])('%s units of %s decimals', (units, decimals, full, short) => {
    expect(formatUnits(units, decimals)).toBe(full)
    expect(formatAmount(units, decimals)).toBe(short)
  })

  test.each([
    ['1', 1_000_000_000n],
    ['0.29', 290_000_000n],
    ['.5', 500_000_000n],
    ['1e-3', 1_000_000n],
    ['1.0000000019', 1_000_000_001n],
    ['18446744073.709551616', 18_446_744_073_709_551_616n],
  ])('%s SOL is parsed to lamports', (text, lamports) => expect(toLamports(text)).toBe(lamports))

  test.each(['', '0', '-1', '1,5,', 'abc', '0x10', '1e', 'NaN', '0.0000000001', ' ', '.', '1'.repeat(100)])(
    '%s is no amount',
    (text) => expect(toLamports(text)).toBeUndefined(),
  )

  test.each([
    ['0,5', 'en-GB', 500_000_000n],
    ['0,5', 'ru-RU', 500_000_000n],
    [',5', 'en-GB', 500_000_000n],
    ['1,25', 'en-GB', 1_250_000_000n],
    ['1,250', 'es-ES', 1_250_000_000n],
    ['1,250', 'en-GB', undefined],
    ['0.5', 'ru-RU', 500_000_000n],
    ['1,234.5', 'en-GB', 1_234_500_000_000n],
    ['1.234,5', 'es-ES', 1_234_500_000_000n],
    ['1\u00A0234,5', 'ru-RU', 1_234_500_000_000n],
    ['1,000,000', 'en-GB', 1_000_000_000_000_000n],
    ['1,2,3', 'ru-RU', undefined],
  ])('U1: %s is read on a device in %s', (text, locale, lamports) =>
    expect(toLamports(text, decimalMarkOf(locale))).toBe(lamports),
  )

  test('a verified invitation earns 2000 points', () => expect(totalRewards(3)).toBe(6000))
})

test('addresses are shown by 12 characters of each end', () => {
  expect(shortenAddress('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')).toBe('9xQeWvG816bU...rpZb9PusVFin')
  expect(shortenAddress('short')).toBe('short')
})

test.each([
  ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', true],
  ['11111111111111111111111111111111', true],
  ['1'.repeat(33), false],
  ['0xde709f2102306220921060314715629080e2fb77', false],
  ['l'.repeat(44), false],
  ['', false],
])('%s is a public key: %s', (text, is) => expect(isSolanaAddress(text)).toBe(is))

test.each([
  ['0xde709f2102306220921060314715629080e2fb77', 'ethereum'],
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'polkadot'],
  ['kGkLEU3e3XXkJp2WK4eNpVmSab5xUNL9QtmLPh8QfCL2EgotW', 'polkadot'],
  ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFi', undefined],
  ['nobody', undefined],
])('%s looks like an address of %s', (text, network) => expect(foreignNetworkOf(text)).toBe(network))

test.each([
  [{}, '', 'field.empty'],
  [{ min: 3 }, '', 'field.empty'],
  [{ min: 3 }, 'ab', 'field.short'],
  [{ min: 3 }, 'abc', undefined],
  [{ format: 'email' }, 'ann', 'field.email'],
  [{ format: 'email' }, 'ann@example', 'field.email'],
  [{ format: 'email' }, 'ann@example.com', undefined],
  [{ format: 'code' }, '12345', 'field.code'],
  [{ format: 'code' }, '123456', undefined],
] as const)('a field with the rule %j and the text "%s" has the error %s', (rule, text, id) =>
  expect(fieldErrorOf(rule, text)?.id).toBe(id),
)

describe('the address of the content service', () => {
  const site = { url: 'https://cms.example.com/api/', stagingUrl: 'https://staging.example.com/api' }
  const place = (hostname: string) => ({ hostname, origin: `https://${hostname}` })
  test.each([
    ['play.example.com', '', 'https://cms.example.com/api'],
    ['dev.example.com', '', 'https://staging.example.com/api'],
    ['localhost', '', 'https://staging.example.com/api'],
    ['127.0.0.1', '', 'https://staging.example.com/api'],
    ['localhost', 'strapi=prod', 'https://cms.example.com/api'],
    ['localhost', 'strapi=else', 'https://staging.example.com/api'],
  ])('on %s with query "%s" it is %s', (hostname, query, base) => {
    expect(contentBase(site, place(hostname), new URLSearchParams(query))).toBe(base)
  })

  test('the Odyssey site is the staging site where the origin contains dev', () => {
    expect(odysseyTaskUrl(site, place('dev.example.com'))).toBe('https://staging.example.com/api/task/play-on-sonicx')
    expect(odysseyTaskUrl(site, place('localhost'))).toBe('https://cms.example.com/api/task/play-on-sonicx')
  })
})

describe('untrusted links', () => {
  test.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'https://user:pass@example.com',
    '//example.com',
    '',
    null,
    `https://example.com/${'a'.repeat(3000)}`,
  ])('%.60s is refused', (address) => expect(safeHref(address)).toBeUndefined())

  test('web addresses are accepted', () =>
    expect(safeHref(' https://example.com/a?b ')).toBe('https://example.com/a?b'))

  test.each([
    ['/earn', true],
    ['/wallet/send?address=x', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['/a\\b', false],
    ['/a\u0000', false],
    ['https://evil.example', false],
    ['', false],
  ])('%s is a page of this app: %s', (address, is) => expect(isInternalPath(address)).toBe(is))
})

test.each([
  ['/earn', 'earn', true],
  ['/wallet/send', 'wallet', true],
  ['/dapp', 'wallet', true],
  ['/referral', 'referral', true],
  ['/leaderboard', 'leaderboard', true],
  ['/game', 'default', true],
  ['/login', 'default', false],
  ['/privacy', 'default', false],
  ['/home', 'default', false],
] as const)('%s has the artwork of %s, tabs: %s', (path, section, tabs) => {
  expect(sectionOf(path)).toBe(section)
  expect(hasTabBar(path, new URLSearchParams())).toBe(tabs)
  expect(hasTabBar(path, new URLSearchParams('no_tabbar'))).toBe(false)
})

test.each([
  ['/earn', undefined],
  ['/game', '/earn'],
  ['/dapp', '/earn'],
  ['/wallet', undefined],
  ['/wallet/send', '/wallet'],
])('the page above %s is %s', (path, parent) => expect(parentOf(path)).toBe(parent))

test('errors that players meet are told by the page, others by the server', () => {
  const textOf = (code: string) => errorText(new ApiError(503, { code, message: 'As the server says it' }))
  expect(textOf('mail_unavailable')).toBe('The e-mail could not be sent. Try again in a moment.')
  expect(textOf('policy_refused')).toBe('As the server says it')
})

test('the language is the first wanted one with messages', () => {
  expect(pickLocale([null, undefined, 'xx', 'ru-RU', 'es'])).toBe('ru')
  expect(pickLocale(['zh-Hans-CN'])).toBe('zh')
  expect(pickLocale(['constructor', 'fr'])).toBe('en')
})

test('an invite link is the origin with the refer code', () => {
  expect(inviteLink('https://play.example.com', 'ABCD1234')).toBe('https://play.example.com/?refer_code=ABCD1234')
})

describe('a language tag that Intl refuses, as Chromium reports where the system has no locale set', () => {
  const invalid = 'en-US@posix'

  test('dates are written by the next tag of the language, or by the language', () => {
    expect(() => new Intl.DateTimeFormat(invalid)).toThrow(RangeError)
    expect(pickDateLocale('en', [invalid, 'en-GB'])).toBe('en-GB')
    expect(pickDateLocale('en', [invalid])).toBe('en')
    expect(pickDateLocale('ru', ['en-GB', 'ru-RU'])).toBe('ru-RU')
  })

  test('amounts are still parsed', () => expect(toLamports('0.5', decimalMarkOf(invalid))).toBe(500_000_000n))
})
