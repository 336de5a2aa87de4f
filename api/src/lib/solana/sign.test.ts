import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { exportPrivateKey } from './private-key.ts'
import { signMessage } from './sign-message.ts'
import { signTransaction } from './sign.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, v0Of } from './solana.testing.ts'

const ownWallet = newWallet()
const payer = newWallet()
const stranger = newWallet()

const transferBetween = (from: string, to: string) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports: 1 })
const two = () => [
  transferBetween(ownWallet.address, stranger.address),
  transferBetween(payer.address, stranger.address),
]

const isSigned = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)])
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}

describe.each([
  ['legacy', legacyOf],
  ['v0', v0Of],
] as const)('a %s transaction of another fee payer', (version, make) => {
  test('gets the wallet’s signature beside the existing ones', () => {
    const bytes = make(payer.address, SOME_BLOCKHASH, ...two())
    const otherSigned = signTransaction(bytes, payer.secret)
    expect(otherSigned).toMatchObject({ complete: false, transactionId: otherSigned.signature })
    const ownSigned = signTransaction(Buffer.from(otherSigned.transaction, 'base64'), ownWallet.secret)
    expect(ownSigned).toMatchObject({ complete: true, transactionId: otherSigned.signature })
    const { signatures, message } = VersionedTransaction.deserialize(Buffer.from(ownSigned.transaction, 'base64'))
    expect(message.version).toBe(version === 'v0' ? 0 : version)
    expect(signatures.map((signature) => base58.encode(signature))).toEqual([
      otherSigned.signature,
      ownSigned.signature,
    ])
    expect(isSigned(ownWallet.address, message.serialize(), signatures[1]!)).toBe(true)
    expect(isSigned(payer.address, message.serialize(), signatures[0]!)).toBe(true)
  })

  test('keeps missing signatures of others missing', () => {
    const bytes = make(payer.address, SOME_BLOCKHASH, ...two())
    const before = Buffer.from(bytes)
    const ownSigned = signTransaction(bytes, ownWallet.secret)
    expect(ownSigned).toMatchObject({ complete: false, transactionId: undefined })
    expect(bytes.equals(before)).toBe(true)
    const { signatures } = VersionedTransaction.deserialize(Buffer.from(ownSigned.transaction, 'base64'))
    expect(signatures[0]!.every((byte) => byte === 0)).toBe(true)
  })
})

test('gives the same signature as web3.js', () => {
  const bytes = legacyOf(ownWallet.address, SOME_BLOCKHASH, transferBetween(ownWallet.address, stranger.address))
  const otherSigned = Transaction.from(bytes)
  otherSigned.sign(ownWallet.keypair)
  expect(signTransaction(bytes, ownWallet.secret).transaction).toBe(otherSigned.serialize().toString('base64'))
})

test('signs a message as wallets do', () => {
  const message = Buffer.from('Prove it: ✍')
  const signature = base58.decode(signMessage(message, ownWallet.secret))
  expect(isSigned(ownWallet.address, message, signature)).toBe(true)
  expect(isSigned(stranger.address, message, signature)).toBe(false)
})

test('exports a secret in Phantom’s form and leaves it unchanged', () => {
  const before = Buffer.from(ownWallet.secret)
  const exported = exportPrivateKey(ownWallet.secret)
  expect(Keypair.fromSecretKey(base58.decode(exported)).publicKey.toBase58()).toBe(ownWallet.address)
  expect(ownWallet.secret.equals(before)).toBe(true)
})

test('signatures and keys with leading zeros keep them', () => {
  const secret = Buffer.alloc(32)
  expect(base58.decode(exportPrivateKey(secret))).toHaveLength(64)
})

test('a secret of another length is invalid_secret', () => {
  for (const length of [0, 31, 33, 64]) {
    expect(() => exportPrivateKey(Buffer.alloc(length))).toThrow(expect.objectContaining({ code: 'invalid_secret' }))
    expect(() => signMessage(Buffer.from('text'), Buffer.alloc(length))).toThrow('32 bytes')
  }
})
