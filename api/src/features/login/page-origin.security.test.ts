import { describe, expect, test } from 'vitest'
import { requireAllowedPage } from './page-origin.ts'

const app = { redirectOrigins: ['https://game.example', 'http://localhost:5580'] }
const open = (address: string) => requireAllowedPage(app, 'https://id.example/base', address).href

describe('open redirect', () => {
  test.each([
    ['https://game.example', 'https://game.example/'],
    ['https://game.example/a?b=c#d', 'https://game.example/a?b=c#d'],
    ['HTTPS://GAME.example:443/', 'https://game.example/'],
    ['http://localhost:5580/x', 'http://localhost:5580/x'],
    ['https://id.example/earn', 'https://id.example/earn'],
  ])('control: %s is a page of the app, or of the server', (address, href) => expect(open(address)).toBe(href))

  test.each([
    'https://evil.example',
    'https://game.example.evil.example/',
    'https://evil.example/https://game.example',
    'http://game.example',
    'https://game.example:8443',
    'https://sub.game.example',
    'http://localhost:55801/',
  ])('%s is of another origin, which the refusal names', (address) => {
    expect(() => open(address)).toThrow(
      expect.objectContaining({
        code: 'origin_not_allowed',
        message: expect.stringContaining(`The origin ${new URL(address).origin} is not on`),
      }),
    )
  })

  test.each([
    '//game.example',
    '/page',
    'game.example',
    'https:game.example',
    'https:/game.example',
    'https:///game.example',
    'https://',
    'https://game.example\\@evil.example',
    'https:\\\\game.example',
    'https://user@game.example',
    'https://user:pass@game.example',
    'https://:pass@game.example',
    'javascript:alert(1)//https://game.example',
    'data:text/html,x',
    'ftp://game.example',
    ' https://game.example',
    'https://game.example/ x',
    'https://game.example/\nx',
    'https://game.example/\u0000',
    'https://ga\u0009me.example',
    'xhttps://game.example',
    '',
  ])('%j is no plain address', (address) => {
    expect(() => open(address)).toThrow(
      expect.objectContaining({
        code: 'origin_not_allowed',
        message: "The page's address is not a plain http or https address",
      }),
    )
  })
})
