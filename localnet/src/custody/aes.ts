import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: 12-byte nonce | ciphertext | tag, as Vault's payload is. */
export const encrypt = (key: Buffer, plaintext: Buffer, aad: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Undefined for a ciphertext that does not authenticate. */
export const decrypt = (key: Buffer, sealed: Buffer, aad: Buffer): Buffer | undefined => {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([plaintext, decipher.final()])
  } catch {
    return undefined
  }
}
