import { createHash } from 'node:crypto'
import { keccak256, Transaction, verifyMessage, Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../custody/derive.ts'
import { signPersonalMessage, signTypedData, type TypedData } from './sign-message.ts'

const secret = createHash('sha256').update('signer').digest()
const wallet = new Wallet(`0x${secret.toString('hex')}`)

/** The example of EIP-712. */
const mail: TypedData = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

const permit = (name: string): TypedData => ({
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 1,
    verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  types: {
    [name]: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  message: { owner: wallet.address, spender: `0x${'11'.repeat(20)}`, value: 2n ** 256n - 1n, nonce: 0, deadline: 1 },
})

describe('personal_sign', () => {
  test.each(['Sign in', ' ', 'Grüße 👋\nline', 'a'.repeat(10_000), '0x', '0xabcd', '\x19Ethereum Signed Message:\n0'])(
    'signs %j as ethers does',
    async (text) => {
      const signature = signPersonalMessage(text, secret)
      expect(signature).toBe(await wallet.signMessage(text))
      expect(verifyMessage(text, signature)).toBe(addressOf('ethereum', secret))
    },
  )

  test('blind signing: a transaction in hex is signed as text, which no chain takes', async () => {
    const transaction = Transaction.from({
      type: 2,
      chainId: 1,
      nonce: 0,
      to: `0x${'22'.repeat(20)}`,
      value: 10n ** 18n,
    })
    const text = transaction.unsignedSerialized
    const signature = signPersonalMessage(text, secret)
    transaction.signature = signature
    expect(transaction.from).not.toBe(wallet.address)
  })

  const hash = keccak256('0x1234')
  test.each([
    ['a hash', hash],
    ['a hash without 0x', hash.slice(2)],
    ['a hash in capitals', hash.slice(2).toUpperCase()],
    ['a hash between blanks', ` ${hash}\n`],
    ['nothing', ''],
    ['half a character', 'a\ud800'],
  ])('blind signing: %s is refused', (_, text) => {
    expect(() => signPersonalMessage(text, secret)).toThrow(expect.objectContaining({ code: 'not_signable' }))
  })
})

describe('EIP-712', () => {
  test('signs as ethers does, for the chain named', async () => {
    const expected = await wallet.signTypedData(mail.domain, mail.types, mail.message)
    expect(signTypedData(mail, secret, { chainId: 1 })).toBe(expected)
  })

  test.each([
    ['another chain', { ...mail.domain, chainId: 5 }],
    ['no chain, which would count on all', { name: 'Ether Mail' }],
    ['a chain that is no number', { ...mail.domain, chainId: 'one' }],
  ])('a domain with %s is refused', (_, domain) => {
    const attempt = () => signTypedData({ ...mail, domain }, secret, { chainId: 1 })
    expect(attempt).toThrow(expect.objectContaining({ code: 'not_signable' }))
  })

  test.each(['Permit', 'PermitSingle', 'PermitBatch', 'PermitTransferFrom', 'PermitWitnessTransferFrom'])(
    'blind signing: %s would let others move tokens, and is refused unless the app allows it',
    async (name) => {
      const data = permit(name)
      const attempt = () => signTypedData(data, secret, { chainId: 1 })
      expect(attempt).toThrow(expect.objectContaining({ code: 'not_signable' }))
      const allowed = signTypedData(data, secret, { chainId: 1, allowTokenPermits: true })
      expect(allowed).toBe(await wallet.signTypedData(data.domain, data.types, data.message))
    },
  )

  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('blind signing: %s, too (EIP-3009)', (name) => {
    expect(() => signTypedData(permit(name), secret, { chainId: 1 })).toThrow(/lets others move tokens/)
  })

  test.each([
    ['values that do not fit', { ...mail, message: { ...mail.message, from: { name: 'Cow', wallet: 'nobody' } } }],
    ['no types', { ...mail, types: {} }],
    ['a type within itself', { ...mail, types: { Loop: [{ name: 'next', type: 'Loop' }] } }],
    ['a field missing', { ...mail, message: {} }],
  ])('%s are refused', (_, data) => {
    const attempt = () => signTypedData(data, secret, { chainId: 1 })
    expect(attempt).toThrow(expect.objectContaining({ code: 'not_signable' }))
  })
})
