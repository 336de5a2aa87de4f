import { type PriceServer, startPrices } from '@openauth/localnet/prices'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOutbound } from './outbound.ts'
import { createPrices, type Prices } from './prices.ts'

let source: PriceServer
let now: number
let prices: Prices
const warnings: unknown[] = []
beforeAll(async () => {
  source = await startPrices({ prices: { solana: 150, free: 0 } })
})
afterAll(() => source.stop())
beforeEach(() => {
  now = 0
  source.calls.length = 0
  source.fault = undefined
  source.prices = { solana: 150, free: 0 }
  warnings.length = 0
  prices = createPrices(
    { url: source.url, apiKey: undefined, currency: 'EUR' },
    { outbound: createOutbound(), log: { warn: (_, message) => void warnings.push(message) }, now: () => now },
  )
})

const read = async (...ids: string[]) => Object.fromEntries(await prices.read(ids))

test('prices come in one call, in the currency of the settings; what has none is left out', async () => {
  expect(await read('solana', 'free', 'solana', 'unknown')).toEqual({ solana: 150, free: 0 })
  expect(source.calls.map(({ ids }) => ids)).toEqual([['solana', 'free', 'unknown']])
})

test('many readers of one moment share a call, and of the next minute too', async () => {
  await Promise.all(Array.from({ length: 20 }, () => read('solana', 'unknown')))
  now = 59_000
  await read('solana', 'unknown')
  expect(source.calls.length).toBe(1)
})

test('an older price is shown while the next one is fetched', async () => {
  await read('solana')
  source.prices = { solana: 200 }
  now = 61_000
  expect(await read('solana')).toEqual({ solana: 150 })
  await expect.poll(() => read('solana')).toEqual({ solana: 200 })
  expect(source.calls.length).toBe(2)
})

test.each([
  ['an error', { status: 500 }],
  ['too many calls', { status: 429 }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['another shape', { status: 200, body: '[1]' }],
])('while the source answers %s, the last prices are shown for ten minutes, then none', async (_, fault) => {
  await read('solana')
  source.fault = fault
  now = 590_000
  expect(await read('solana')).toEqual({ solana: 150 })
  await expect.poll(() => warnings.length).toBe(1)
  now = 601_000
  expect(await read('solana')).toEqual({})
  const calls = source.calls.length
  // A source that failed is left alone for half a minute.
  expect(await read('solana')).toEqual({})
  expect(source.calls.length).toBe(calls)
  source.fault = undefined
  now = 700_000
  expect(await read('solana')).toEqual({ solana: 150 })
})

test('what is no price is none', async () => {
  source.fault = { status: 200, body: '{"solana": {"eur": "150"}, "free": {"eur": -1}, "__proto__": {"eur": 1}}' }
  expect(await read('solana', 'free', '__proto__')).toEqual({})
})

test('without a source nothing is asked', async () => {
  const none = createPrices(undefined, { outbound: createOutbound(), log: { warn: () => {} } })
  expect(none.currency).toBeUndefined()
  expect((await none.read(['solana'])).size).toBe(0)
})
