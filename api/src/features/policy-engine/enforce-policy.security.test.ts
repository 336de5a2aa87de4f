import { defaultWalletPolicy, type WalletPolicy } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { dailyLimits, enforcePolicy, missesOf, type TransactionImpact, withFee } from './enforce-policy.ts'

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7'
const PROGRAM = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TOKEN = '0xde709f2102306220921060314715629080e2fb77'

const spend = (amount: bigint, more: object = {}) => ({ token: null, amount, incidental: 0n, fee: 0n, ...more })
const impactOf = (more: Partial<TransactionImpact> = {}): TransactionImpact => ({
  network: 'sepolia',
  rpcUrl: 'https://node.example/key',
  spends: [spend(100n)],
  counterparties: [RECIPIENT],
  mentions: [],
  risks: {},
  ...more,
})
const policyOf = (more: Partial<WalletPolicy> = {}): WalletPolicy => ({ ...defaultWalletPolicy, ...more })
const missed = (policy: Partial<WalletPolicy>, impact: Partial<TransactionImpact> = {}) =>
  [...missesOf(policyOf(policy), impactOf(impact))].map(({ rule }) => rule)

test('control: the default policy allows a payment, with whatever it mentions', () => {
  expect(missed({}, { mentions: [TOKEN], spends: [spend(10n ** 30n), spend(5n, { token: TOKEN })] })).toEqual([])
})

describe('networks and endpoints', () => {
  test.each([
    [['sepolia'], []],
    [['solana', 'sepolia'], []],
    [['*'], []],
    [['solana'], ['networks']],
    [[], ['networks']],
  ] as [WalletPolicy['networks'], string[]][])('networks %j', (networks, expected) =>
    expect(missed({ networks })).toEqual(expected),
  )

  test.each([
    [['https://node.example/key'], []],
    [['https://node.example/key/'], []],
    [['https://node.example/key///'], []],
    [['*'], []],
    [['https://node.example'], ['rpcUrls']],
    [['https://node.example/key2'], ['rpcUrls']],
    [['https://node.example/KEY'], ['rpcUrls']],
    [[], ['rpcUrls']],
  ])('endpoints %j', (rpcUrls, expected) => {
    expect(missed({ rpcUrls })).toEqual(expected)
    expect(missed({ rpcUrls }, { rpcUrl: 'https://node.example/key/' })).toEqual(expected)
  })
})

describe('addresses', () => {
  test.each([
    ['the recipient', [RECIPIENT], {}, 1],
    ['the recipient in small letters', [RECIPIENT.toLowerCase()], {}, 1],
    ['an address that the transaction only mentions', [PROGRAM], { mentions: [PROGRAM] }, 1],
    ['every address', ['*'], { mentions: [PROGRAM] }, 2],
    ['another address', [PROGRAM], {}, 0],
    ['anybody, where nobody can tell the recipient', [PROGRAM], { unknownPayee: true, counterparties: [] }, 1],
  ] as [string, string[], Partial<TransactionImpact>, number][])('denied: %s', (_, denyAddresses, impact, misses) => {
    expect(missed({ denyAddresses }, impact)).toEqual(Array.from({ length: misses }, () => 'denyAddresses'))
  })

  test('what is denied is so beside a list that allows it, and an unknown recipient is no miss without a denied one', () => {
    expect(missed({ denyAddresses: [RECIPIENT], allowAddresses: [RECIPIENT, '*'] })).toEqual(['denyAddresses'])
    expect(missed({}, { unknownPayee: true })).toEqual([])
  })

  test('each recipient and called program must be allowed, and what is mentioned need not be', () => {
    expect(missed({ allowAddresses: [RECIPIENT.toLowerCase()] }, { mentions: [PROGRAM] })).toEqual([])
    expect(missed({ allowAddresses: [RECIPIENT] }, { counterparties: [RECIPIENT, PROGRAM] })).toEqual([
      'allowAddresses',
    ])
    expect(missed({ allowAddresses: [] }, { counterparties: [] })).toEqual([])
  })
})

describe('tokens and limits', () => {
  test('a token that is not allowed may not leave, beyond what accompanies a payment', () => {
    const tokens = [`sepolia:${TOKEN.toUpperCase().replace('0X', '0x')}`]
    expect(missed({ tokens })).toEqual(['tokens'])
    expect(missed({ tokens }, { spends: [spend(7n, { token: TOKEN }), spend(9n, { incidental: 9n })] })).toEqual([])
    expect(missed({ tokens }, { spends: [spend(10n, { incidental: 9n })] })).toEqual(['tokens'])
    expect(missed({ tokens: ['solana:native'] })).toEqual(['tokens'])
  })

  test.each([
    ['99', ['limits']],
    ['100', []],
    ['0', ['limits']],
    [null, []],
  ])('at most %s at a time', (perTransaction, expected) => {
    const limits = [{ token: 'sepolia:native', perTransaction, perDay: null }]
    expect(missed({ limits })).toEqual(expected)
  })

  test('a limit is of its own token on its own network, in any spelling', () => {
    const limitOf = (token: string) => [{ token, perTransaction: '1', perDay: null }]
    expect(missed({ limits: limitOf('solana:native') })).toEqual([])
    expect(missed({ limits: limitOf(`sepolia:${TOKEN}`) })).toEqual([])
    const spends = [spend(2n, { token: TOKEN.toUpperCase().replace('0X', '0x') })]
    expect(missed({ limits: limitOf(`sepolia:${TOKEN}`) }, { spends })).toEqual(['limits'])
  })

  test('daily limits are those of the tokens that leave, and only with an amount of the day', () => {
    const limits = [
      { token: 'sepolia:native', perTransaction: '5', perDay: '500' },
      { token: 'solana:native', perTransaction: null, perDay: '7' },
      { token: `sepolia:${TOKEN}`, perTransaction: '9', perDay: null },
    ]
    const spends = [spend(100n), spend(3n, { token: TOKEN, decimals: 6 })]
    expect(dailyLimits(policyOf({ limits }), impactOf({ spends }))).toEqual([
      { ref: 'sepolia:native', token: null, amount: 100n, decimals: undefined, most: 500n },
    ])
  })
})

describe('risks', () => {
  const rules = ['approvals', 'authorityChanges', 'durableNonces', 'unknownPrograms', 'unreadableInstructions'] as const
  test.each(rules)('%s is refused unless its rule allows it', (rule) => {
    expect(missed({ [rule]: false }, { risks: { [rule]: 'because' } })).toEqual([rule])
    expect(missed({ [rule]: true }, { risks: { [rule]: 'because' } })).toEqual([])
    expect(missed({ [rule]: false })).toEqual([])
  })
})

test('a refusal names the first missed rule and its reason', () => {
  const policy = policyOf({ networks: ['solana'], allowAddresses: [] })
  expect(() => enforcePolicy(policy, impactOf())).toThrow(
    expect.objectContaining({
      code: 'policy_refused',
      message: 'The rules of this app do not allow it: wallets do not act on sepolia (rule networks)',
      issues: [{ path: 'networks', message: 'wallets do not act on sepolia' }],
    }),
  )
  expect(() => enforcePolicy(policyOf(), impactOf())).not.toThrow()
  const limits = [{ token: 'sepolia:native', perTransaction: '50', perDay: null }]
  expect([...missesOf(policyOf({ limits }), impactOf())][0]!.why).toMatch(/^at most .* may leave at a time, not /)
})

test('a miss says why, for the people who read it', () => {
  const whyOf = (policy: Partial<WalletPolicy>, impact: Partial<TransactionImpact> = {}) =>
    [...missesOf(policyOf(policy), impactOf(impact))].map(({ why }) => why)
  expect(whyOf({ rpcUrls: [] })).toEqual(['this RPC endpoint may not be used'])
  expect(whyOf({ denyAddresses: [RECIPIENT] })).toEqual([`${RECIPIENT} is denied`])
  expect(whyOf({ allowAddresses: [] })).toEqual([`${RECIPIENT} is not among the allowed addresses`])
  expect(whyOf({ tokens: [] })).toEqual(['sepolia:native may not leave the wallet'])
  const unknown = { unknownPayee: true as const, counterparties: [] }
  expect(whyOf({ denyAddresses: [PROGRAM] }, unknown)).toEqual(['nobody can tell whom it pays, and some are denied'])
})

describe('the order of a decision', () => {
  test('network, endpoint, risk, denied, allowed, token, limit', () => {
    const policy = {
      networks: [],
      rpcUrls: [],
      tokens: [],
      denyAddresses: [RECIPIENT],
      allowAddresses: [],
      limits: [{ token: 'sepolia:native', perTransaction: '0', perDay: null }],
    }
    expect(missed(policy, { risks: { approvals: 'because' } })).toEqual([
      'networks',
      'rpcUrls',
      'approvals',
      'denyAddresses',
      'allowAddresses',
      'tokens',
      'limits',
    ])
  })
})

describe('a fee', () => {
  test('is added to what leaves of the chain’s own token, as a part that is no payment', () => {
    const token = spend(5n, { token: TOKEN })
    expect(withFee([token, spend(100n, { incidental: 1n, fee: 2n })], 10n)).toEqual([
      { token: null, amount: 110n, incidental: 11n, fee: 12n },
      token,
    ])
    expect(withFee([token], 10n)).toEqual([{ token: null, amount: 10n, incidental: 10n, fee: 10n }, token])
    expect(withFee([token], 0n)).toEqual([token])
  })
})
