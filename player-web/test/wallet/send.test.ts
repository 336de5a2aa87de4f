import { describe, expect, test } from 'vitest'
import { paymentIn, prefillOf } from '../../src/features/wallet/send/prefill.ts'
import { createSendKeys, randomId } from '../../src/features/wallet/send/send-keys.ts'
import { maxAmountOf, sendLabel, type SendState, sendStatus } from '../../src/features/wallet/send/send-status.ts'

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('the label of the Send button', () => {
  const allWrong: SendState = { isSending: true, balance: undefined, address: '', amount: '' }

  test('is the first that applies, in the order of the requirement', () => {
    const steps: [Partial<SendState>, string][] = [
      [{}, 'send.sending'],
      [{ isSending: false }, 'state.loading'],
      [{ balance: 5010n }, 'send.send'],
      [{ address: 'nobody' }, 'send.send'],
      [{ amount: 'x' }, 'send.invalidAddress'],
      [{ address: ADDRESS }, 'send.invalidAmount'],
      [{ amount: '0.000005011' }, 'send.insufficient'],
      [{ amount: '0.000000011' }, 'send.insufficient'],
      [{ amount: '0.000000010' }, 'send.send'],
    ]
    const state = { ...allWrong }
    for (const [change, label] of steps) {
      Object.assign(state, change)
      expect(sendLabel(state)).toBe(label)
    }
    expect(sendStatus(state)).toBe('ready')
  })

  test('U5: a balance for the amount but not for its fee has a label of its own', () => {
    const state = { isSending: false, balance: 10_000n, address: ADDRESS }
    const of = (amount: string) => sendStatus({ ...state, amount })
    expect(['0.000005', '0.000005001', '0.00001', '0.000010001'].map(of)).toEqual([
      ...(['ready', 'feeMissing', 'feeMissing', 'insufficient'] as const),
    ])
  })

  test('an empty input has precedence over an invalid one', () => {
    const state = { isSending: false, balance: 10n }
    expect(sendStatus({ ...state, address: ' ', amount: 'x' })).toBe('empty')
    expect(sendStatus({ ...state, address: 'x', amount: '\t' })).toBe('empty')
  })

  test.each(['0', '-1', 'NaN', 'Infinity', '1,2,3', '0x10', '1 2', '0.0000000001', '.'])(
    '%s is no amount',
    (amount) => {
      expect(sendStatus({ isSending: false, balance: 10n ** 18n, address: ADDRESS, amount })).toBe('invalidAmount')
    },
  )

  test.each([ADDRESS.slice(2), `${ADDRESS}1`, ADDRESS.replace('7', '0'), '0x52908400098527886E0F7030069857D2E4169EE7'])(
    '%s is no address',
    (address) => {
      expect(sendStatus({ isSending: false, balance: 10n, address, amount: '1' })).toBe('invalidAddress')
    },
  )

  test('whitespace around pasted text is ignored', () => {
    const state = { isSending: false, balance: 2n * 10n ** 9n, address: ` ${ADDRESS}\n`, amount: ' 1 ' }
    expect(sendStatus(state)).toBe('ready')
  })
})

test('the maximum is the balance minus the fee, and at least 0', () => {
  expect([maxAmountOf(1_000_000_000n), maxAmountOf(5000n), maxAmountOf(1n), maxAmountOf(0n)]).toEqual([
    999_995_000n,
    0n,
    0n,
    0n,
  ])
})

describe('prefilled inputs', () => {
  const prefill = (search: string) => prefillOf(new URLSearchParams(search))

  test.each([
    [`address=${ADDRESS}&amount=1.5`, { address: ADDRESS, amount: '1.5' }],
    [`address=${ADDRESS}`, { address: ADDRESS, amount: '' }],
    ['amount=2', { address: '', amount: '2' }],
    ['', { address: '', amount: '' }],
    [`address=solana%3A${ADDRESS}%3Famount%3D3`, { address: ADDRESS, amount: '3' }],
    [`address=solana%3A${ADDRESS}%3Famount%3D3&amount=4`, { address: ADDRESS, amount: '4' }],
  ])('%s is read', (search, expected) => expect(prefill(search)).toEqual(expected))

  test.each([
    ['address=javascript:alert(1)&amount=1e99'],
    [`address=${ADDRESS}x&amount=-1`],
    ['address=<b>&amount=1%0A2'],
    [`amount=${'9'.repeat(50)}`],
  ])('%s is ignored', (search) => expect(prefill(search)).toEqual({ address: '', amount: '' }))

  test('a Solana Pay request fills in address and amount', () => {
    expect(paymentIn(` solana:${ADDRESS}?amount=0.01&label=Shop&memo=%3Cb%3E `)).toEqual({
      address: ADDRESS,
      amount: '0.01',
    })
    expect(paymentIn(`SOLANA:${ADDRESS}`)).toEqual({ address: ADDRESS, amount: '' })
  })

  test('a Solana Pay request for another token is ignored: its amount is not in SOL', () => {
    expect(paymentIn(`solana:${ADDRESS}?amount=5&spl-token=${MINT}`)).toBeUndefined()
  })

  test.each([
    'solana:https://shop.example/pay',
    'solana:',
    `ethereum:${ADDRESS}`,
    ADDRESS,
    `solana:${'1'.repeat(5000)}`,
  ])('%.60s is no Solana Pay request', (text) => expect(paymentIn(text)).toBeUndefined())
})

describe('idempotency keys', () => {
  const transfer = { from: MINT, address: ADDRESS, amount: '5' }
  const memoryStorage = () => {
    const values = new Map<string, string>()
    return {
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string) => Boolean(values.set(key, value)),
    }
  }
  const keys = (storage = memoryStorage(), now = () => 0) => {
    let made = 0
    return createSendKeys({ storage, makeId: () => `key ${(made += 1)} ${now()}`, now })
  }

  test('a transfer without a response is retried with its key, also after another transfer', () => {
    const { keyOf } = keys()
    expect(keyOf(transfer)).toBe('key 1 0')
    expect(keyOf({ ...transfer, amount: '6' })).toBe('key 2 0')
    expect(keyOf({ ...transfer })).toBe('key 1 0')
  })

  test('a change of address or amount has another key', () => {
    const { keyOf } = keys()
    const all = [
      transfer,
      { ...transfer, amount: '50' },
      { ...transfer, address: MINT },
      { ...transfer, from: ADDRESS },
    ]
    expect(new Set(all.map(keyOf)).size).toBe(4)
  })

  test('after a success, the same transfer again has a new key', () => {
    const { keyOf, settle } = keys()
    settle(keyOf(transfer))
    expect(keyOf(transfer)).toBe('key 2 0')
  })

  test('U3: a reload finds the open transfers of this wallet, and retries them with their keys', () => {
    const storage = memoryStorage()
    const key = keys(storage).keyOf(transfer)
    const after = keys(storage, () => 1000)
    expect(after.openOf(MINT)).toEqual([{ ...transfer, key, at: 0 }])
    expect(after.openOf(ADDRESS)).toEqual([])
    expect(after.keyOf(transfer)).toBe(key)
    expect(keys(storage, () => 86_400_000).keyOf(transfer)).toBe('key 1 86400000')
  })

  test.each([
    '{}',
    'null',
    '[null,{"key":5}]',
    '{"broken',
    '[{"key":"k","from":"f","address":"a","amount":"-1","at":0}]',
  ])('U3: stored text %s is ignored', (text) => {
    const storage = { ...memoryStorage(), get: () => text }
    expect(keys(storage).openOf('f')).toEqual([])
  })

  test('a key is a random UUID', () => {
    const all = Array.from({ length: 100 }, randomId)
    expect(new Set(all).size).toBe(100)
    for (const id of all) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })
})
