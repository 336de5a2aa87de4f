import { generateIdentity, identityToRecipient } from 'age-encryption'
import { createWriter } from '@openauth/backup-format'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt } from '../src/backup/age.ts'
import { checkBackup } from '../src/backup/read-file.ts'

const header = {
  format: 1,
  version: '1.0.0',
  createdAt: 1,
  installation: '0123456789ab',
  migrations: [],
  tables: [{ name: 'App', columns: ['id'], estimatedBytes: 1 }],
  keks: [],
}

const plain = (bytes: number): Buffer => {
  const writer = createWriter()
  return Buffer.concat([
    ...writer.begin(header),
    ...writer.beginTable('App'),
    ...writer.data(Buffer.alloc(bytes, 'rows')),
    ...writer.endTable(1),
    ...writer.end(),
  ])
}
const FRAMES = plain(0).length

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const identity = await generateIdentity()
const lock = { recipients: [await identityToRecipient(identity)] }
const key = { identities: [identity] }

/** A chunk of age with its tag. Bytes. */
const CHUNK = 65_536 + 16

const fileOf = async (bytes: number): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of await encrypt(inPieces(plain(bytes), 50_000), lock)) parts.push(part)
  return Buffer.concat(parts)
}
const outcome = (bytes: Uint8Array, size: number) =>
  checkBackup(decrypt(inPieces(bytes, size), key)).then(
    () => 'whole',
    () => 'refused',
  )

describe('a backup that was cut off at its last bytes, or to which some were added, is not whole', () => {
  // Less than a chunk of age, exactly one and two with all frames, and a last chunk of few bytes.
  test.each([10, 65_536 - FRAMES, 131_072 - FRAMES, 131_072 - FRAMES + 3])('of %i bytes of rows', async (bytes) => {
    const file = await fileOf(bytes)
    for (const size of [file.length, CHUNK, 1000]) expect(await outcome(file, size)).toBe('whole')
    const cuts = [...Array(40).keys(), 99, 200, 300, CHUNK - 1, CHUNK, CHUNK + 1].map((cut) => cut + 1)
    for (const cut of cuts.filter((each) => each < file.length))
      for (const size of [file.length, CHUNK])
        expect([cut, await outcome(file.subarray(0, -cut), size)]).toEqual([cut, 'refused'])
    for (const more of [1, 16, 17, CHUNK])
      expect([more, await outcome(Buffer.concat([file, Buffer.alloc(more)]), CHUNK)]).toEqual([more, 'refused'])
  })

  test('not encrypted, at every byte of its last frames', async () => {
    const whole = plain(1000)
    for (let cut = 1; cut <= FRAMES; cut += 1)
      await expect(checkBackup(inPieces(whole.subarray(0, -cut), 1000))).rejects.toThrow(
        /damaged|ends before its end|no backup/,
      )
  })
})
