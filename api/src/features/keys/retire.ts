import type { Database } from '../../db.ts'
import { CustodyError } from '../../lib/custody/errors.ts'
import type { KeyService } from '../../lib/custody/key-service.ts'
import { retireKeyringKey } from '../../lib/custody/keyring.ts'

/**
 * Forgets a KEK that no data key is wrapped under any more: its canary goes, so that servers start without it. The key
 * itself stays where it is: take it out of the settings, schedule its deletion in KMS, raise Vault's
 * min_decryption_version. Every server must have opened its KEKs anew since the rotation: one that still wraps under this
 * KEK would store what nobody can open.
 *
 * Throws kek_in_use where it is the current one, or rows name it.
 */
export const retireKek = async (db: Database, keys: Pick<KeyService, 'current'>, kekId: string): Promise<void> => {
  if (keys.current.id === kekId) throw inUse(kekId, 'it is the current one')
  await db.transaction(async (tx) => {
    await tx.keyCanary.deleteMany({ where: { kekId } })
    const rows = await tx.dataKey.count({ where: { kekId } })
    if (rows > 0) throw inUse(kekId, `${rows} stored data keys are wrapped under it`)
  })
}

/**
 * The same for a key of the keyring file, which is then taken out of the file for good. Rows are counted once more while
 * the file is locked. Throws as retireKek and retireKeyringKey do; what fails leaves the file as it was.
 */
export const retireLocalKek = async (
  db: Database,
  keys: Pick<KeyService, 'current'>,
  keyringFile: string,
  kekId: string,
): Promise<void> => {
  await retireKeyringKey(keyringFile, kekId, async () => {
    await retireKek(db, keys, kekId)
    return (await db.prisma.dataKey.count({ where: { kekId } })) === 0
  })
}

const inUse = (kekId: string, why: string): CustodyError =>
  new CustodyError('kek_in_use', `The key-encryption key ${kekId} is not retired: ${why}. Rewrap all data keys first.`)
