import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, type Key, type Lock } from '../src/backup/age.ts'

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const gather = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}
const contentOf = (length: number) => Buffer.alloc(length, 'some rows of a table\n')
const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const lock: Lock = { recipients: [recipient] }
const key: Key = { identities: [identity] }

describe.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('%i bytes', (length) => {
  const content = contentOf(length)

  test('that we encrypt the library opens, and the other way round', async () => {
    const ours = await gather(await encrypt(inPieces(content, 1000), lock))
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    expect(Buffer.from(await decrypter.decrypt(ours)).equals(content)).toBe(true)
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const theirs = await encrypter.encrypt(content)
    expect((await gather(decrypt(inPieces(theirs, 777), key))).equals(content)).toBe(true)
  })
})

test('a passphrase opens what it closed, here and in the library', async () => {
  const content = contentOf(70_000)
  const ours = await gather(await encrypt(inPieces(content, 5000), { passphrase: 'of five words' }))
  expect((await gather(decrypt(inPieces(ours, 9), { passphrase: 'of five words' }))).equals(content)).toBe(true)
  const decrypter = new Decrypter()
  decrypter.addPassphrase('of five words')
  expect(Buffer.from(await decrypter.decrypt(ours)).equals(content)).toBe(true)
})

describe('a file that the library closed by a passphrase', () => {
  const theirs = async (workFactor: number) => {
    const encrypter = new Encrypter()
    encrypter.setPassphrase('päss of five words')
    encrypter.setScryptWorkFactor(workFactor)
    return encrypter.encrypt(contentOf(1000))
  }
  const open = async (file: Uint8Array, passphrase: string) => gather(decrypt(inPieces(file, 100), { passphrase }))

  test('opens with it, whatever its work factor, and with no other', async () => {
    const file = await theirs(10)
    expect((await open(file, 'päss of five words')).equals(contentOf(1000))).toBe(true)
    await expect(open(file, 'pass of five words')).rejects.toThrow('the passphrase or the identity is another one')
  })

  test.each([
    ['-> scrypt', '-> scrypt AAAA', 'invalid scrypt stanza'],
    [' 10\n', ' 010\n', 'invalid scrypt stanza'],
    [' 10\n', ' 21\n', 'scrypt work factor is too high'],
    ['--- ', '-> other\n\n--- ', 'scrypt recipient is not the only one in the header'],
  ])('with %j in place of %j is refused before its scrypt', async (wrong, right, message) => {
    const file = Buffer.from(await theirs(10))
    const text = file.toString('latin1').replace(wrong, right)
    await expect(open(Buffer.from(text, 'latin1'), 'päss of five words')).rejects.toThrow(message)
  })
})

describe('a file that was changed is refused:', () => {
  const files = async () => gather(await encrypt(inPieces(contentOf(200_000), 4096), lock))

  test.each([0.001, 0.3, 0.9, 0.9999])('a bit at %d of it', async (share) => {
    const changed = await files()
    changed[Math.floor(share * changed.length)]! ^= 4
    await expect(gather(decrypt(inPieces(changed, 4096), key))).rejects.toMatchObject({ name: 'Failure' })
  })

  test('a chunk less at its end, a chunk twice, chunks in another order', async () => {
    const whole = await files()
    const chunk = 65_552
    const start = whole.indexOf('\n', whole.indexOf('\n--- ') + 1) + 1 + 16
    const at = (index: number) => whole.subarray(start + index * chunk, start + (index + 1) * chunk)
    const head = whole.subarray(0, start)
    for (const chunks of [[at(0), at(1)], [at(0), at(1), at(1), at(2), at(3)], [at(1), at(0), at(2), at(3)], [at(3)]])
      await expect(gather(decrypt(inPieces(Buffer.concat([head, ...chunks]), 4096), key))).rejects.toMatchObject({
        name: 'Failure',
      })
  })
})
