import { stat } from 'node:fs/promises'
import type { Database } from '../../db.ts'
import { CustodyError } from '../../lib/custody/errors.ts'
import { checkCanary, type KeyService, makeCanary } from '../../lib/custody/key-service.ts'
import { createKeyring, openKeyring } from '../../lib/custody/keyring.ts'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Opens the keyring that this database was written with. A keyring is made only for a database that has never had one:
 * a missing keyring beside existing wallets is a loss to be told of, not a reason to make a new key.
 * Throws CustodyError with what to do.
 */
export const openKeys = async (db: Database, keyringFile: string): Promise<KeyService> => {
  const canaries = await db.prisma.keyCanary.findMany()
  if (!(await exists(keyringFile))) {
    if (canaries.length > 0) {
      const message = `The keyring ${keyringFile} is missing, and this database holds wallets sealed with it. Restore the file from its backup, or set OPENAUTH_KEYRING_FILE to where it is.`
      throw new CustodyError('keyring_missing', message)
    }
    await createKeyring(keyringFile)
  }
  const keys = await openKeyring(keyringFile)
  for (const canary of canaries) await checkCanary(keys, canary)
  for (const { kekId } of await db.prisma.dataKey.findMany({ distinct: ['kekId'], select: { kekId: true } }))
    keys.get(kekId)
  if (!canaries.some((canary) => canary.kekId === keys.current.id)) await plantCanary(db, keys)
  return keys
}

/** Two servers may start on one new database: the first canary stands, and the second server must be able to open it. */
export const plantCanary = async (db: Database, keys: KeyService): Promise<void> => {
  const { kekId, sealed } = await makeCanary(keys)
  await db.prisma.keyCanary.createMany({ data: [{ kekId, sealed }], skipDuplicates: true })
  await checkCanary(keys, await db.prisma.keyCanary.findUniqueOrThrow({ where: { kekId } }))
}
