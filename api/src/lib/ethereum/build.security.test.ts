import { deployToken, type EvmToken, type TokenBehaviour } from '@openauth/localnet/evm-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTransfer } from './build.ts'
import { codeOf, ETHER, newWallet, startChain, type TestChain } from './testing.ts'

let harness: TestChain
let token: EvmToken
beforeAll(async () => {
  harness = await startChain('sepolia')
  token = await deployToken(harness.url, { decimals: 6 })
})
afterAll(() => harness.stop())

const to = newWallet().address
const build = async (change: { to?: string; amount?: string; token?: string; from?: string }, wei = ETHER) => {
  const { address: from } = await harness.wallet(wei)
  if (change.token === token.address) await token.mint(from, 1000n)
  return buildTransfer(harness.rpc, { from, to, amount: '1', nonce: 0, ...change })
}

describe('amounts', () => {
  const wrong = ['0', '00', '-1', '+1', '1.5', '1e3', '0x10', '', ' 1', '1 ', '01', '1,000', '١', 'NaN', 'Infinity']
  test.each([...wrong, String(2n ** 256n), '9'.repeat(79), '9'.repeat(1_000_000)])('rejects %.30s', async (amount) => {
    expect(await codeOf(build({ amount }))).toBe('invalid_amount')
    expect(await codeOf(build({ amount, token: token.address }))).toBe('invalid_amount')
  })

  test('accepts 2^256 - 1 as an amount, which no wallet holds', async () => {
    const amount = String(2n ** 256n - 1n)
    expect(await codeOf(build({ amount }))).toBe('insufficient_balance')
    expect(await codeOf(build({ amount, token: token.address }))).toBe('insufficient_balance')
  })
})

describe('addresses', () => {
  const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  test.each([
    ['a checksum with one wrong letter', mixed.replace('5aAeb', '5aaeb')],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['nothing', ''],
    ['no 0x', mixed.slice(2)],
    ['one digit less', mixed.slice(0, -1)],
    ['one digit more', `${mixed}0`],
    ['a Solana address', '4Nd1mYyGgP5ycZ1Yd8nT7vfoZ9vFzVG8mFf3V4sQ1nqC'],
    ['an ICAP address', 'XE65GB6LDNXYOFTX0NSV3FUWKOWIXAMJK36'],
    ['a name', 'vitalik.eth'],
    ['a look-alike digit', mixed.replace('0x5', '0x５')],
  ])('rejects %s as recipient and as token', async (_, address) => {
    expect(await codeOf(build({ to: address }))).toBe('invalid_address')
    expect(await codeOf(build({ token: address }))).toBe('invalid_address')
  })

  test('an address in a single case has no checksum to verify', async () => {
    const built = await Promise.all(
      [mixed, mixed.toLowerCase(), `0x${mixed.slice(2).toUpperCase()}`].map((address) => build({ to: address })),
    )
    expect(built.map(({ transaction }) => transaction.to)).toEqual([mixed, mixed, mixed])
  })

  test('rejects sending tokens to their own contract', async () => {
    expect(await codeOf(build({ to: token.address, token: token.address }))).toBe('invalid_address')
  })
})

describe('balances', () => {
  test('native: reports less than the amount, than the fee and than both', async () => {
    expect(await codeOf(build({}, 0n))).toBe('insufficient_balance')
    expect(await codeOf(build({ amount: '1' }, 1n))).toBe('insufficient_balance')
    expect(await codeOf(build({ amount: String(ETHER) }))).toBe('insufficient_balance')
    expect(await codeOf(build({ amount: String(ETHER + 1n) }))).toBe('insufficient_balance')
  })

  test('token: reports less than the amount, and enough tokens without the fee', async () => {
    expect(await codeOf(build({ amount: '1001', token: token.address }))).toBe('insufficient_balance')
    const { transaction } = await build({ amount: '1000', token: token.address })
    expect(transaction.value).toBe(0n)
    const poor = build({ amount: '1000', token: token.address }, 0n)
    await expect(poor).rejects.toMatchObject({ code: 'insufficient_balance', message: expect.stringMatching(/wei/) })
  })
})

describe('tokens', () => {
  test.each([
    ['no contract', undefined],
    // STOP: returns nothing for every call.
    ['a contract that returns nothing', '0x00'],
    // INVALID
    ['a contract that always fails', '0xfe'],
    // Returns a word of ones for every call, which is not a valid number of decimals.
    ['absurd decimals', '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60005260206000f3'],
  ])('%s is not a token', async (_, code) => {
    const { address } = newWallet()
    if (code) await harness.rpc.call('anvil_setCode', [address, code])
    const message = code ? /it has no (balanceOf|valid decimals)|returns false/ : /there is no contract at this address/
    const attempt = build({ token: address })
    await expect(attempt).rejects.toMatchObject({ code: 'not_a_token', message: expect.stringMatching(message) })
  })

  const inWords: [TokenBehaviour, string, RegExp][] = [
    ['returns_false', 'not_a_token', /returns false/],
    ['reverts', 'reverted', /saying: transfers are paused$/],
    ['own_error', 'reverted', /with its own error 0xdeadbeef/],
    ['panics', 'reverted', /in a panic: a sum was too large or below zero/],
  ]
  test.each(inWords)('a token that %s is refused with %s and a message', async (behaviour, code, message) => {
    const odd = await deployToken(harness.url, { behaviour })
    const { address: from } = await harness.wallet()
    await odd.mint(from, 10n)
    const attempt = buildTransfer(harness.rpc, { from, to, amount: '10', token: odd.address, nonce: 0 })
    await expect(attempt).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
})
