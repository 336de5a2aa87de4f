import type { SolanaAction } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { isForOtherHost, signInHost, visibleText } from '../../src/features/dapp/bridge/visible-text.ts'
import { amountOf, changesOf, isRawAmount } from '../../src/features/dapp/consent/amounts.ts'

describe('blind signing: a message is shown as it is', () => {
  test.each([
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['Grüße, 你好, שלום 👋 ❤️', 'Grüße, 你好, שלום 👋 ❤️'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['a\u202Eb', 'a‹U+202E›b'],
    ['a\u0000\u001B[2Jb\r', 'a‹U+0000›‹U+001B›[2Jb‹U+000D›'],
    ['zero\u200Bwidth\uFEFF', 'zero‹U+200B›width‹U+FEFF›'],
    ['hidden\u{E0041}', 'hidden‹U+E0041›'],
    ['no\u00A0break\u3164', 'no‹U+00A0›break‹U+3164›'],
    ['line\u2028feed', 'line‹U+2028›feed'],
    ['far\n\n\n\n\nbelow', 'far\n‹5 × U+000A›\nbelow'],
    [`far${' '.repeat(20)}right`, 'far‹20 × U+0020›right'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })
})

describe('phishing: a login message for another host is marked', () => {
  const login = (host: string) => `${host} wants you to sign in with your Solana account:\n4uQeVj5t\n\nNonce: 1`
  test.each([
    [login('dapp.example'), false],
    [login('DAPP.example'), false],
    [login('https://dapp.example'), false],
    [login('bank.example'), true],
    [login('dapp.example.evil.example'), true],
    [`\n ${login('bank.example')}`, true],
    ['hello', false],
    ['I read: bank.example wants you to sign in with your Solana account', false],
  ])('%j: %s', (text, elsewhere) => {
    expect(isForOtherHost(text, 'https://dapp.example')).toBe(elsewhere)
  })

  test('a text of a megabyte is checked without backtracking', () => {
    // With quadratic backtracking this takes minutes, longer than the test's timeout.
    expect(signInHost(`${' '.repeat(500_000)}${'x'.repeat(500_000)}`)).toBeUndefined()
  })
})

test('balance changes are listed by account; tokens with unknown decimals are in smallest units', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const tokens = [
    { account: 'a', mint, change: '-1500000', decimals: 6, associated: true },
    { account: 'b', mint, change: '7', decimals: null, associated: false },
    { account: 'c', mint, change: '0', decimals: 6, associated: true },
    { account: 'd', mint, change: '-70', decimals: 255, associated: true },
  ]
  expect(changesOf({ lamports: '-1000005000', tokens })).toMatchObject([
    { amount: '1.000005', token: 'SOL', leaves: true, isRaw: false },
    { amount: '1.5', token: expect.stringMatching(/^EPjFWdd5Aufq\.\.\./), leaves: true },
    { amount: '7', leaves: false, isRaw: true, isLoose: true },
    { amount: '70', leaves: true, isRaw: true },
  ])
  expect(changesOf({ lamports: '0', tokens: [] })).toEqual([])
})

test("an action's amount is in SOL, in a token, in an unknown token, or absent", () => {
  const blank = { from: null, to: null, fromAccount: null, toAccount: null, rent: null, assignedTo: null, ours: true }
  const action = { ...blank, kind: 'sol_transfer', program: 'p', token: null, amount: null, decimals: null } as const
  const of = (more: Partial<SolanaAction>) => amountOf({ ...action, ...more })
  expect(of({ amount: '5000000', decimals: 9 })).toBe('0.005 SOL')
  expect(of({ kind: 'token_transfer', amount: '60', decimals: 4, token: 'Mint' })).toBe('0.006 Mint')
  expect(of({ kind: 'token_burn', amount: '60' })).toBe('60')
  expect(of({})).toBeUndefined()
  const isRaw = (more: Partial<SolanaAction>) => isRawAmount({ ...action, ...more })
  expect([isRaw({ amount: '60', decimals: 4 }), isRaw({})]).toEqual([false, false])
  // A mint with more decimals than can be read has amounts that look like nothing.
  expect(of({ kind: 'token_transfer', amount: '60', decimals: 255, token: 'Mint' })).toBe('60 Mint')
  expect([isRaw({ amount: '60' }), isRaw({ amount: '60', decimals: 255 })]).toEqual([true, true])
})
