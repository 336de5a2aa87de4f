import { expect, test } from 'vitest'
import { referCodeIn, shareLink } from './share.ts'

test('a share link has app, start parameter and text', () => {
  const link = shareLink({
    botName: 'sonic_wallet_bot',
    appName: 'play',
    startParam: 'ref_ABCD1234',
    text: 'Join & play',
  })
  expect(link).toBe(
    'https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fsonic_wallet_bot%2Fplay%3Fstartapp%3Dref_ABCD1234&text=Join%20%26%20play',
  )
  expect(new URL(link).searchParams.get('url')).toBe('https://t.me/sonic_wallet_bot/play?startapp=ref_ABCD1234')
})

test('a share link without app and text opens the main mini-app', () => {
  expect(shareLink({ botName: 'sonic_wallet_bot', startParam: '' })).toBe(
    'https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fsonic_wallet_bot%3Fstartapp%3D',
  )
})

test.each([
  { botName: 'sonic_wallet_bot', startParam: 'a b' },
  { botName: 'sonic_wallet_bot', startParam: 'a&startapp=b' },
  { botName: 'sonic_wallet_bot', startParam: 'x'.repeat(513) },
  { botName: '../evil', startParam: 'x' },
  { botName: 'sonic_wallet_bot', appName: 'a/b', startParam: 'x' },
])('refuses %j', (invitation) => {
  expect(() => shareLink(invitation)).toThrow(expect.objectContaining({ code: 'WebAppTgUrlInvalid' }))
})

test.each([
  ['ABCD1234', 'ABCD1234'],
  ['ref_ABCD1234', 'ABCD1234'],
  ['abcd1234', undefined],
  ['ABCD12345', undefined],
  ['REF_ABCD1234', undefined],
  ['', undefined],
  [undefined, undefined],
])('the refer code of start parameter %j is %j', (startParam, code) => expect(referCodeIn(startParam)).toBe(code))
