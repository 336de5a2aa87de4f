import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AwsKms, startAwsKms } from '@openauth/localnet/custody/aws-kms'
import { startVault, type Vault } from '@openauth/localnet/custody/vault'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db.ts'
import { type KeyScope, type KeyService, keyServiceOf } from '../../lib/custody/key-service.ts'
import { addKeyringKey, openKeyring } from '../../lib/custody/keyring.ts'
import { openCustody } from '../../lib/custody/open-custody.ts'
import { type KekBackend, openKek } from '../../lib/custody/open-kek.ts'
import { testDatabase } from '../../testing.ts'
import { createDataKey, withDataKey } from './data-keys.ts'
import {
  anyScope,
  withExportedDataKeys,
  localCustody,
  rewrapAll,
  startServerWithCustody,
  verifyAll,
} from './keys.testing.ts'
import { retireKek } from './retire.ts'

const APP = randomUUID()
const ROWS = 60

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let directory: string
let keyringFile: string
let scopes: KeyScope[]

beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase({ url: database.url }, 20)
})
afterAll(async () => {
  await db.close()
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rewrap-'))
  keyringFile = join(directory, 'keyring.json')
  await db.prisma.dataKey.deleteMany()
  await db.prisma.keyCanary.deleteMany()
  const keys = await startServerWithCustody(db, keyringFile)
  const users = Array.from({ length: ROWS - 2 }, () => ({ owner: 'user', appId: APP, userId: randomUUID() }) as const)
  scopes = [{ owner: 'server' }, { owner: 'app', appId: APP }, ...users]
  for (const scope of scopes) await createDataKey(db.prisma, withExportedDataKeys(keys), anyScope(scope))
})
afterEach(() => rm(directory, { recursive: true }))

/** The keyring after a rotation; the current key is local:2. */
const rotated = async (): Promise<KeyService> => {
  await addKeyringKey(keyringFile)
  return openKeyring(keyringFile)
}
/** Data keys under a KEK that this server does not have. */
const addForeignRows = (...ids: string[]) =>
  db.prisma.keyCanary.createMany({ data: ids.map((kekId) => ({ kekId, sealed: Buffer.alloc(61) })) })
const countUnder = (kekId: string) => db.prisma.dataKey.count({ where: { kekId } })
const snapshot = () => db.prisma.dataKey.findMany({ orderBy: [{ owner: 'asc' }, { ownerId: 'asc' }] })

/** Seals a text for each owner. The function that it returns throws unless all of them still open. */
const sealForAll = async (keys: KeyService) => {
  const sealed = await Promise.all(
    scopes.map((scope) =>
      withDataKey(db.prisma, withExportedDataKeys(keys), anyScope(scope), (sealer) =>
        sealer.seal('test', 'a', 'secret'),
      ),
    ),
  )
  return async (after: KeyService) => {
    for (const [index, scope] of scopes.entries()) {
      const text = await withDataKey(db.prisma, withExportedDataKeys(after), anyScope(scope), ({ open }) =>
        open('test', 'a', sealed[index]!),
      )
      expect(text).toBe('secret')
    }
  }
}

test('every row moves to the current key, and what was sealed before still opens', async () => {
  const expectAllOpen = await sealForAll(await openKeyring(keyringFile))
  const keys = await rotated()
  const progress: number[] = []
  const counts = await rewrapAll({ db, keys, batch: 7, onProgress: ({ done }) => progress.push(done) })
  expect(counts).toEqual({ done: ROWS, left: 0, failed: 0 })
  expect(progress.at(-1)).toBe(ROWS)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(await countUnder('local:2')).toBe(ROWS)
  await expectAllOpen(keys)
  await expectAllOpen(keyServiceOf([keys.get('local:2')], 'local:2'))
})

test('a second run has nothing to do', async () => {
  const keys = await rotated()
  await rewrapAll({ db, keys })
  const before = await snapshot()
  expect(await rewrapAll({ db, keys })).toEqual({ done: 0, left: 0, failed: 0 })
  expect(await snapshot()).toEqual(before)
})

test('rows can be read throughout', async () => {
  const keys = await rotated()
  const ended = new AbortController()
  let opened = 0
  const read = async () => {
    for (let index = 0; !ended.signal.aborted; index += 1) {
      await withDataKey(
        db.prisma,
        withExportedDataKeys(keys),
        anyScope(scopes[index % scopes.length]!),
        () => (opened += 1),
      )
    }
  }
  const readers = Array.from({ length: 6 }, read)
  await Promise.race([rewrapAll({ db, keys, batch: 5 }), ...readers])
  ended.abort()
  await Promise.all(readers)
  expect(opened).toBeGreaterThan(ROWS)
  expect(await countUnder('local:2')).toBe(ROWS)
})

test('a run that is stopped half-way keeps what it moved, and the next one continues', async () => {
  const keys = await rotated()
  const stop = new AbortController()
  const first = await rewrapAll({ db, keys, batch: 10, signal: stop.signal, onProgress: () => stop.abort() })
  expect(first.done).toBe(await countUnder('local:2'))
  expect(first.done).toBeGreaterThan(0)
  expect(first.left).toBe(ROWS - first.done)
  expect(await verifyAll({ db, keys })).toEqual([
    { kekId: 'local:1', opened: first.left, failed: 0 },
    { kekId: 'local:2', opened: first.done, failed: 0 },
  ])
  expect(await rewrapAll({ db, keys })).toEqual({ done: first.left, left: 0, failed: 0 })
})

test('a run that is killed between wrapping and writing loses nothing', async () => {
  const keys = await rotated()
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
  await expect(rewrapAll({ db, keys: dying })).rejects.toThrow('killed')
  const moved = await countUnder('local:2')
  expect(moved).toBeGreaterThan(0)
  expect(moved).toBeLessThan(ROWS)
  expect((await verifyAll({ db, keys })).every(({ failed }) => failed === 0)).toBe(true)
  expect(await rewrapAll({ db, keys })).toEqual({ done: ROWS - moved, left: 0, failed: 0 })
})

test('several runs at once move each row once between them', async () => {
  const keys = await rotated()
  const others = Array.from({ length: 2 }, () => openDatabase({ url: database.url }, 5))
  const counts = await Promise.all([db, ...others].map((one) => rewrapAll({ db: one, keys, batch: 10 })))
  expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(ROWS)
  expect(counts.map(({ failed }) => failed)).toEqual([0, 0, 0])
  expect(await countUnder('local:2')).toBe(ROWS)
  expect(await verifyAll({ db, keys })).toEqual([{ kekId: 'local:2', opened: ROWS, failed: 0 }])
  await Promise.all(others.map((one) => one.close()))
})

test('rows that a server writes under the old key during a run are moved too', async () => {
  const old = await openKeyring(keyringFile)
  const keys = await rotated()
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
          await createDataKey(db.prisma, withExportedDataKeys(old), anyScope(scope))
        }
        return keys.current.wrap(dek, aad)
      },
    },
  }
  expect(await rewrapAll({ db, keys: slow, batch: 10, onProgress })).toEqual({ done: ROWS + 1, left: 0, failed: 0 })
})

describe('with a key missing', () => {
  test('nothing is moved, and all missing keys are named', async () => {
    const keys = await rotated()
    await addForeignRows('aws:gone:1', 'vault:gone:v1')
    await db.prisma.dataKey.updateMany({ where: { owner: 'server' }, data: { kekId: 'aws:gone:1' } })
    await db.prisma.dataKey.updateMany({ where: { owner: 'app' }, data: { kekId: 'vault:gone:v1' } })
    const before = await snapshot()
    const canaries = await db.prisma.keyCanary.findMany()
    await expect(rewrapAll({ db, keys })).rejects.toMatchObject({
      code: 'kek_unknown',
      message: expect.stringMatching(/aws:gone:1.*vault:gone:v1.*Nothing was changed/),
    })
    expect(await snapshot()).toEqual(before)
    expect(await db.prisma.keyCanary.findMany()).toEqual(canaries)
  })

  test('verification counts its rows as failed and changes nothing', async () => {
    const keys = await openKeyring(keyringFile)
    await addForeignRows('aws:gone:1')
    await db.prisma.dataKey.updateMany({ where: { owner: 'server' }, data: { kekId: 'aws:gone:1' } })
    const before = await snapshot()
    expect(await verifyAll({ db, keys, batch: 9 })).toEqual([
      { kekId: 'aws:gone:1', opened: 0, failed: 1 },
      { kekId: 'local:1', opened: ROWS - 1, failed: 0 },
    ])
    expect(await snapshot()).toEqual(before)
  })
})

test('a row that does not open stays unchanged, is counted and does not stop the others', async () => {
  const keys = await rotated()
  const [broken] = await db.prisma.dataKey.findMany({ where: { owner: 'user' }, take: 1 })
  const where = { owner_ownerId: { owner: broken!.owner, ownerId: broken!.ownerId } }
  await db.prisma.dataKey.update({ where, data: { wrappedKey: Buffer.alloc(61, 1) } })
  expect(await rewrapAll({ db, keys, batch: 10 })).toEqual({ done: ROWS - 1, left: 1, failed: 1 })
  const row = await db.prisma.dataKey.findUniqueOrThrow({ where })
  expect(row).toMatchObject({ kekId: 'local:1', wrappedKey: Uint8Array.from(Buffer.alloc(61, 1)) })
})

test('the canary of the new key is stored before the first row moves, so that the next start can check it', async () => {
  const keys = await rotated()
  await rewrapAll({ db, keys })
  expect((await db.prisma.keyCanary.findMany()).map(({ kekId }) => kekId).toSorted()).toEqual(['local:1', 'local:2'])
  expect((await startServerWithCustody(db, keyringFile)).current.id).toBe('local:2')
})

describe('retiring', () => {
  const note = async () => {}

  test('a local key without rows is removed from file and database, and the server starts without it', async () => {
    await rotated()
    await expect(retireKek(db, localCustody(keyringFile), 'local:1', note)).rejects.toMatchObject({
      code: 'kek_in_use',
    })
    await rewrapAll({ db, keys: localCustody(keyringFile) })
    await retireKek(db, localCustody(keyringFile), 'local:1', note)
    expect((await startServerWithCustody(db, keyringFile)).ids()).toEqual(['local:2'])
    expect(await verifyAll({ db, keys: await openKeyring(keyringFile) })).toEqual([
      { kekId: 'local:2', opened: ROWS, failed: 0 },
    ])
  })

  test('a key that a row still names stays, with its canary', async () => {
    const keys = await rotated()
    const old = keyServiceOf([keys.get('local:1')], 'local:1')
    await rewrapAll({ db, keys })
    await createDataKey(db.prisma, withExportedDataKeys(old), { owner: 'app', appId: randomUUID() })
    await expect(retireKek(db, localCustody(keyringFile), 'local:1', note)).rejects.toMatchObject({
      code: 'kek_in_use',
    })
    expect((await openKeyring(keyringFile)).ids()).toEqual(['local:1', 'local:2'])
    expect(await db.prisma.keyCanary.count({ where: { kekId: 'local:1' } })).toBe(1)
    await expect(retireKek(db, localCustody(keyringFile), 'local:2', note)).rejects.toMatchObject({
      code: 'kek_in_use',
    })
  })
})

describe('between backends', () => {
  let kms: AwsKms
  let vault: Vault

  beforeAll(async () => {
    kms = await startAwsKms()
    vault = await startVault()
    vault.createKey('openauth')
  })
  afterAll(async () => {
    await kms.stop()
    await vault.stop()
  })

  test('from the keyring to KMS, to Vault, through Vault’s rotation, and back', async () => {
    const tokenFile = join(directory, 'token')
    await writeFile(tokenFile, vault.token, { mode: 0o600 })
    const backends = {
      keyringFile,
      awsKms: { keys: [kms.createKey()], endpoint: kms.url, credentials: kms.credentials },
      vaultTransit: { address: vault.url, mount: 'transit', keys: ['openauth'], tokenFile },
      legacySaltFile: undefined,
      cacheSeconds: 60,
    }
    const expectAllOpen = await sealForAll(await openKeyring(keyringFile))
    const kinds: KekBackend[] = ['aws-kms', 'vault-transit', 'vault-transit', 'local']
    for (const kek of kinds) {
      const keys = openCustody({ kek, ...backends })
      const { current } = await keys.status()
      expect(await rewrapAll({ db, keys })).toEqual({ done: ROWS, left: 0, failed: 0 })
      expect(await countUnder(current)).toBe(ROWS)
      expect(await verifyAll({ db, keys })).toEqual([{ kekId: current, opened: ROWS, failed: 0 }])
      const opened = await openKek({ kek, ...backends })
      await expectAllOpen(opened.keys)
      opened.close()
      await keys.close()
      if (kek === 'vault-transit') vault.rotateKey('openauth')
    }
    expect(await countUnder('local:1')).toBe(ROWS)
  })

  test('a backend that fails half-way ends the run with a message that says what to do; the next run moves the rest', async () => {
    const awsKms = { keys: [kms.createKey()], endpoint: kms.url, credentials: kms.credentials }
    const keys = openCustody({ kek: 'aws-kms', keyringFile, awsKms, legacySaltFile: undefined, cacheSeconds: 0 })
    const { current } = await keys.status()
    let seen = 0
    const onProgress = ({ done }: { done: number }) => {
      seen = done
      if (done > 1) kms.faults.set({ kind: 'error' })
    }
    const moving = rewrapAll({ db, keys, batch: 10, onProgress })
    await expect(moving).rejects.toMatchObject({ code: 'backend_unavailable' })
    const moved = await countUnder(current)
    expect(moved).toBe(seen)
    expect(moved).toBeGreaterThan(1)
    await expect(verifyAll({ db, keys })).rejects.toMatchObject({ code: 'backend_unavailable' })
    kms.faults.clear()
    expect(await rewrapAll({ db, keys })).toEqual({ done: ROWS - moved, left: 0, failed: 0 })
    await keys.close()
  })
})
