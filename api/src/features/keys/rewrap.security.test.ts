import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db.ts'
import {
  addKeyringKey,
  createKeyring,
  type KeyService,
  keyServiceOf,
  openKeyring,
  wrapDataKey,
} from '../../custody/testing.ts'
import { testDatabase } from '../../testing.ts'
import { createDataKey, withDataKey } from './data-keys.ts'
import { withExportedDataKeys, anyScope, rewrapAll, startServerWithCustody, verifyAll } from './keys.testing.ts'

const APP = randomUUID()
const alice = { owner: 'user', appId: APP, userId: randomUUID() } as const
const bob = { owner: 'user', appId: APP, userId: randomUUID() } as const

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let directory: string
let keys: KeyService

beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase({ url: database.url }, 5)
})
afterAll(async () => {
  await db.close()
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rewrap-'))
  await db.prisma.dataKey.deleteMany()
  await db.prisma.keyCanary.deleteMany()
  const file = join(directory, 'keyring.json')
  const old = await startServerWithCustody(db, file)
  for (const scope of [alice, bob]) await createDataKey(db.prisma, withExportedDataKeys(old), anyScope(scope))
  await addKeyringKey(file)
  keys = await openKeyring(file)
  return () => rm(directory, { recursive: true })
})

const rowOf = ({ userId }: typeof alice | typeof bob) =>
  db.prisma.dataKey.findUniqueOrThrow({ where: { owner_ownerId: { owner: 'user', ownerId: userId } } })
const where = ({ userId }: typeof alice | typeof bob) => ({
  owner_ownerId: { owner: 'user', ownerId: userId } as const,
})

test('rotation does not rewrap a data key that was copied to another user’s row', async () => {
  const { wrappedKey } = await rowOf(alice)
  await db.prisma.dataKey.update({ where: where(bob), data: { wrappedKey } })
  expect(await rewrapAll({ db, keys })).toEqual({ done: 1, left: 1, failed: 1 })
  expect(await rowOf(bob)).toMatchObject({ kekId: 'local:1', wrappedKey })
  expect(await verifyAll({ db, keys })).toEqual([
    { kekId: 'local:1', opened: 0, failed: 1 },
    { kekId: 'local:2', opened: 1, failed: 0 },
  ])
})

test('rotation does not rewrap a data key whose row was moved to another app', async () => {
  await db.prisma.dataKey.update({ where: where(alice), data: { appId: randomUUID() } })
  expect(await rewrapAll({ db, keys })).toEqual({ done: 1, left: 1, failed: 1 })
})

test('a row that changed while its old key was being wrapped is not overwritten', async () => {
  const replacement = await wrapDataKey(keyServiceOf([keys.get('local:1')], 'local:1'), alice)
  let wraps = 0
  const racing: KeyService = {
    ...keys,
    current: {
      ...keys.current,
      wrap: async (dek, aad) => {
        // The KEK is the same and the bytes differ: a comparison of KEK ids alone would miss the change.
        wraps += 1
        // The first wrap is the canary’s.
        if (wraps === 2)
          await db.prisma.dataKey.update({ where: where(alice), data: { wrappedKey: replacement.wrappedKey } })
        return keys.current.wrap(dek, aad)
      },
    },
  }
  await db.prisma.dataKey.deleteMany({ where: { ownerId: bob.userId } })
  expect(await rewrapAll({ db, keys: racing })).toMatchObject({ left: 0, failed: 0 })
  // The replacement was moved, not the key that was there before.
  const row = await rowOf(alice)
  expect(row.kekId).toBe('local:2')
  const sealed = await withDataKey(db.prisma, withExportedDataKeys(keys), anyScope(alice), ({ seal }) =>
    seal('p', 'n', 't'),
  )
  await db.prisma.dataKey.update({
    where: where(alice),
    data: { kekId: 'local:1', wrappedKey: replacement.wrappedKey },
  })
  expect(
    await withDataKey(db.prisma, withExportedDataKeys(keys), anyScope(alice), ({ open }) => open('p', 'n', sealed)),
  ).toBe('t')
})

test('a foreign key under the current id moves no row: the canary is checked first', async () => {
  await rewrapAll({ db, keys })
  await db.prisma.dataKey.updateMany({ data: { kekId: 'local:1' } })
  const file = join(directory, 'foreign.json')
  await createKeyring(file)
  await addKeyringKey(file)
  const foreign = (await openKeyring(file)).get('local:2')
  const before = await rowOf(alice)
  const mixed = keyServiceOf([keys.get('local:1'), foreign], 'local:2')
  await expect(rewrapAll({ db, keys: mixed })).rejects.toMatchObject({ code: 'canary_mismatch' })
  expect(await rowOf(alice)).toEqual(before)
})
