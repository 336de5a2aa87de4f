import { describe, expect, test } from 'vitest'
import { colorOf, isDark } from './colors.ts'
import { HostError } from './errors.ts'
import { invoiceSlug, telegramPath, webLink } from './links.ts'
import {
  botData,
  colorOrKey,
  impactStyle,
  inlineQuery,
  mainButtonParams,
  notificationType,
  popupParams,
  scanText,
} from './validate-params.ts'

const long = (length: number) => 'x'.repeat(length)
const codeOf = (action: () => unknown): string => {
  try {
    action()
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(HostError)
    expect((error as HostError).name).toBe((error as HostError).code)
    return (error as HostError).code
  }
}
/** A value that JavaScript can pass and the types forbid. */
const wrong = (value: unknown) => value as never

describe('the main button', () => {
  test.each([' ', '', long(65)])('refuses the text %j', (text) => {
    expect(codeOf(() => mainButtonParams({ text }))).toBe('WebAppMainButtonParamInvalid')
  })
  test('trims the text to 64 characters at most, and normalizes colours', () => {
    expect(mainButtonParams({ text: ` ${long(64)} `, color: '#FB0', textColor: 'rgb(1, 2, 255)' })).toMatchObject({
      text: long(64),
      color: '#ffbb00',
      textColor: '#0102ff',
    })
  })
  test('refuses invalid colours', () => {
    expect(codeOf(() => mainButtonParams({ color: 'red' }))).toBe('WebAppMainButtonParamInvalid')
    expect(codeOf(() => mainButtonParams({ textColor: '' }))).toBe('WebAppMainButtonParamInvalid')
  })
})

describe('popups', () => {
  const message = 'm'
  const button = { text: 'b' }
  test.each([
    { message: ' ' },
    { message: long(257) },
    { message, title: long(65) },
    { message, buttons: [] },
    { message, buttons: [button, button, button, button] },
    { message, buttons: [{ ...button, id: long(65) }] },
    { message, buttons: [{ type: 'default' }] },
    { message, buttons: [{ type: 'destructive', text: long(65) }] },
    { message, buttons: [{ type: 'reset', text: 'x' }] },
  ])('refuses %j', (params) => {
    expect(codeOf(() => popupParams(wrong(params)))).toBe('WebAppPopupParamInvalid')
  })
  test('accepts the longest title, message, button id and text', () => {
    const buttons = [{ type: 'destructive' as const, id: long(64), text: long(64) }, { type: 'ok' as const }, button]
    expect(popupParams({ title: ` ${long(64)}`, message: `${long(256)} `, buttons })).toEqual({
      title: long(64),
      message: long(256),
      buttons: [buttons[0], { id: '', type: 'ok' }, { id: '', type: 'default', text: 'b' }],
    })
  })
  test('has one close button where none is given', () => {
    expect(popupParams({ message }).buttons).toEqual([{ id: '', type: 'close' }])
  })
})

test('data for the bot has 1 to 4096 bytes', () => {
  expect(botData('é'.repeat(2048))).toHaveLength(2048)
  expect(codeOf(() => botData(`é${'é'.repeat(2048)}`))).toBe('WebAppDataInvalid')
  expect(codeOf(() => botData(''))).toBe('WebAppDataInvalid')
})

test('inline queries have at most 256 characters and known chat types', () => {
  expect(inlineQuery(long(256), ['users', 'users', 'bots'])).toEqual({
    query: long(256),
    chat_types: ['users', 'bots'],
  })
  expect(codeOf(() => inlineQuery(long(257), []))).toBe('WebAppInlineQueryInvalid')
  expect(codeOf(() => inlineQuery('', [wrong('friends')]))).toBe('WebAppInlineChooseChatTypeInvalid')
  expect(codeOf(() => inlineQuery('', wrong('users')))).toBe('WebAppInlineChooseChatTypesInvalid')
})

test('the text above the scanner has at most 64 characters', () => {
  expect([scanText(), scanText(' '), scanText(long(64))]).toEqual([{}, {}, { text: long(64) }])
  expect(codeOf(() => scanText(long(65)))).toBe('WebAppScanQrPopupParamInvalid')
})

test('haptics accept known styles and types only', () => {
  for (const style of ['light', 'medium', 'heavy', 'rigid', 'soft'] as const) expect(impactStyle(style)).toBe(style)
  for (const type of ['error', 'success', 'warning'] as const) expect(notificationType(type)).toBe(type)
  expect(codeOf(() => impactStyle(wrong('hard')))).toBe('WebAppHapticImpactStyleInvalid')
  expect(codeOf(() => notificationType(wrong('info')))).toBe('WebAppHapticNotificationTypeInvalid')
})

describe('links', () => {
  test.each(['javascript:alert(1)', 'tg://resolve?domain=x', '/earn', '', 'https://'])('%s is no web link', (link) => {
    expect(codeOf(() => webLink(link))).toBe('WebAppTgUrlInvalid')
  })
  test.each([
    'https://telegram.me/x',
    'https://t.me.evil.example/x',
    'https://t.me@evil.example',
    'https://t.me:8443/x',
  ])('%s is not on t.me', (link) => expect(codeOf(() => telegramPath(link))).toBe('WebAppTgUrlInvalid'))
  test('path and query of a t.me link are sent', () => {
    expect(telegramPath('http://T.me/bot/app?startapp=X#y')).toBe('/bot/app?startapp=X')
  })
  test.each([
    ['https://t.me/$ab_C-1=', 'ab_C-1='],
    ['https://t.me/invoice/abc', 'abc'],
  ])('%s is an invoice link', (link, slug) => expect(invoiceSlug(link)).toBe(slug))
  test.each([
    'https://t.me/abc',
    'https://t.me/$',
    'https://t.me/$a/b',
    'https://evil.example/$abc',
    'tg://t.me/$abc',
    '',
  ])('%s is no invoice link', (link) => expect(codeOf(() => invoiceSlug(link))).toBe('WebAppInvoiceUrlInvalid'))
})

describe('colours', () => {
  test.each([
    ['#AbC', '#aabbcc'],
    [' #AABBCC ', '#aabbcc'],
    ['rgba(0,15,255,0.5)', '#000fff'],
    ['rgb(256,0,0)', undefined],
    ['#abcd', undefined],
    ['hsl(1,1%,1%)', undefined],
    [7, undefined],
  ])('%j is parsed to %j', (given, color) => expect(colorOf(given)).toBe(color))

  test('keys of the theme are accepted where Telegram accepts them', () => {
    expect(colorOrKey('secondary_bg_color', 'WebAppHeaderColorInvalid')).toBe('secondary_bg_color')
    expect(codeOf(() => colorOrKey('text_color', 'WebAppHeaderColorInvalid'))).toBe('WebAppHeaderColorInvalid')
    expect(codeOf(() => colorOrKey('', 'WebAppBackgroundColorInvalid'))).toBe('WebAppBackgroundColorInvalid')
  })

  test('a colour is dark or light by its perceived brightness', () =>
    expect(['#0f0d0a', '#ffffff'].map((color) => isDark(color as '#'))).toEqual([true, false]))
})
