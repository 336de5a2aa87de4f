import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { providers } from '@openauth/client'
import { type ExportedUser, writerOf } from '../src/users/export-formats.ts'
import type { FileRecord } from '../src/users/file-record.ts'
import type { Fields } from '../src/users/formats/format.ts'
import { guardCell, unguardCell } from '../src/csv-guard.ts'
import { csv } from '../src/users/formats/openauth.ts'
import { recordsOf } from '../src/users/records.ts'
import { formatOf } from '../src/users/formats/index.ts'
import { rowOf } from '../src/users/rows.ts'

async function* inChunks(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
const read = async (text: string, size = 7): Promise<FileRecord[]> => {
  const records: FileRecord[] = []
  for await (const record of await recordsOf(inChunks(text, size))) records.push(record)
  return records
}
const options = { emailAsUsername: false, unverifiedEmails: false, withoutPasswords: false }
const importRows = async (text: string, size?: number): Promise<Fields[]> =>
  (await read(text, size)).map((record) => rowOf(csv, record, options).user)

/** Text as names and ids may have it, and as spreadsheets and CSV make trouble of it. */
const troublesome = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    '+1',
    '-1',
    '@x',
    "'=1",
    "''@",
    '"',
    '""',
    'a,b',
    'a;b',
    'a"b',
    '"a"',
    "'",
    ' a ',
    'ä\u0301',
    '＝1',
    '\t=1',
  ),
)
const user: fc.Arbitrary<ExportedUser> = fc.record({
  id: fc.uuid(),
  identities: fc.uniqueArray(
    fc.record({ provider: fc.constantFrom(...providers), subject: troublesome, display: troublesome }),
    { selector: ({ provider }) => provider, maxLength: 4 },
  ),
  externalId: fc.option(troublesome),
  displayName: fc.option(troublesome),
  avatar: fc.option(fc.webUrl()),
  referCode: fc.constant('ABCD1234'),
  createdAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  lastSeenAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  disabled: fc.boolean(),
})

const order = <T extends { provider: string }>(identities: T[]) =>
  identities.toSorted((one, other) => (one.provider < other.provider ? -1 : 1))

const normal = ({ identities, ...fields }: Fields) => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)),
  identities: order(
    (identities as ExportedUser['identities']).map(({ provider, subject, display }) => ({
      provider,
      subject,
      display: display ?? subject,
    })),
  ),
})

describe('CSV', () => {
  test('what is exported is imported again, whatever it holds and however it arrives', async () => {
    const writer = await writerOf('csv')
    await fc.assert(
      fc.asyncProperty(
        fc.array(user, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        async (users, size) => {
          const text = writer.begin + writer.page(users, true) + writer.end
          expect((await importRows(text, size)).map(normal)).toEqual(users.map((each) => normal({ ...each })))
        },
      ),
    )
  })

  test('NDJSON and JSON too', async () => {
    for (const format of ['ndjson', 'json'] as const) {
      const writer = await writerOf(format)
      await fc.assert(
        fc.asyncProperty(fc.array(user, { minLength: 2, maxLength: 5 }), async (users) => {
          const text =
            writer.begin + writer.page(users.slice(0, 1), true) + writer.page(users.slice(1), false) + writer.end
          expect((await read(text, 100)).map(({ value }) => value)).toEqual(users)
        }),
        { numRuns: 30 },
      )
    }
  })

  test('no cell of an export begins as a formula', async () => {
    fc.assert(
      fc.property(troublesome, (text) => {
        const cell = guardCell(text)
        expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
        expect(unguardCell(cell)).toBe(text)
      }),
    )
    const writer = await writerOf('csv')
    const mallory = '=HYPERLINK("https://evil.example","click")'
    const identities = [{ provider: 'telegram' as const, subject: '1', display: '@SUM(1)' }]
    const row = { id: 'x', identities, externalId: null, displayName: mallory, avatar: null, referCode: 'A' }
    const text = writer.page([{ ...row, createdAt: 0, lastSeenAt: 0, disabled: false }], true)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""click"")"`)
    expect(text).toContain("'@SUM(1)")
  })

  test.each([
    ['line feeds', 'externalId,displayName\na,"x\ny"\nb,z\n'],
    ['carriage returns and line feeds', 'externalId,displayName\r\na,"x\ny"\r\nb,z\r\n'],
    ['no end of the last line', 'externalId,displayName\na,"x\ny"\nb,z'],
    ['blank lines', 'externalId,displayName\n\na,"x\ny"\n\n\nb,z\n\n'],
    ['semicolons', 'externalId;displayName\na;"x\ny"\nb;z\n'],
    ['tabs', 'externalId\tdisplayName\na\t"x\ny"\nb\tz\n'],
    ['blanks around the names of columns', 'externalId , displayName\na,"x\ny"\nb,z\n'],
  ])('is read with %s', async (_, text) => {
    const rows = await importRows(text)
    expect(rows.map(({ externalId, displayName }) => [externalId, displayName])).toEqual([
      ['a', 'x\ny'],
      ['b', 'z'],
    ])
  })

  test('a row with too few or too many cells is refused by itself', async () => {
    const rows = (await read('externalId,displayName\na\nb,B\nc,C,D\n')).map(
      (record) => rowOf(csv, record, options).issues,
    )
    expect(rows).toEqual([
      [{ path: '', message: 'has 1 cells, not 2' }],
      [],
      [{ path: '', message: 'has 3 cells, not 2' }],
    ])
  })

  test('a quote that never ends, and a row of megabytes, end the import with the row', async () => {
    await expect(read('externalId,displayName\na,"x\nb,y\n')).rejects.toThrow('The file is not CSV after row 0')
    await expect(read(`externalId\na\n"${'x'.repeat(5_000_000)}"\n`, 65_536)).rejects.toThrow(
      'The file is not CSV after row',
    )
    await expect(read(`{"externalId":"a"}\n{"x":"${'x'.repeat(5_000_000)}"}\n`, 65_536)).rejects.toThrow(
      'longer than a user',
    )
  })

  test('a column that nobody knows is not taken for one of this format', () => {
    expect(formatOf('auto', { value: { externalId: 'a', email: '' }, isCsv: true }).name).toBe('csv')
    expect(() => formatOf('auto', { value: { externalId: 'a', salary: '1' }, isCsv: true })).toThrow(
      'is not recognized',
    )
    expect(() => formatOf('auto', { value: { name: 'a', salary: '1' }, isCsv: true })).toThrow('is not recognized')
  })
})

test('a file is read as it is imported, a few rows ahead, so that memory does not grow with it', async () => {
  const rows = 100_000
  let read = 0
  async function* large() {
    yield '['
    for (; read < rows; read += 1)
      yield `${read > 0 ? ',' : ''}{"externalId":"user-${read}","displayName":"${'x'.repeat(50)}"}`
    yield ']'
  }
  let ahead = 0
  let count = 0
  for await (const _ of await recordsOf(large())) {
    count += 1
    ahead = Math.max(ahead, read - count)
  }
  expect(count).toBe(rows)
  expect(ahead).toBeLessThan(rows / 10)
})
