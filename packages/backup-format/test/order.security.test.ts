import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAGIC, readBackup } from '@openauth/backup-format'

const header = {
  format: 1,
  version: '1.0.0',
  createdAt: 1,
  installation: '0123456789ab',
  migrations: [],
  tables: ['App', 'User'].map((name) => ({ name, columns: ['id'], estimatedBytes: 1 })),
  keks: [],
}
const rows = Buffer.from('rows')
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

type Frame = [kind: string, content: object | Buffer]

const H: Frame = ['H', header]
const D: Frame = ['D', rows]
const begin = (name: string): Frame => ['T', { name }]
const E: Frame = ['E', { rows: 1, bytes: 4, sha256: sha256(rows) }]
const table = (name: string): Frame[] => [begin(name), D, E]

const contentOf = ([, content]: Frame): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))

/** The last frame of those before it, whose digest is right, so that only what a test changes is wrong. */
const end = (before: Frame[], change: object = {}): Frame => {
  const described = before.filter(([kind]) => kind !== 'D').map(contentOf)
  return ['Z', { rows: 2, bytes: 8, sha256: sha256(Buffer.concat(described)), ...change }]
}

const bytesOf = (frames: Frame[]): Buffer =>
  Buffer.concat([
    MAGIC,
    ...frames.flatMap((frame) => {
      const content = contentOf(frame)
      const prefix = Buffer.alloc(5)
      prefix.write(frame[0], 'latin1')
      prefix.writeUInt32BE(content.length, 1)
      return [prefix, content]
    }),
  ])

async function* only(bytes: Uint8Array) {
  yield bytes
}
const read = async (frames: Frame[]) => {
  const kinds: string[] = []
  for await (const { kind } of readBackup(only(bytesOf(frames)))) kinds.push(kind)
  return kinds.length
}

const whole = [H, ...table('App'), ...table('User')]

test('a backup made by hand is read', async () => {
  expect(await read([...whole, end(whole)])).toBe(8)
})

describe('a backup whose digests are right, and whose order or counts are not, is damaged:', () => {
  const nested = [H, begin('App'), D, begin('User'), D, E, E]
  const one = [H, ...table('App')]
  const unended = [H, ...table('App'), begin('User'), D]
  const twice = [H, H, ...table('App'), ...table('User')]
  test.each<[string, Frame[], RegExp]>([
    ['a table in a table', [...nested, end(nested)], /not in their order/],
    ['the end of a table that did not begin', [H, E], /did not begin/],
    ['data before a table', [H, D], /data of no table/],
    ['data between tables', [H, ...table('App'), D], /data of no table/],
    ['a table less', [...one, end(one, { rows: 1, bytes: 4 })], /tables are missing/],
    ['a table without its end', [...unended, end(unended)], /tables are missing/],
    ['other rows in sum', [...whole, end(whole, { rows: 3 })], /the whole differs/],
    ['other bytes in sum', [...whole, end(whole, { bytes: 9 })], /the whole differs/],
    ['another digest of the whole', [...whole, end(whole, { sha256: sha256(rows) })], /the whole differs/],
    ['two headers', [...twice, end(twice)], /no header, or several/],
    ['data before the header', [D, ...whole, end(whole)], /no header, or several/],
    ['a second end', [...whole, end(whole), end(whole)], /follows its end/],
    ['a table of another digest', [H, begin('App'), D, D, E], /digest of the table App/],
    ['negative rows', [H, begin('App'), D, ['E', { ...(E[1] as object), rows: -1 }]], /not as this format has it/],
  ])('%s', async (_, frames, message) => {
    await expect(read(frames)).rejects.toThrow(message)
  })
})
