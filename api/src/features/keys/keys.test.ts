import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@openauth/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  startServer,
  testDatabase,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { reloadKeys } from './canary.ts'

// Two servers of one installation share a keyring: one has a signer process, the other holds the keys itself.

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let first: TestServer
let second: TestServer
let adminToken: string
let admin: Client
let appId: string
let users: TestUser[]
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'openauth-keys-'))
  const environment = { DATABASE_URL: database.url, OPENAUTH_DATA_DIR: folder, OPENAUTH_RATE_LIMIT_SCALE: '0' }
  first = await startServer({ ...environment, OPENAUTH_SIGNER: 'process' })
  second = await startServer(environment)
  adminToken = await signInAsAdmin(first)
  admin = first.as(adminToken)
  appId = (await createTestApp(first, adminToken, 'Keys')).id
  users = await Promise.all(['ada', 'bob', 'cyd', 'dan'].map((name) => signInAs(first, appId, name)))
})
afterAll(async () => {
  await first.stop()
  await second.stop()
  await rm(folder, { recursive: true, force: true })
})

const keyring = async () =>
  JSON.parse(await readFile(join(folder, 'keys', 'keyring.json'), 'utf8')) as { current: string; keys: object }
const actions = async () => (await admin.audit.list({ limit: 50 })).data.map(({ action }) => action)
const rowsUnder = async (id: string) => (await admin.keys.status()).keks.find((kek) => kek.id === id)?.rows ?? 0

const rewrapAll = async (limit: number) => {
  let after: string | undefined
  do after = (await admin.keys.rewrap({ limit, ...(after === undefined ? {} : { after }) })).next ?? undefined
  while (after !== undefined)
}

test('rotation, rewrapping and retirement while both servers sign: no signature fails', async () => {
  const outcomes: number[] = []
  let done = false
  const signers = [first, second].flatMap((server) =>
    users.map(async ({ token }) => {
      while (!done) {
        const { status } = await server.send('POST', '/user/solana/sign-message', { token, body: { message: 'hello' } })
        outcomes.push(status)
      }
    }),
  )
  const before = (await keyring()).current
  const { current, added } = await admin.keys.rotate()
  expect([current, added]).toEqual(['local:2', 'local:2'])
  expect((await keyring()).current).toBe('local:2')
  await rewrapAll(2)
  expect(await rowsUnder(before)).toBe(0)
  expect((await admin.keys.verify()).reports).toEqual([{ kekId: 'local:2', opened: 6, failed: 0 }])
  // The second server has not reloaded; it only meets rows that name the new key.
  expect((await second.as(adminToken).keys.status()).current).toBe('local:1')
  await reloadKeys(second.resources.db, second.resources.keys)
  expect(await admin.keys.retire({ id: before })).toEqual({ id: before, isRemovedFromKeyring: true })
  done = true
  await Promise.all(signers)
  expect(outcomes.length).toBeGreaterThan(20)
  expect(outcomes.filter((status) => status !== 200)).toEqual([])
  expect(Object.keys((await keyring()).keys)).toEqual(['local:2'])
  expect(await actions()).toEqual(expect.arrayContaining(['key.rotate', 'key.rewrap', 'key.retire']))
  await signInAs(second, appId, 'eve')
})

test('a standby key wraps nothing until it is activated, and its canary is stored before', async () => {
  const { current, added } = await admin.keys.rotate({ standby: true })
  expect([current, added]).toEqual(['local:2', 'local:3'])
  const { prisma } = first.resources.db
  expect(await prisma.keyCanary.count({ where: { kekId: 'local:3' } })).toBe(1)
  expect((await keyring()).current).toBe('local:2')
  expect(await admin.keys.rotate({ activate: 'local:3' })).toEqual({ current: 'local:3' })
  expect((await keyring()).current).toBe('local:3')
  await rewrapAll(1000)
})

describe('refusals', () => {
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )

  test('refuses unknown keys, retiring a key in use, and both kinds of rotation at once', async () => {
    expect(await refusal(admin.keys.rotate({ activate: 'local:99' }))).toBe('kek_not_found')
    expect(await refusal(admin.keys.rotate({ standby: true, activate: 'local:3' }))).toBe('invalid_input')
    expect(await refusal(admin.keys.retire({ id: 'local:3' }))).toBe('kek_in_use')
    expect(await refusal(admin.keys.retire({ id: 'local:99' }))).toBe('kek_not_found')
    expect(await refusal(admin.keys.retire({ id: 'aws:eu:1:none:1' }))).toBe('kek_not_found')
    for (const limit of [0, 10_001, 1.5]) expect(await refusal(admin.keys.rewrap({ limit }))).toBe('invalid_input')
  })

  test('refuses to retire a key that a row names; keyring and database stay unchanged', async () => {
    const { prisma } = first.resources.db
    const row = await prisma.dataKey.findFirstOrThrow({ where: { owner: 'user' } })
    const where = { owner_ownerId: { owner: row.owner, ownerId: row.ownerId } }
    await prisma.dataKey.update({ where, data: { kekId: 'local:2' } })
    expect(await refusal(admin.keys.retire({ id: 'local:2' }))).toBe('kek_in_use')
    expect(Object.keys((await keyring()).keys)).toContain('local:2')
    expect(await prisma.keyCanary.count({ where: { kekId: 'local:2' } })).toBe(1)
    await prisma.dataKey.update({ where, data: { kekId: row.kekId } })
  })

  test('refuses rotation while another change holds the keyring', async () => {
    await first.resources.keys
      .retire('local:2', async () => {
        expect(await refusal(admin.keys.rotate())).toBe('keyring_busy')
        return false
      })
      .catch(() => {})
  })
})

describe('rows that do not open', () => {
  let broken: { owner: 'server' | 'app' | 'user'; ownerId: string; wrappedKey: Uint8Array<ArrayBuffer> }
  beforeEach(async () => {
    broken = await first.resources.db.prisma.dataKey.findFirstOrThrow({ where: { owner: 'user' } })
    const where = { owner_ownerId: { owner: broken.owner, ownerId: broken.ownerId } }
    await first.resources.db.prisma.dataKey.update({
      where,
      data: { wrappedKey: Buffer.alloc(61, 1), kekId: 'local:2' },
    })
    return async () =>
      void (await first.resources.db.prisma.dataKey.update({
        where,
        data: { wrappedKey: broken.wrappedKey, kekId: 'local:3' },
      }))
  })

  test('are counted by verify and rewrap, batch by batch, and stay unchanged', async () => {
    let failed = 0
    let after: string | null = null
    do {
      const batch = await admin.keys.verify({ limit: 2, ...(after === null ? {} : { after }) })
      failed += batch.reports.reduce((sum, report) => sum + report.failed, 0)
      expect(batch.total).toBe(7)
      after = batch.next
    } while (after !== null)
    expect(failed).toBe(1)
    expect(await admin.keys.rewrap({})).toEqual({ done: 0, left: 1, failed: 1, next: null })
  })
})
