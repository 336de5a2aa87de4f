import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { piecesOf } from './pieces.ts'

// The payload of age, by OpenSSL: the library's JavaScript takes ten times as long for it, which is most of the time of a backup.
// https://github.com/C2SP/C2SP/blob/main/age.md#payload

const CHUNK = 64 * 1024
const TAG = 16
export const NONCE = 16
const algorithm = 'chacha20-poly1305'
const tagged = { authTagLength: TAG } as const

const keyOf = (fileKey: Uint8Array, nonce: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))

/** The number of the chunk in eleven bytes, and whether it is the last. */
const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** The nonce and the encrypted chunks that follow a header of age. */
export async function* encryptPayload(fileKey: Uint8Array, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const nonce = randomBytes(NONCE)
  const key = keyOf(fileKey, nonce)
  yield nonce
  let index = 0
  for await (const [piece, isLast] of piecesOf(chunks, CHUNK)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(index, isLast), tagged)
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
}

/** The content of a payload whose nonce was read. Throws where a byte was changed, and where the end is missing. */
export async function* decryptPayload(
  fileKey: Uint8Array,
  nonce: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const key = keyOf(fileKey, nonce)
  let index = 0
  for await (const [piece, isLast] of piecesOf(chunks, CHUNK + TAG)) {
    if (piece.length < TAG || (index > 0 && piece.length === TAG)) throw new Error('it ends before its end')
    const decipher = createDecipheriv(algorithm, key, nonceOf(index, isLast), tagged)
    decipher.setAuthTag(piece.subarray(piece.length - TAG))
    yield Buffer.concat([decipher.update(piece.subarray(0, -TAG)), decipher.final()])
    index += 1
  }
}
