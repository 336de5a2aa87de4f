import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { encodeBase58 } from './base58.ts'
import { SolanaError } from './errors.ts'

const SEED_BYTES = 32

/**
 * The Ed25519 key of a 32-byte seed (RFC 8032). Imported as a JWK (RFC 8037), since OpenSSL 3 takes 0.4 ms to decode
 * the DER form, ten times as long as signing; the cost is a string of 43 characters that lives until it is collected.
 * `x` is ignored: OpenSSL computes the public key. Throws invalid_secret.
 */
export const privateKeyOf = (secret: Buffer): KeyObject => {
  if (secret.length !== SEED_BYTES) throw new SolanaError('invalid_secret', 'A Solana secret is 32 bytes.')
  const key = { kty: 'OKP', crv: 'Ed25519', x: '', d: secret.toString('base64url') }
  return createPrivateKey({ key, format: 'jwk' })
}

/** The 32 bytes of the public key, which are the address. Exported as a JWK, because the DER form takes 0.1 ms more. */
export const publicKeyOf = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url')

/**
 * The form that Phantom and other wallets import: base58 of seed and public key, 64 bytes. A string, which cannot be
 * zeroed, so use it only for an export. Throws invalid_secret.
 */
export const exportPrivateKey = (secret: Buffer): string => {
  const publicKey = publicKeyOf(privateKeyOf(secret))
  const pair = Buffer.alloc(64)
  try {
    pair.set(secret)
    pair.set(publicKey, SEED_BYTES)
    return encodeBase58(pair)
  } finally {
    pair.fill(0)
  }
}
