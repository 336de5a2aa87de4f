import { expect, test } from 'vitest'
import type { Database } from '../../db.ts'
import { createTokenNames } from './token-names.ts'

// U7: what is judged as a look-alike is what is shown, not what the token's maker wrote.

const noList = { prisma: { knownToken: { findMany: async () => [] } } } as unknown as Database
const names = createTokenNames(noList, { warn: () => {} })

const shown = async (address: string, claim: { name: string; symbol: string }) =>
  (await names.name('app', 'solana', [address], async () => new Map([[address, claim]]))).get(address)?.metadata

test.each([
  ['a filler that counts as a letter', { name: 'anything', symbol: 'US\u3164DC' }],
  ['a character that nobody sees, in one of several words', { name: 'US\u200BDC Reward', symbol: 'RWD' }],
  ['a filler in one of several words', { name: 'US\u115FDC Reward', symbol: 'RWD' }],
  ['a sign that shows nothing', { name: 'US\u{1D159}DC Reward', symbol: 'RWD' }],
  ['letters of the Lisu', { name: 'anything', symbol: 'ꓴꓢꓓꓚ' }],
  ['what the end is cut off of', { name: 'anything', symbol: '1....... USDC and more' }],
  ['other dots', { name: 'USDC․Reward', symbol: 'RWD' }],
])('U7: %s hides no other token’s name', async (title, claim) => {
  expect(await shown(`token of ${title}`, claim)).toMatchObject({ isLookalike: true })
})

test.each([
  { name: 'Solar Panels', symbol: 'SOLAR' },
  { name: 'Jupiter', symbol: 'JUP' },
  { name: 'Bonk', symbol: 'BONK' },
  { name: 'Ethena', symbol: 'ENA' },
])('U7: $symbol is no look-alike', async (claim) => {
  expect(await shown(`token ${claim.symbol}`, claim)).toMatchObject({ ...claim, isLookalike: false })
})
