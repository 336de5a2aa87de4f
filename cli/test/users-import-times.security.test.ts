import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../api/src/testing.ts'
import { instantOf } from '../src/users/formats/format.ts'
import { type CliResult, createOperator, fileWith } from './cli.ts'

let home: string
let server: TestServer
let app: TestApp
let openauth: (argv: string[]) => Promise<CliResult>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Times')
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const run = (file: string, ...more: string[]) => openauth(['users', 'import', file, '--app', app.id, ...more])

describe('a text that is no time of the calendar is none:', () => {
  test.each([
    '2026-02-31',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31T10:00:00Z',
    '2026-01-01T24:30:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:61Z',
    '2026-01-01T10:00:00+99:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '-000001-01-01',
    'user 5',
    '1/2/2024',
    'infinity',
    '1e12',
    '0x18c',
    '9999999999999999',
  ])('%s', (text) => expect(instantOf(text)).toBeUndefined())
})

test('times of the calendar are read, without a zone as of UTC', () => {
  const at = Date.UTC(2024, 1, 29, 3, 4, 5, 678)
  for (const text of [
    '2024-02-29T03:04:05.678Z',
    '2024-02-29 03:04:05.678+00',
    '2024-02-29 03:04:05.678',
    '2024-02-29T05:34:05.678+02:30',
    '2024-02-28T22:04:05.678-0500',
    String(at),
  ])
    expect([text, instantOf(text)]).toEqual([text, at])
  expect(instantOf('2024-02-29')).toBe(Date.UTC(2024, 1, 29))
})

const email = (name: string) => ({ email: `${name}@example.com`, email_verified: true, user_id: `auth0|${name}` })
const csv = (createdAt: string) => `externalId,createdAt\nof-csv,${createdAt}\n`

describe('a row is refused, and not imported as of another time:', () => {
  test.each([
    ['a day that the calendar has not', JSON.stringify([{ ...email('day'), created_at: '2026-02-31T00:00:00Z' }])],
    ['a year of nothing', JSON.stringify([{ ...email('zero'), last_login: '0000-01-01T00:00:00Z' }])],
    ['words', JSON.stringify([{ ...email('words'), created_at: 'user 5' }])],
    ['seconds', JSON.stringify([{ ...email('seconds'), created_at: 1_700_000_000 }])],
    ['microseconds', JSON.stringify([{ ...email('micro'), created_at: 1_700_000_000_000_000 }])],
    ['the future', JSON.stringify([{ ...email('future'), created_at: '9998-01-01T00:00:00Z' }])],
    ['a day of CSV that the calendar has not', csv('2026-02-31')],
    ['seconds of CSV', csv('1700000000')],
    ['a text of NDJSON', '{"externalId":"text","createdAt":"2026-02-31"}\n'],
    ['seconds of NDJSON', '{"externalId":"text","createdAt":1700000000}\n'],
  ])('%s', async (_, text) => {
    const { stderr, stdout, code } = await run(await fileWith(text), '--json')
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ created: 0, refused: 1 })])
    expect(stderr).toMatch(/Row 1 is refused: (createdAt|lastSeenAt) /)
  })
})

test('a user of Supabase that is banned until infinity is imported as disabled', async () => {
  const user = {
    id: crypto.randomUUID(),
    email: 'banned@example.com',
    encrypted_password: '',
    banned_until: 'infinity',
  }
  await run(await fileWith(JSON.stringify([user])))
  expect(await app.client.appUsers.get({ id: user.id })).toMatchObject({ disabled: true })
})
