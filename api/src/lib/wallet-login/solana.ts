import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'

/** The header of an Ed25519 key in SPKI form (RFC 8410, section 4). */
const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex')

const decode = (text: string, length: number): Uint8Array | undefined => {
  // base58 takes quadratic time: what cannot be of this length is not tried.
  if (text.length > length * 1.5) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a Solana wallet signed the text: `signature` is base58 of 64 bytes over its UTF-8 form, as `signMessage` of
 * wallets makes it. By node:crypto, about ten times as fast as in JavaScript.
 */
export const isSolanaSignature = (address: string, message: string, signature: string): boolean => {
  const key = decode(address, 32)
  const bytes = decode(signature, 64)
  if (!key || !bytes) return false
  const publicKey = createPublicKey({ key: Buffer.concat([spkiHeader, key]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(message), publicKey, bytes)
}
