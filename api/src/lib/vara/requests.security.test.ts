import { encodeAddress } from '@polkadot/util-crypto'
import { expect, test } from 'vitest'
import { readVaraAddress, varaAddressOf } from './addresses.ts'
import { parseVaraAmount, readVaraId, readVaraPayload } from './requests.ts'

const ID = Uint8Array.from({ length: 32 }, (_, at) => at * 7)
const HEX = `0x${Buffer.from(ID).toString('hex')}`
const CODE = (code: string) => expect.objectContaining({ name: 'VaraError', code })

test('addresses of all prefixes name the same account, as in @polkadot/util-crypto', () => {
  for (const prefix of [0, 1, 42, 63, 64, 127, 128, 137, 255, 256, 5000, 16_383]) {
    const address = encodeAddress(ID, prefix)
    expect([prefix, readVaraAddress(address)]).toEqual([prefix, HEX])
    expect(varaAddressOf(address)).toBe(encodeAddress(ID, 137))
  }
})

const address = encodeAddress(ID, 137)
test.each([
  ['nothing', ''],
  ['hex', HEX],
  ['a changed letter', address.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'))],
  ['an additional letter', `${address}1`],
  ['a missing letter', address.slice(1)],
  ['a leading 1', `1${address}`],
  ['a blank', `${address} `],
  ['a letter outside base58', address.replace(/^./, '0')],
  ['a look-alike', address.replace(/^k/, 'к')],
  ['an account index', encodeAddress(Uint8Array.of(1), 42)],
  ['a 33-byte key', encodeAddress(new Uint8Array(33), 42)],
  ['a Solana address', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
  ['a megabyte', '1'.repeat(1_000_000)],
])('%s is not an address', (_, text) => {
  expect(() => readVaraAddress(text)).toThrow(CODE('invalid_address'))
})

test.each([
  ['0', 0n],
  ['1', 1n],
  ['340282366920938463463374607431768211455', 2n ** 128n - 1n],
])('%s is an amount', (text, planck) => expect(parseVaraAmount(text)).toBe(planck))

test.each([
  '',
  '-1',
  '+1',
  '01',
  '00',
  '1.5',
  '1e12',
  '0x10',
  ' 1',
  '1_000',
  '١',
  `1${'0'.repeat(39)}`,
  String(2n ** 128n),
])('"%s" is not an amount', (text) => expect(() => parseVaraAmount(text)).toThrow(CODE('invalid_amount')))

test('accepts an id in either case, and rejects the zero id', () => {
  expect(readVaraId(`0x${'AB'.repeat(32)}`, 'destination')).toBe(`0x${'ab'.repeat(32)}`)
  for (const id of [
    '',
    '0x',
    'ab'.repeat(32),
    `0x${'ab'.repeat(31)}`,
    `0x${'ab'.repeat(33)}`,
    `0x${'zz'.repeat(32)}`,
  ]) {
    expect(() => readVaraId(id, 'destination')).toThrow(CODE('invalid_id'))
  }
  expect(() => readVaraId(`0x${'00'.repeat(32)}`, 'message')).toThrow(CODE('invalid_id'))
})

test('a payload is hex after 0x, and otherwise text', () => {
  const hex = (text: string) => Buffer.from(readVaraPayload(text)).toString('hex')
  expect(['0x', '0x00fF', '', 'PING', 'é€😀', '00ff', '0X00'].map(hex)).toEqual([
    '',
    '00ff',
    '',
    '50494e47',
    'c3a9e282acf09f9880',
    '30306666',
    '30583030',
  ])
  expect(readVaraPayload(`0x${'ab'.repeat(65_536)}`)).toHaveLength(65_536)
})

test.each([
  ['half a byte', '0x0'],
  ['no hex', '0xzz'],
  ['hex that ends in something else', '0xabzz'],
  ['a space inside', '0xab cd'],
  ['half a character', 'a\ud83d'],
  ['65537 bytes in hex', `0x${'ab'.repeat(65_537)}`],
  ['65537 bytes of text', 'a'.repeat(65_537)],
  ['65538 bytes in fewer characters', 'é'.repeat(32_769)],
])('%s is not a payload', (_, text) => {
  expect(() => readVaraPayload(text)).toThrow(CODE('invalid_payload'))
})
