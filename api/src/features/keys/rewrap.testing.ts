import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Database, openDatabase } from '../../db.ts'
import type { KeyScope } from '../../custody/index.ts'
import { addKeyringKey, type KeyService, openKeyring } from '../../custody/testing.ts'
import { testDatabase } from '../../testing.ts'
import { createDataKey, withDataKey } from './data-keys.ts'
import { anyScope, startServerWithCustody, withExportedDataKeys } from './keys.testing.ts'

/** A database with data keys of a server, an app and users, wrapped under local:1 of a new keyring for each test. */
export interface RewrapHarness {
  databaseUrl: string
  db: Database
  directory: string
  keyringFile: string
  scopes: KeyScope[]
}

export const APP = randomUUID()
export const ROWS = 60

/** Registers the hooks of a file whose tests rewrap data keys. */
export const useRewrapHarness = (): RewrapHarness => {
  const harness = {} as RewrapHarness
  beforeAll(async () => {
    const { url } = await testDatabase()
    Object.assign(harness, { databaseUrl: url, db: openDatabase({ url }, 20) })
  })
  afterAll(() => harness.db.close())
  beforeEach(async () => {
    const { db } = harness
    const directory = await mkdtemp(join(tmpdir(), 'rewrap-'))
    const keyringFile = join(directory, 'keyring.json')
    await db.prisma.dataKey.deleteMany()
    await db.prisma.keyCanary.deleteMany()
    const keys = await startServerWithCustody(db, keyringFile)
    const users = Array.from({ length: ROWS - 2 }, () => ({ owner: 'user', appId: APP, userId: randomUUID() }) as const)
    const scopes: KeyScope[] = [{ owner: 'server' }, { owner: 'app', appId: APP }, ...users]
    for (const scope of scopes) await createDataKey(db.prisma, withExportedDataKeys(keys), anyScope(scope))
    Object.assign(harness, { directory, keyringFile, scopes })
  })
  afterEach(() => rm(harness.directory, { recursive: true }))
  return harness
}

/** The keyring after a rotation; the current key is local:2. */
export const rotated = async ({ keyringFile }: RewrapHarness): Promise<KeyService> => {
  await addKeyringKey(keyringFile)
  return openKeyring(keyringFile)
}

/** Registers KEKs that this server does not have. */
export const addForeignKeks = ({ db }: RewrapHarness, ...ids: string[]) =>
  db.prisma.keyCanary.createMany({ data: ids.map((kekId) => ({ kekId, sealed: Buffer.alloc(61) })) })

export const countUnder = ({ db }: RewrapHarness, kekId: string) => db.prisma.dataKey.count({ where: { kekId } })

/** All data keys, in a stable order. */
export const snapshot = ({ db }: RewrapHarness) =>
  db.prisma.dataKey.findMany({ orderBy: [{ owner: 'asc' }, { ownerId: 'asc' }] })

/** Seals a text for each owner. The function that it returns throws unless all of them still open. */
export const sealForAll = async ({ db, scopes }: RewrapHarness, keys: KeyService) => {
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
