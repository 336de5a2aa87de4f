import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { failed } from '../failure.ts'

/** What opens a file, or for whom it is closed. */
export type Lock = { passphrase: string } | { recipients: string[] }
export type Key = { passphrase: string } | { identities: string[] }

const asWeb = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(chunks, { objectMode: true })) as ReadableStream<Uint8Array>

/** Encrypts a stream as age does. https://age-encryption.org/v1 */
export const encrypt = async (chunks: AsyncIterable<Uint8Array>, lock: Lock): Promise<AsyncIterable<Uint8Array>> => {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  return (await encrypter.encrypt(asWeb(chunks))) as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
}

/** Decrypts a stream. Throws a Failure for a wrong key, and for a file that was changed or is no age file. */
export async function* decrypt(chunks: AsyncIterable<Uint8Array>, key: Key): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  try {
    yield* (await decrypter.decrypt(asWeb(chunks))) as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code !== undefined) throw error
    throw failed(
      /no identity|passphrase/i.test(message)
        ? 'The file does not open: the passphrase or the identity is another one'
        : `The file is damaged, or is not encrypted by age: ${message}`,
    )
  }
}
