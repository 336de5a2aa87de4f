import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BackupEvent, type BackupHeader, createWriter, LARGEST_FRAME, readBackup } from '@openauth/backup-format'

const header: BackupHeader = {
  format: 1,
  version: '1.0.0',
  createdAt: 1,
  installation: '0123456789ab',
  migrations: [{ name: 'first', checksum: 'a'.repeat(64) }],
  tables: [
    { name: 'App', columns: ['id'], estimatedBytes: 1 },
    { name: 'User', columns: ['id', 'appId'], estimatedBytes: 1 },
  ],
  keks: ['local:1'],
}

const write = (contents: Uint8Array[][], given = header): Buffer => {
  const writer = createWriter()
  const parts: Uint8Array[] = [...writer.begin(given)]
  for (const [index, chunks] of contents.entries()) {
    parts.push(...writer.beginTable(given.tables[index]!.name))
    for (const chunk of chunks) parts.push(...writer.data(chunk))
    parts.push(...writer.endTable(chunks.length))
  }
  parts.push(...writer.end())
  return Buffer.concat(parts)
}

async function* inPieces(bytes: Uint8Array, sizes: number[]) {
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!
    yield bytes.subarray(start, start + size)
    start += size
  }
}

const read = async (bytes: Uint8Array, sizes = [64 * 1024]): Promise<BackupEvent[]> => {
  const events: BackupEvent[] = []
  for await (const event of readBackup(inPieces(bytes, sizes))) events.push(event)
  return events
}

const contentOf = (events: BackupEvent[]) =>
  Buffer.concat(events.flatMap((event) => (event.kind === 'data' ? [event.chunk] : [])))

test('what is written is read, in whatever pieces it arrives', async () => {
  const chunk = fc.uint8Array({ maxLength: 300 })
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(chunk), fc.array(chunk), sizes, async (apps, users, pieces) => {
      const events = await read(write([apps, users]), pieces)
      expect(contentOf(events)).toEqual(Buffer.concat([...apps, ...users]))
      expect(events[0]).toEqual({ kind: 'header', header })
      const bytes = contentOf(events).length
      expect(events.at(-1)).toEqual({ kind: 'end', summary: { rows: apps.length + users.length, bytes } })
    }),
  )
})

test('data longer than a frame are several frames', async () => {
  const long = Buffer.alloc(2 * LARGEST_FRAME + 5, 7)
  expect(contentOf(await read(write([[long], []]))).equals(long)).toBe(true)
})

describe('a backup that is not what was written is refused', () => {
  const whole = write([[Buffer.from('one app')], [Buffer.from('one user'), Buffer.from('another')]])

  test('with any byte changed', async () => {
    for (let index = 0; index < whole.length; index += 1) {
      const changed = Buffer.from(whole)
      changed[index]! ^= 0x01
      await expect(read(changed), `byte ${index}`).rejects.toMatchObject({ name: 'BackupFormatError' })
    }
  })

  test('cut off anywhere', async () => {
    for (let length = 0; length < whole.length; length += 1)
      await expect(read(whole.subarray(0, length)), `${length} bytes`).rejects.toMatchObject({
        code: expect.stringMatching(/^(truncated|not_a_backup)$/),
      })
  })

  test('with something after its end', async () => {
    await expect(read(Buffer.concat([whole, whole.subarray(16)]))).rejects.toMatchObject({ code: 'damaged' })
  })

  test('of a later format, which is said', async () => {
    await expect(read(write([[], []], { ...header, format: 2 }))).rejects.toMatchObject({ code: 'newer_format' })
  })

  test('with a table twice, or tables in another order', async () => {
    const twice = { ...header, tables: [header.tables[0]!, header.tables[0]!] }
    await expect(read(write([[], []], twice))).rejects.toMatchObject({ code: 'damaged' })
    const writer = createWriter()
    const bytes = Buffer.concat([...writer.begin(header), ...writer.beginTable('User')])
    await expect(read(bytes)).rejects.toMatchObject({ code: 'damaged' })
  })

  test('with a frame of 4 GiB: nothing is kept for it', async () => {
    const writer = createWriter()
    const claim = Buffer.from([0x44, 0xff, 0xff, 0xff, 0xff])
    const bytes = Buffer.concat([...writer.begin(header), ...writer.beginTable('App'), claim])
    await expect(read(bytes)).rejects.toMatchObject({ code: 'damaged' })
  })
})
