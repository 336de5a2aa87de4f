import { createCipheriv, createDecipheriv, KeyObject, randomBytes } from 'node:crypto'
import { CustodyError } from './errors.ts'

/** Bytes for a database column. A named type because Prisma's Bytes rejects a Buffer over shared memory. */
export type Sealed = Buffer<ArrayBuffer>

/** An AES-256 key: 32 bytes, or a KeyObject, whose bytes OpenSSL holds and a heap snapshot does not contain. */
export type AesKey = Uint8Array | KeyObject

const FORMAT = 1
const KEY_BYTES = 32
// SP 800-38D section 8.2.2: a random nonce is 96 bits; section 8.3: then at most 2^32 seals under one key.
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES

/**
 * Encodes the parts of a context as additional authenticated data: for each part a type byte, the length in bytes as a
 * 32-bit big-endian integer, then the text in UTF-8. Different lists give different bytes: ['ab','c'] differs from
 * ['a','bc'], and 1 from '1'.
 *
 * Throws aad_invalid for anything but well-formed text and safe integers: a lone surrogate would become U+FFFD and
 * equal another name, and a missing id would be sealed as the word "undefined".
 */
export function encodeAad(...parts: (string | number)[]): Buffer {
  const texts = parts.map(wellFormed)
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const encoded = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + PART_HEAD + length, 0))
  let at = 0
  for (const [index, text] of texts.entries()) {
    encoded[at] = typeof parts[index] === 'string' ? TEXT : NUMBER
    encoded.writeUInt32BE(lengths[index]!, at + 1)
    encoded.write(text, at + PART_HEAD, 'utf8')
    at += PART_HEAD + lengths[index]!
  }
  return encoded
}

const PART_HEAD = 5
const TEXT = 's'.charCodeAt(0)
const NUMBER = 'n'.charCodeAt(0)

function wellFormed(part: string | number): string {
  if (typeof part === 'string' ? part.isWellFormed() : Number.isSafeInteger(part)) return String(part)
  throw new CustodyError(
    'aad_invalid',
    'A sealing context holds only well-formed text and whole numbers; pass the ids.',
  )
}

/** A new data key (DEK): 32 random bytes in a separate allocation. The caller zeroes it with fill(0). */
export function newDataKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D). Returns format byte 1 | 12-byte random nonce | ciphertext | 16-byte tag,
 * 29 bytes longer than the plaintext. `aad` is not stored; opening needs it again.
 *
 * Throws key_invalid when the key is not 32 bytes.
 */
export function seal(key: AesKey, plaintext: Uint8Array, aad: Uint8Array): Sealed {
  requireKey(key)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(aad)
  const body = cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([Uint8Array.of(FORMAT), nonce, body, cipher.getAuthTag()])
}

/**
 * Opens what `seal` made, into a separate allocation; the caller zeroes a secret with fill(0).
 *
 * Throws key_invalid when the key is not 32 bytes and unseal_failed for every other failure: wrong key, wrong context,
 * a changed or missing byte, an unknown format. One code, because distinguishing them would only help an attacker.
 */
export function unseal(key: AesKey, sealed: Uint8Array, aad: Uint8Array): Buffer {
  requireKey(key)
  if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== FORMAT) throw unsealFailed()
  const nonce = sealed.subarray(1, HEADER_BYTES)
  // Without a fixed authTagLength Node accepts tags of 4 bytes (SP 800-38D appendix C).
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plaintext = decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES))
  try {
    decipher.final()
    return plaintext
  } catch {
    plaintext.fill(0)
    throw unsealFailed()
  }
}

/** The error of every failed authentication; other KEK implementations throw it too. */
export function unsealFailed(): CustodyError {
  return new CustodyError(
    'unseal_failed',
    'A stored secret did not open: it belongs to another owner, was changed, or was sealed under ' +
      'another key. Compare the row with a backup and check that the keyring belongs to this database.',
  )
}

function requireKey(key: AesKey): void {
  const size = key instanceof KeyObject ? key.symmetricKeySize : key.length
  if (size !== KEY_BYTES) {
    throw new CustodyError('key_invalid', 'An encryption key must be exactly 32 bytes; make it with newDataKey().')
  }
}
