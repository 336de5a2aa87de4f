import { describe, expect, test } from 'vitest'
import { decodeText } from '../../lib/ethereum/token-metadata.ts'
import { parseExtension, parseMetaplex, METADATA_PROGRAM } from '../../lib/solana/token-metadata.ts'
import { cleanText, lookalikeKey } from './claimed-text.ts'

describe('what a token says of itself', () => {
  test.each([
    ['plain', 'Play Token', 'Play Token'],
    ['zeros behind it', 'PLAY\0\0\0', 'PLAY'],
    ['lines', 'a\n\n b\t\tc', 'a b c'],
    ['a blank that is a sign', 'US\u{1D159}D\u2800C\uFFFC', 'USDC'],
    ['only what cannot be seen', '\u200B\u2060\0 \u3164', null],
    ['text that runs backwards', '\u202Eabc\u202C', 'abc'],
    ['half a character', 'a\uD800b', 'ab'],
    ['emoji stay whole', '😀'.repeat(20), '😀'.repeat(12)],
  ])('%s', (_, claimed, shown) => expect(cleanText(claimed, 12)).toBe(shown))
})

test.each([
  ['USDC', 'usdс'],
  ['SOL', 'ЅОＬ'],
  ['ETH', 'Ε-Т-Н'],
  ['VARA', 'Vаrа'],
  ['USDT', 'UЅD₮'],
  ['BTC', 'ΒΤС'],
  ['USDC', 'ꓴꓢꓓꓚ'],
  ['SOL', 'ՏՕᏞ'],
  ['VARA', '𖼈ꓮꓣꓮ'],
])('%s and %s are one to the eye', (one, other) => expect(lookalikeKey(other)).toBe(lookalikeKey(one)))

test.each(['PLAY', 'SOLAR', 'BONK', 'JUP'])('%s is no look-alike of SOL or USDC', (name) => {
  expect([lookalikeKey('SOL'), lookalikeKey('USDC')]).not.toContain(lookalikeKey(name))
})

const word = (value: number) => value.toString(16).padStart(64, '0')
const hex = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0')

describe('a text of a contract', () => {
  test.each([
    ['a string', `0x${word(32)}${word(4)}${hex('PLAY')}`, 'PLAY'],
    ['32 bytes', `0x${hex('MKR')}`, 'MKR'],
    ['a length beyond its end', `0x${word(32)}${word(100)}${hex('PLAY')}`, undefined],
    ['a huge length', `0x${word(32)}${'f'.repeat(64)}${hex('PLAY')}`, undefined],
    ['another offset', `0x${word(64)}${word(4)}${hex('PLAY')}`, undefined],
    ['nothing', '0x', undefined],
    ['half a byte', '0x1', undefined],
    ['no text', 7, undefined],
  ])('%s', (_, answer, text) => expect(decodeText(answer)).toBe(text))
})

describe('an account of metadata', () => {
  const mint = 'So11111111111111111111111111111111111111112'
  const account = (data: Buffer, owner = METADATA_PROGRAM) => ({ lamports: 1n, owner, executable: false, data })
  test.each([
    ['empty', Buffer.alloc(0)],
    ['cut off in its mint', Buffer.alloc(40, 4)],
    ['of another mint', Buffer.concat([Buffer.from([4]), Buffer.alloc(64), Buffer.alloc(100)])],
  ])('%s says nothing', (_, data) => {
    expect(parseMetaplex(mint, account(data))).toBeUndefined()
    expect(parseExtension(mint, account(data, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'))).toBeUndefined()
  })

  test('extensions that are no list say nothing', () => {
    const data = Buffer.alloc(400, 0xff)
    expect(parseExtension(mint, account(data, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'))).toBeUndefined()
  })
})
