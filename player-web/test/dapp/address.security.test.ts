import { describe, expect, test } from 'vitest'
import { dappQueryOf } from '../../src/features/dapp/dapp-query-of.ts'
import { dappAt, gameAt } from '../../src/features/dapp/registered.ts'
import { frameUrl, dappTargetOf } from '../../src/features/dapp/dapp-target.ts'

const OURS = 'https://player.example'
const plain = { description: undefined, logo: undefined, bgImg: undefined, borderColor: '#000000', bgColor: '#000000' }
const dapps = [
  { ...plain, name: 'Shop', url: 'https://dapp.example/shop' },
  { ...plain, name: 'Play', url: 'https://dapp.example/play' },
  { ...plain, name: 'Earn', url: '/earn' },
]
const games = [{ id: '1', name: 'Game', link: 'https://game.example/a', logo: undefined, order: 0 }]
const registered = (search: string) => {
  const asked = dappQueryOf(new URLSearchParams(search))
  if (asked.kind !== 'url') return asked.kind
  const found = dappAt(asked.url, dapps) ?? gameAt(asked.url, games)
  return found ? [found.name, found.url, found.hasWallet] : 'unregistered'
}

describe('the query of /dapp', () => {
  test.each([
    ['?url=https://dapp.example/play', ['Play', 'https://dapp.example/play', true]],
    [
      '?url=https%3A%2F%2Fdapp.example%2Fshop%3Fa%3D1%26b%3D2%23c',
      ['Shop', 'https://dapp.example/shop?a=1&b=2#c', true],
    ],
    ['?url=%20https://dapp.example/play', ['Play', 'https://dapp.example/play', true]],
    ['?url=%2520%20https://dapp.example/play', ['Play', 'https://dapp.example/play', true]],
    ['?url=HTTPS://DAPP.example:443/play', ['Play', 'https://dapp.example/play', true]],
    ['?url=https://dapp.example/play&url=https://evil.example', ['Play', 'https://dapp.example/play', true]],
    ['?url=https://dapp.example/x/../play', ['Play', 'https://dapp.example/play', true]],
    ['?url=%2Fearn', ['Earn', '/earn', true]],
    ['?url=https://game.example/a', ['Game', 'https://game.example/a', false]],
    ['?name=Play&url=https://evil.example', 'name'],
    ['?name=&url=', 'nothing'],
    ['?url=%20', 'nothing'],
    ['', 'nothing'],
  ])('%s names a registered entry, or nothing', (search, expected) => {
    expect(registered(search)).toEqual(expected)
  })
})

describe('phishing: an unregistered address is not framed', () => {
  test.each([
    'https://evil.example',
    'https://dapp.example.evil.example/play',
    'https://evil.example/https://dapp.example/play',
    'http://dapp.example/play',
    'https://dapp.example:444/play',
    'https://sub.dapp.example/play',
    'https://dapp.example./play',
    '/earn/',
    '/wallet/export',
    '/earn?x',
    'https://game.example/b',
    'https://game.example',
    'https://evil.example&url=https://dapp.example/play',
    'https://dаpp.example/play',
  ])('%s', (url) => {
    expect(registered(`?url=${url}`)).toBe('unregistered')
  })

  test.each([
    'javascript:alert(1)//https://dapp.example',
    'data:text/html,<script>',
    'blob:https://dapp.example/1',
    'about:blank',
    'https://user:pw@dapp.example/play',
    'https://dapp.example@evil.example/',
    '//dapp.example/play',
    '/\\dapp.example',
    'https:/dapp.example/play',
    'https:dapp.example',
    'https://dapp.example/\u0000',
    'https://dapp.example\\@evil.example',
    'null',
    'undefined',
    '[object Object]',
    `https://dapp.example/play?${'x'.repeat(100_000)}`,
    ' '.repeat(100_000) + 'x',
  ])('%.60s is refused', (url) => {
    expect(['refused', 'unregistered']).toContain(registered(`?url=${encodeURIComponent(url)}`))
  })

  test('an endless name is refused', () => {
    expect(registered(`?name=${'x'.repeat(100_000)}`)).toBe('refused')
  })

  test('a game with the origin of a dapp is treated as that dapp', () => {
    const shared = [{ ...games[0]!, link: 'https://dapp.example/game' }]
    expect(dappAt(shared[0]!.link, dapps)?.hasWallet).toBe(true)
    expect(gameAt(shared[0]!.link, shared)?.hasWallet).toBe(false)
  })
})

describe('how an entry opens', () => {
  test.each([
    ['/earn', { kind: 'page', path: '/earn' }],
    ['/wallet/send?to=x#y', { kind: 'page', path: '/wallet/send?to=x#y' }],
    ['/a/../earn', { kind: 'page', path: '/earn' }],
    ['https://dapp.example/play', { kind: 'frame', url: 'https://dapp.example/play', origin: 'https://dapp.example' }],
    ['http://localhost:3000/', { kind: 'frame', url: 'http://localhost:3000/', origin: 'http://localhost:3000' }],
  ])('%s opens as %o', (url, target) => {
    expect(dappTargetOf(url, OURS)).toEqual(target)
  })

  test.each([
    '/dapp',
    '/dapp/',
    '/DAPP?name=Play',
    '/dapp?url=%2Fdapp',
    '/%64app',
    '/x/../dapp',
    '/./dapp',
    '/%2Fdapp',
    '/%E0%A4%A',
    '/.//evil.example',
    '/x/..//evil.example',
    OURS,
    `${OURS}/earn`,
    `${OURS}:443/dapp`,
  ])('%s is refused: it would frame this page in itself, or a page of our own origin', (url) => {
    expect(dappTargetOf(url, OURS)).toEqual({ kind: 'refused' })
  })
})

test('the wallet and address parameters of a frame replace those in its address', () => {
  expect(frameUrl('https://dapp.example/play?a=1#top', 'Addr')).toBe(
    'https://dapp.example/play?a=1&wallet=sonicx&address=Addr#top',
  )
  expect(frameUrl('https://dapp.example/?address=evil&address=worse&wallet=x', 'Addr')).toBe(
    'https://dapp.example/?address=Addr&wallet=sonicx',
  )
  expect(frameUrl('https://dapp.example', undefined)).toBe('https://dapp.example/?wallet=sonicx&address=xxx')
})
