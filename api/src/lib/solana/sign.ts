import { createPublicKey, sign, verify } from 'node:crypto'
import { keyOf } from './addresses.ts'
import { encodeBase58 } from './base58.ts'
import { SolanaError } from './errors.ts'
import { parseTransaction, signerIndex } from './parse.ts'
import { privateKeyOf, publicKeyOf } from './private-key.ts'

export interface SignedTransaction {
  /** This wallet's signature, base58. */
  signature: string
  /** The fee payer's signature, which is the transaction's id; undefined while it is missing. */
  transactionId: string | undefined
  /** Whether every required signature is present, so that it can be sent. */
  complete: boolean
  /** Base64, with all existing signatures. */
  transaction: string
}

const isMissing = (signature: Uint8Array): boolean => signature.every((byte) => byte === 0)

/**
 * Adds the signature of a wallet's 32-byte secret to a serialized legacy or v0 transaction. The caller decodes,
 * simulates and checks it before. Other signatures stay unchanged and are not verified. The caller zeroes the secret.
 *
 * Throws invalid_transaction, not_a_signer (the transaction does not need this wallet's signature), invalid_secret.
 */
export const signTransaction = (bytes: Uint8Array, secret: Buffer): SignedTransaction => {
  const { signatures, message, messageBytes } = parseTransaction(bytes)
  const key = privateKeyOf(secret)
  const index = signerIndex(message, publicKeyOf(key))
  if (index < 0) {
    throw new SolanaError('not_a_signer', 'This transaction does not ask for the signature of this wallet.')
  }
  const signature = sign(null, messageBytes, key)
  const signed = Buffer.from(bytes)
  // The runtime allows at most 127 signers in a packet, so their count is one byte.
  signed.set(signature, 1 + index * 64)
  const others = signatures.filter((_, each) => each !== index)
  const payer = index === 0 ? signature : signatures[0]!
  const base58 = encodeBase58(signature)
  return {
    signature: base58,
    transactionId: index === 0 ? base58 : isMissing(payer) ? undefined : encodeBase58(payer),
    complete: !others.some(isMissing),
    transaction: signed.toString('base64'),
  }
}

/** Whether every required signature of a serialized transaction is present and valid, except that of this address. */
export const isSignedByOthers = (bytes: Uint8Array, address: string): boolean => {
  const { signatures, message, messageBytes } = parseTransaction(bytes)
  const own = signerIndex(message, keyOf(address))
  return signatures.every((signature, index) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: message.keys[index]!.toString('base64url') }
    return index === own || verify(null, messageBytes, createPublicKey({ key: jwk, format: 'jwk' }), signature)
  })
}
