import { randomBytes } from 'node:crypto'
import { keccak256 } from 'ethers/crypto'
import secp256k1 from 'secp256k1'
import { EthereumError } from './errors.ts'
import { serializeTransaction } from './serialize.ts'
import type { UnsignedTransaction } from './transaction.ts'

// Blinds the multiplication against side channels; signatures do not change (secp256k1.h, secp256k1_context_randomize).
secp256k1.contextRandomize(randomBytes(32))

/** r, s and the recovery id. s is in the lower half of the order (EIP-2); the nonce follows RFC 6979. */
export type RawSignature = { signature: Uint8Array; recid: number }

/**
 * Signs a hash that this library computed. Never pass a hash from outside, because its origin determines what is
 * signed. Throws EthereumError not_signable when the secret is not a key.
 */
export const signOwnHash = (hash: string, secret: Uint8Array): RawSignature => {
  const digest = Buffer.from(hash.slice(2), 'hex')
  if (secret.length !== 32) throw noKey()
  try {
    return secp256k1.ecdsaSign(digest, secret)
  } catch {
    // Zero, or not below the group order. The cause is dropped so that the error carries nothing about the secret.
    throw noKey()
  }
}

const noKey = (): EthereumError =>
  new EthereumError(
    'not_signable',
    'These bytes are not an Ethereum private key; one is 32 bytes within the curve’s range',
  )

/**
 * The signed transaction, ready for `broadcast`. `secret` is a 32-byte private key that the caller zeroes; it is never
 * copied into a string. Deterministic. Throws EthereumError not_signable.
 */
export const signTransaction = (transaction: UnsignedTransaction, secret: Uint8Array): Buffer => {
  const { unsigned, signed } = serializeTransaction(transaction)
  const { signature, recid } = signOwnHash(keccak256(unsigned), secret)
  return signed(signature, recid)
}

/** The hash of a signed transaction, known before it is sent and to be recorded before. */
export const transactionHash = (signed: Uint8Array): string => keccak256(signed)
