import { defaultWalletPolicy, policySentence, type WalletPolicy } from '@openauth/client'
import { expect, test } from 'vitest'

const sentenceOf = (rules: Partial<WalletPolicy> = {}): string => policySentence({ ...defaultWalletPolicy, ...rules })

test('the default policy as one sentence', () => {
  expect(sentenceOf()).toBe(
    'Wallets may act on every network, pay and call any address, send any token, sign messages, show the private key ' +
      'where the app allows it and call programs that the server cannot read, and may not let others move tokens later, ' +
      'hand accounts to others, sign transactions that never expire or sign instructions that the server cannot read; ' +
      'app secrets together send at most 3 SOL on Solana, 0.2 ETH on Ethereum, 0.5 BNB on BNB Smart Chain, ' +
      '0.2 ETH on Base, 5000 GLMR on Moonbeam and 50000 VARA on Vara; nothing of other tokens in 24 hours.',
  )
})

const usdc = 'base:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test.each<[string, Partial<WalletPolicy>, string]>([
  ['networks', { networks: ['solana', 'base'] }, 'act on Solana and Base only,'],
  ['no network', { networks: [] }, 'act on no network,'],
  ['endpoints', { rpcUrls: ['https://rpc.example'] }, 'on every network through https://rpc.example only,'],
  ['tokens', { tokens: ['solana:native', usdc] }, `send SOL on Solana and the token ${usdc.slice(5)} on Base only,`],
  ['no token', { tokens: [] }, 'send no token,'],
  ['addresses', { allowAddresses: [address] }, 'pay and call 1 address only,'],
  ['no addresses', { allowAddresses: [] }, 'pay and call nobody,'],
  ['denied addresses', { denyAddresses: [address, 'x'] }, 'pay and call any address except 2 denied addresses,'],
  ['all denied', { denyAddresses: ['*'] }, 'pay and call nobody,'],
  [
    'limits',
    { limits: [{ token: 'solana:native', perTransaction: '1500000000', perDay: '5000000000' }] },
    'spend at most 1.5 SOL on Solana at a time and 5 SOL on Solana in 24 hours, fees included,',
  ],
  [
    'limits of tokens without known decimals',
    { limits: [{ token: usdc, perTransaction: null, perDay: '7' }] },
    `spend at most 7 smallest units of the token ${usdc.slice(5)} on Base in 24 hours, fees included,`,
  ],
  ['a limit of nothing', { limits: [{ token: usdc, perTransaction: null, perDay: null }] }, 'send any token, sign'],
  [
    'partners without limits',
    { partnerLimits: [{ token: '*', perDay: null }] },
    'app secrets together send any amount in',
  ],
  ['partners without tokens', { partnerLimits: [{ token: '*', perDay: '0' }] }, 'app secrets together send nothing in'],
  [
    'partners with some',
    {
      partnerLimits: [
        { token: 'solana:native', perDay: '0' },
        { token: 'base:native', perDay: null },
        { token: '*', perDay: '9' },
      ],
    },
    'send no SOL on Solana; any amount of ETH on Base; 9 smallest units of any other token in 24 hours',
  ],
  [
    'everything allowed',
    { approvals: true, authorityChanges: true, durableNonces: true, unreadableInstructions: true },
    'sign instructions that the server cannot read; app',
  ],
])('%s', (_, rules, part) => {
  const sentence = sentenceOf(rules)
  expect(sentence).toContain(part)
  expect(sentence).toMatch(/^Wallets may .*\.$/)
})

/** Another value for each rule than the default. */
const everyOther: WalletPolicy = {
  networks: ['solana'],
  rpcUrls: [],
  tokens: [],
  allowAddresses: [],
  denyAddresses: ['*'],
  partnerLimits: [],
  limits: [{ token: 'vara:native', perTransaction: '1', perDay: null }],
  messageSigning: false,
  privateKeyExport: false,
  approvals: true,
  authorityChanges: true,
  durableNonces: true,
  unknownPrograms: false,
  unreadableInstructions: true,
}

test('every rule is in the sentence: a change of any changes it', () => {
  for (const name of Object.keys(everyOther) as (keyof WalletPolicy)[])
    expect([name, sentenceOf({ [name]: everyOther[name] }) === sentenceOf()]).toEqual([name, false])
})

/** Lists with an entry or two, of tokens with and without decimals. */
const named: Partial<WalletPolicy> = {
  networks: ['solana', 'base'],
  tokens: ['solana:native', 'base:0x1'],
  rpcUrls: ['2', '3'],
  allowAddresses: ['4'],
  denyAddresses: ['5', '6'],
  limits: [{ token: 'base:0x1', perTransaction: '1', perDay: '7' }],
  partnerLimits: [
    { token: 'solana:native', perDay: '0' },
    { token: 'base:native', perDay: null },
    { token: '*', perDay: '9' },
  ],
}

test.each([defaultWalletPolicy, { ...defaultWalletPolicy, ...everyOther }, { ...defaultWalletPolicy, ...named }])(
  'in another language nothing but names of networks and symbols is English: policy %#',
  (policy) => {
    const words = { tag: 'ru', phrase: (_: string, values = {}) => `«${Object.values(values).join(' ')}»` }
    const shown = policySentence(policy, words).replaceAll(/BNB Smart Chain|[A-Z][a-z]+|[A-Z]{3,4}/g, '')
    expect(shown).not.toMatch(/[a-z]{2}/i)
  },
)
