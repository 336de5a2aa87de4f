import { Decrypter, Encrypter } from 'age-encryption'
import { failed } from '../failure.ts'
import { passphraseIdentity, passphraseRecipient } from './age-passphrase.ts'
import { decryptPayload, encryptPayload, NONCE } from './age-payload.ts'

/** For whom a file is closed. */
export type Lock = { passphrase: string } | { recipients: string[] }
/** What opens a file. */
export type Key = { passphrase: string } | { identities: string[] }

/** What the library writes behind a header where there is no content: a nonce and a tag. */
const EMPTY = NONCE + 16

/** A header by the library, and the key of the file that it holds. */
const newHeader = async (lock: Lock): Promise<{ header: Uint8Array; fileKey: Uint8Array }> => {
  const encrypter = new Encrypter()
  const recipients = 'passphrase' in lock ? [passphraseRecipient(lock.passphrase)] : lock.recipients
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  let fileKey = new Uint8Array()
  const listener = (key: Uint8Array) => {
    fileKey = Uint8Array.from(key)
    return []
  }
  encrypter.addRecipient({ wrapFileKey: listener })
  const header = (await encrypter.encrypt(new Uint8Array(0))).subarray(0, -EMPTY)
  return { header, fileKey }
}

/** Encrypts a stream as age does. https://age-encryption.org/v1 */
export const encrypt = async (chunks: AsyncIterable<Uint8Array>, lock: Lock): Promise<AsyncIterable<Uint8Array>> => {
  const { header, fileKey } = await newHeader(lock)
  return (async function* () {
    yield header
    yield* encryptPayload(fileKey, chunks)
  })()
}

/** More is no header of this library's or of age's programs. Bytes. */
const LONGEST_HEADER = 64 * 1024

/** Reads the header and the nonce, and leaves the rest. */
const readHeader = async (chunks: AsyncIterator<Uint8Array>) => {
  let read = Buffer.alloc(0)
  for (;;) {
    const mac = read.indexOf('\n--- ')
    const end = mac < 0 ? -1 : read.indexOf('\n', mac + 1) + 1
    if (end > 0 && read.length >= end + NONCE)
      return { header: read.subarray(0, end), nonce: read.subarray(end, end + NONCE), rest: read.subarray(end + NONCE) }
    const { done, value } = await chunks.next()
    if (done || read.length > LONGEST_HEADER) throw failed('The file is damaged, or is not encrypted by age')
    read = Buffer.concat([read, value])
  }
}

/** The key of the last file that a key opened: a restore reads its file twice, and a passphrase takes 128 MB each time. */
const opened = new WeakMap<Key, { header: Buffer; fileKey: Uint8Array }>()

const openHeader = async (header: Buffer, key: Key): Promise<Uint8Array> => {
  const known = opened.get(key)
  if (known?.header.equals(header)) return known.fileKey
  const fileKey = await unwrapFileKey(header, key)
  opened.set(key, { header: Buffer.from(header), fileKey })
  return fileKey
}

const unwrapFileKey = async (header: Uint8Array, key: Key): Promise<Uint8Array> => {
  const decrypter = new Decrypter()
  try {
    if ('passphrase' in key) decrypter.addIdentity(passphraseIdentity(key.passphrase))
    else for (const identity of key.identities) decrypter.addIdentity(identity)
    return await decrypter.decryptHeader(header)
  } catch (error) {
    const { message } = error as Error
    throw failed(
      /no identity/i.test(message)
        ? 'The file does not open: the passphrase or the identity is another one'
        : `The file is damaged, or is not encrypted by age: ${message}`,
    )
  }
}

/** Decrypts a stream. Throws a Failure for a wrong key, and for a file that was changed or is no age file. */
export async function* decrypt(chunks: AsyncIterable<Uint8Array>, key: Key): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const { header, nonce, rest } = await readHeader(source)
  const fileKey = await openHeader(header, key)
  const payload = async function* () {
    yield rest
    yield* { [Symbol.asyncIterator]: () => source }
  }
  try {
    yield* decryptPayload(fileKey, nonce, payload())
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? failed('The file is damaged: it was changed, or is not whole') : error
  }
}
