import type { Transaction } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { amountText } from '../../src/features/wallet/history/history-row.tsx'
import { byDay, pendingRows, rowsOf, type WireEntry } from '../../src/features/wallet/history/history-rows.ts'
import { t } from '../../src/i18n/i18n.ts'

const entry = (signature: string, more: Partial<WireEntry> = {}): WireEntry => ({
  signature,
  at: 1000,
  failed: false,
  transactionId: null,
  token: null,
  change: '5',
  counterparty: 'Other',
  ...more,
})
const send = (id: string, more: Partial<Transaction> = {}): Transaction => ({
  id,
  chain: 'solana',
  network: 'solana',
  kind: 'transfer',
  status: 'submitted',
  fromAddress: 'Me',
  initiator: 'user',
  initiatorId: 'me',
  toAddress: 'Other',
  token: null,
  amount: '7',
  decimals: 9,
  tokenSymbol: null,
  signature: `sig ${id}`,
  error: null,
  createdAt: 1,
  settledAt: null,
  ...more,
})

describe('rows of the history', () => {
  test.each([
    [{ change: '5' }, 'received'],
    [{ change: '-5' }, 'sent'],
    [{ change: '-5', failed: true }, 'failed'],
    [{ change: null }, 'other'],
    [{ change: '0' }, 'other'],
    [{ change: 'much' }, 'other'],
  ])('an entry with %o is %s', (more, kind) => expect(rowsOf([[entry('a', more)]])[0]?.kind).toBe(kind))

  test('pages are joined in order, with each transaction once', () => {
    const rows = rowsOf([[entry('c'), entry('b')], [entry('b'), entry('a')], []])
    expect(rows.map(({ key }) => key)).toEqual(['c', 'b', 'a'])
  })

  test('days stay in order; entries without a time have a group of their own', () => {
    const rows = rowsOf([
      [entry('d', { at: 250 }), entry('c', { at: 210 }), entry('b', { at: null }), entry('a', { at: 90 })],
    ])
    const days = byDay(rows, (at) => `day ${Math.floor(at / 100)}`)
    expect(days.map(({ day, rows }) => [day, rows.length])).toEqual([
      ['day 2', 2],
      [null, 1],
      ['day 0', 1],
    ])
  })
})

describe('pending transactions', () => {
  test('are sent', () => {
    expect(pendingRows([send('1')], [])[0]).toMatchObject({ kind: 'pending', change: -7n, counterparty: 'Other' })
  })

  test('of a token have its decimal amount and vouched symbol; without them smallest units and the address', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const textOf = (more: Partial<Transaction>) =>
      amountText(pendingRows([send('1', { token: mint, amount: '2500000', ...more })], [])[0]!, new Map(), t)
    expect(textOf({ decimals: 6, tokenSymbol: 'USDC' })).toBe('-2.5 USDC')
    expect(textOf({ decimals: null, tokenSymbol: null })).toBe('-2500000 units EPjF...Dt1v')
    expect(textOf({ decimals: 200, tokenSymbol: null })).toBe('-2500000 units EPjF...Dt1v')
  })

  test.each([
    { status: 'confirmed' },
    { status: 'failed', settledAt: 5 },
    { status: 'submitted', settledAt: 5 },
    { chain: 'ethereum', network: 'sepolia' },
  ] as const)('%o is not', (more) => expect(pendingRows([send('1', more)], [])).toEqual([]))

  test('that the chain lists already are not shown twice', () => {
    const listed = rowsOf([[entry('sig 1')]])
    expect(pendingRows([send('1'), send('2'), send('3', { signature: null })], listed).map(({ key }) => key)).toEqual([
      '2',
      '3',
    ])
  })
})

describe('amounts', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  test.each([
    [1_500_000_001n, null, '+1.500000001 SOL'],
    [-5001n, null, '-0.000005001 SOL'],
    [-2_500_001n, mint, '-2.500001 EPjF...Dt1v'],
    [3n, 'So11111111111111111111111111111111111111112', '+3 units So11...1112'],
    [0n, null, ''],
    [undefined, null, ''],
  ])('a change of %s of token %s is written %s', (change, token, text) => {
    expect(amountText({ change, token }, new Map([[mint, { mint, decimals: 6 }]]), t)).toBe(text)
  })

  test('a token that the wallet no longer holds has the name and the decimals of the history', () => {
    const metadata = { name: 'Play', symbol: 'PLAY', iconUrl: null, isKnown: true, isLookalike: false }
    const textOf = (more: Partial<WireEntry>) =>
      amountText(rowsOf([[entry('a', { token: mint, change: '-2500000', ...more })]])[0]!, new Map(), t)
    expect(textOf({ decimals: 6, metadata })).toBe('-2.5 PLAY')
    expect(textOf({ decimals: 200, metadata })).toContain('2500000')
    expect(textOf({ decimals: 6, metadata: { ...metadata, isLookalike: true } })).not.toContain('PLAY')
  })
})
