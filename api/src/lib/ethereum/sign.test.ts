import { createHash } from 'node:crypto'
import { Transaction, Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import { EthereumError } from './errors.ts'
import type { Fees } from './fees.ts'
import { signTransaction, transactionHash } from './sign.ts'
import type { UnsignedTransaction } from './transaction.ts'

const secretOf = (seed: string) => createHash('sha256').update(seed).digest()
const walletOf = (secret: Buffer) => new Wallet(`0x${secret.toString('hex')}`)

const plain: UnsignedTransaction = {
  chainId: 1,
  nonce: 9,
  to: '0x3535353535353535353535353535353535353535',
  value: 10n ** 18n,
  data: '0x',
  gasLimit: 21_000n,
  fees: { gasPrice: 20n * 10n ** 9n },
}

test('the example of EIP-155, byte for byte', () => {
  const signed = signTransaction(plain, Buffer.alloc(32, 0x46))
  expect(signed.toString('hex')).toBe(
    'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  )
})

describe('gives the same bytes as ethers', () => {
  const fees: Fees[] = [
    { gasPrice: 0n },
    { gasPrice: 5n * 10n ** 9n },
    { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
    { maxFeePerGas: 2n ** 64n - 1n, maxPriorityFeePerGas: 127n },
  ]
  const data = [
    '0x',
    '0x00',
    '0x7f',
    '0x80',
    `0x${'ab'.repeat(55)}`,
    `0x${'cd'.repeat(56)}`,
    `0x${'ef'.repeat(70_000)}`,
  ]
  const values = [0n, 1n, 127n, 128n, 2n ** 256n - 1n]
  const nonces = [0, 1, 127, 128, 255, 256, Number.MAX_SAFE_INTEGER]
  const chainIds = [1, 97, 8453, 11_155_111, 2 ** 40]

  test.each(fees)('with the fees %o', async (fees) => {
    // Covers every value of every field, with 200 signatures: some r or s begin with a zero byte.
    for (let round = 0; round < 200; round++) {
      const transaction: UnsignedTransaction = {
        ...plain,
        fees,
        chainId: chainIds[round % chainIds.length]!,
        nonce: nonces[round % nonces.length]!,
        value: values[round % values.length]!,
        data: data[(round + (round > 20 ? round % 2 : 0)) % (round > 20 ? 6 : 7)]!,
        gasLimit: BigInt(21_000 + round),
      }
      const secret = secretOf(`key ${round}`)
      const { fees: prices, ...rest } = transaction
      const type = 'gasPrice' in prices ? 0 : 2
      const expected = await walletOf(secret).signTransaction({ ...rest, ...prices, type })
      const signed = signTransaction(transaction, secret)
      expect(`0x${signed.toString('hex')}`).toBe(expected)
      expect(transactionHash(signed)).toBe(Transaction.from(expected).hash)
    }
  })
})

test('does not change the secret, which the caller zeroes', () => {
  const secret = secretOf('kept')
  const copy = Buffer.from(secret)
  signTransaction(plain, secret)
  expect(secret.equals(copy)).toBe(true)
})

describe('rejects what cannot be signed', () => {
  const refused: [string, Partial<UnsignedTransaction>][] = [
    ['chain id 0, valid on every chain', { chainId: 0 }],
    ['a chain id too large', { chainId: 2 ** 52 }],
    ['a negative nonce', { nonce: -1 }],
    ['half a nonce', { nonce: 0.5 }],
    ['no recipient, which would create a contract', { to: '' }],
    ['a short recipient', { to: '0x3535' }],
    ['a negative value', { value: -1n }],
    ['a value above 256 bits', { value: 2n ** 256n }],
    ['half a byte of data', { data: '0xa' }],
    ['data that is not hex', { data: '0xzz' }],
    ['no gas', { gasLimit: 0n }],
    ['gas above 64 bits', { gasLimit: 2n ** 64n }],
    ['a negative fee', { fees: { gasPrice: -1n } }],
    ['a tip above the fee', { fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 2n } }],
  ]
  test.each(refused)('%s', (_, change) => {
    expect(() => signTransaction({ ...plain, ...change }, secretOf('any'))).toThrow(EthereumError)
  })

  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  test.each([
    ['zero', Buffer.alloc(32)],
    ['the order of the curve', Buffer.from(order, 'hex')],
    ['31 bytes', Buffer.alloc(31, 1)],
    ['33 bytes', Buffer.alloc(33, 1)],
  ])('a secret that is %s, without quoting it', (_, secret) => {
    const attempt = () => signTransaction(plain, secret)
    expect(attempt).toThrow(EthereumError)
    expect(attempt).not.toThrow(secret.toString('hex'))
  })
})
