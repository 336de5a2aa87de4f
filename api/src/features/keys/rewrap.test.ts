import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../db.ts'
import type { KeyScope } from '../../custody/index.ts'
import { type KeyService, keyServiceOf, openKeyring } from '../../custody/testing.ts'
import { createDataKey, withDataKey } from './data-keys.ts'
import {
  anyScope,
  localCustody,
  rewrapAll,
  startServerWithCustody,
  verifyAll,
  withExportedDataKeys,
} from './keys.testing.ts'
import { retireKek } from './retire.ts'
import {
  addForeignKeks,
  APP,
  countUnder,
  rotated,
  ROWS,
  sealForAll,
  snapshot,
  useRewrapHarness,
} from './rewrap.testing.ts'

const harness = useRewrapHarness()

test('every row moves to the current key, and what was sealed before still opens', async () => {
  const expectAllOpen = await sealForAll(harness, await openKeyring(harness.keyringFile))
  const keys = await rotated(harness)
  const progress: number[] = []
  const counts = await rewrapAll({ db: harness.db, keys, batch: 7, onProgress: ({ done }) => progress.push(done) })
  expect(counts).toEqual({ done: ROWS, left: 0, failed: 0 })
  expect(progress.at(-1)).toBe(ROWS)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(await countUnder(harness, 'local:2')).toBe(ROWS)
  await expectAllOpen(keys)
  await expectAllOpen(keyServiceOf([keys.get('local:2')], 'local:2'))
})

test('a second run has nothing to do', async () => {
  const keys = await rotated(harness)
  await rewrapAll({ db: harness.db, keys })
  const before = await snapshot(harness)
  expect(await rewrapAll({ db: harness.db, keys })).toEqual({ done: 0, left: 0, failed: 0 })
  expect(await snapshot(harness)).toEqual(before)
})

test('rows can be read throughout', async () => {
  const keys = await rotated(harness)
  const ended = new AbortController()
  let opened = 0
  const read = async () => {
    for (let index = 0; !ended.signal.aborted; index += 1) {
      await withDataKey(
        harness.db.prisma,
        withExportedDataKeys(keys),
        anyScope(harness.scopes[index % harness.scopes.length]!),
        () => (opened += 1),
      )
    }
  }
  const readers = Array.from({ length: 6 }, read)
  await Promise.race([rewrapAll({ db: harness.db, keys, batch: 5 }), ...readers])
  ended.abort()
  await Promise.all(readers)
  expect(opened).toBeGreaterThan(ROWS)
  expect(await countUnder(harness, 'local:2')).toBe(ROWS)
})

test('a run that is stopped half-way keeps what it moved, and the next one continues', async () => {
  const keys = await rotated(harness)
  const stop = new AbortController()
  const first = await rewrapAll({
    db: harness.db,
    keys,
    batch: 10,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  })
  expect(first.done).toBe(await countUnder(harness, 'local:2'))
  expect(first.done).toBeGreaterThan(0)
  expect(first.left).toBe(ROWS - first.done)
  expect(await verifyAll({ db: harness.db, keys })).toEqual([
    { kekId: 'local:1', opened: first.left, failed: 0 },
    { kekId: 'local:2', opened: first.done, failed: 0 },
  ])
  expect(await rewrapAll({ db: harness.db, keys })).toEqual({ done: first.left, left: 0, failed: 0 })
})

test('a run that is killed between wrapping and writing loses nothing', async () => {
  const keys = await rotated(harness)
  let wraps = 0
  const dying: KeyService = {
    ...keys,
    current: {
      ...keys.current,
      wrap: async (dek, aad) => {
        wraps += 1
        if (wraps > 20) throw new Error('killed')
        return keys.current.wrap(dek, aad)
      },
    },
  }
  await expect(rewrapAll({ db: harness.db, keys: dying })).rejects.toThrow('killed')
  const moved = await countUnder(harness, 'local:2')
  expect(moved).toBeGreaterThan(0)
  expect(moved).toBeLessThan(ROWS)
  expect((await verifyAll({ db: harness.db, keys })).every(({ failed }) => failed === 0)).toBe(true)
  expect(await rewrapAll({ db: harness.db, keys })).toEqual({ done: ROWS - moved, left: 0, failed: 0 })
})

test('several runs at once move each row once between them', async () => {
  const keys = await rotated(harness)
  const others = Array.from({ length: 2 }, () => openDatabase({ url: harness.databaseUrl }, 5))
  const counts = await Promise.all([harness.db, ...others].map((one) => rewrapAll({ db: one, keys, batch: 10 })))
  expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(ROWS)
  expect(counts.map(({ failed }) => failed)).toEqual([0, 0, 0])
  expect(await countUnder(harness, 'local:2')).toBe(ROWS)
  expect(await verifyAll({ db: harness.db, keys })).toEqual([{ kekId: 'local:2', opened: ROWS, failed: 0 }])
  await Promise.all(others.map((one) => one.close()))
})

test('rows that a server writes under the old key during a run are moved too', async () => {
  const old = await openKeyring(harness.keyringFile)
  const keys = await rotated(harness)
  const late: KeyScope[] = []
  const onProgress = () => {
    if (late.length > 0) return undefined
    // Sorts before the current batch, as rows of users of another server may.
    late.push({ owner: 'user', appId: APP, userId: '00000000-0000-7000-8000-000000000001' })
  }
  const slow: KeyService = {
    ...keys,
    current: {
      ...keys.current,
      wrap: async (dek, aad) => {
        const scope = late[0]
        if (late.length === 1 && scope) {
          late.push(scope)
          await createDataKey(harness.db.prisma, withExportedDataKeys(old), anyScope(scope))
        }
        return keys.current.wrap(dek, aad)
      },
    },
  }
  expect(await rewrapAll({ db: harness.db, keys: slow, batch: 10, onProgress })).toEqual({
    done: ROWS + 1,
    left: 0,
    failed: 0,
  })
})

describe('with a key missing', () => {
  test('nothing is moved, and all missing keys are named', async () => {
    const keys = await rotated(harness)
    await addForeignKeks(harness, 'aws:gone:1', 'vault:gone:v1')
    await harness.db.prisma.dataKey.updateMany({ where: { owner: 'server' }, data: { kekId: 'aws:gone:1' } })
    await harness.db.prisma.dataKey.updateMany({ where: { owner: 'app' }, data: { kekId: 'vault:gone:v1' } })
    const before = await snapshot(harness)
    const canaries = await harness.db.prisma.keyCanary.findMany()
    await expect(rewrapAll({ db: harness.db, keys })).rejects.toMatchObject({
      code: 'kek_unknown',
      message: expect.stringMatching(/aws:gone:1.*vault:gone:v1.*Nothing was changed/),
    })
    expect(await snapshot(harness)).toEqual(before)
    expect(await harness.db.prisma.keyCanary.findMany()).toEqual(canaries)
  })

  test('verification counts its rows as failed and changes nothing', async () => {
    const keys = await openKeyring(harness.keyringFile)
    await addForeignKeks(harness, 'aws:gone:1')
    await harness.db.prisma.dataKey.updateMany({ where: { owner: 'server' }, data: { kekId: 'aws:gone:1' } })
    const before = await snapshot(harness)
    expect(await verifyAll({ db: harness.db, keys, batch: 9 })).toEqual([
      { kekId: 'aws:gone:1', opened: 0, failed: 1 },
      { kekId: 'local:1', opened: ROWS - 1, failed: 0 },
    ])
    expect(await snapshot(harness)).toEqual(before)
  })
})

test('a row that does not open stays unchanged, is counted and does not stop the others', async () => {
  const keys = await rotated(harness)
  const [broken] = await harness.db.prisma.dataKey.findMany({ where: { owner: 'user' }, take: 1 })
  const where = { owner_ownerId: { owner: broken!.owner, ownerId: broken!.ownerId } }
  await harness.db.prisma.dataKey.update({ where, data: { wrappedKey: Buffer.alloc(61, 1) } })
  expect(await rewrapAll({ db: harness.db, keys, batch: 10 })).toEqual({ done: ROWS - 1, left: 1, failed: 1 })
  const row = await harness.db.prisma.dataKey.findUniqueOrThrow({ where })
  expect(row).toMatchObject({ kekId: 'local:1', wrappedKey: Uint8Array.from(Buffer.alloc(61, 1)) })
})

test('the canary of the new key is stored before the first row moves, so that the next start can check it', async () => {
  const keys = await rotated(harness)
  await rewrapAll({ db: harness.db, keys })
  expect((await harness.db.prisma.keyCanary.findMany()).map(({ kekId }) => kekId).toSorted()).toEqual([
    'local:1',
    'local:2',
  ])
  expect((await startServerWithCustody(harness.db, harness.keyringFile)).current.id).toBe('local:2')
})

describe('retiring', () => {
  const note = async () => {}

  test('a local key without rows is removed from file and database, and the server starts without it', async () => {
    await rotated(harness)
    await expect(retireKek(harness.db, localCustody(harness.keyringFile), 'local:1', note)).rejects.toMatchObject({
      code: 'kek_in_use',
    })
    await rewrapAll({ db: harness.db, keys: localCustody(harness.keyringFile) })
    await retireKek(harness.db, localCustody(harness.keyringFile), 'local:1', note)
    expect((await startServerWithCustody(harness.db, harness.keyringFile)).ids()).toEqual(['local:2'])
    expect(await verifyAll({ db: harness.db, keys: await openKeyring(harness.keyringFile) })).toEqual([
      { kekId: 'local:2', opened: ROWS, failed: 0 },
    ])
  })

  test('a key that a row still names stays, with its canary', async () => {
    const keys = await rotated(harness)
    const old = keyServiceOf([keys.get('local:1')], 'local:1')
    await rewrapAll({ db: harness.db, keys })
    await createDataKey(harness.db.prisma, withExportedDataKeys(old), { owner: 'app', appId: randomUUID() })
    await expect(retireKek(harness.db, localCustody(harness.keyringFile), 'local:1', note)).rejects.toMatchObject({
      code: 'kek_in_use',
    })
    expect((await openKeyring(harness.keyringFile)).ids()).toEqual(['local:1', 'local:2'])
    expect(await harness.db.prisma.keyCanary.count({ where: { kekId: 'local:1' } })).toBe(1)
    await expect(retireKek(harness.db, localCustody(harness.keyringFile), 'local:2', note)).rejects.toMatchObject({
      code: 'kek_in_use',
    })
  })
})
