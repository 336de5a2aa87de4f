import { sign } from 'node:crypto'
import { encodeBase58 } from './base58.ts'
import { SolanaError } from './errors.ts'
import { couldNeedKey } from './message-guard.ts'
import { privateKeyOf, publicKeyOf } from './private-key.ts'

/**
 * Signs a message as wallets' `signMessage` does: base58 of the Ed25519 signature over the unchanged bytes. The address
 * is computed from the secret, so the check for transactions uses the signing wallet. The caller zeroes the secret.
 *
 * Throws blind_signing for bytes that could be a transaction of this key, and invalid_secret.
 */
export const signMessage = (bytes: Uint8Array, secret: Buffer): string => {
  const key = privateKeyOf(secret)
  if (couldNeedKey(bytes, publicKeyOf(key))) {
    throw new SolanaError(
      'blind_signing',
      'These bytes could be a transaction of this wallet. Ask for the signature of a transaction instead.',
    )
  }
  return encodeBase58(sign(null, bytes, key))
}
