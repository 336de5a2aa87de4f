import type { Database, Tx } from '../../db.ts'
import type { Custody } from '../../lib/custody/custody.ts'
import { CustodyError } from '../../lib/custody/errors.ts'

type Keys = Pick<Custody, 'status' | 'retire'>

/**
 * Forgets a KEK that no data key is wrapped under any more: its canary goes, so that servers start without it. A key of
 * the local backend is also taken out of the keyring for good, while the keyring is locked; others stay where they are:
 * take them out of the settings, schedule their deletion in KMS, raise Vault's min_decryption_version. Every server must
 * have reloaded its KEKs since the rotation, which each does every minute: one that still wraps under this KEK would
 * store what nobody can open.
 *
 * `note` is written in the transaction that removes the canary. Throws kek_in_use where it is the current one, or rows name
 * it, kek_unknown, and what `retire` of custody throws; what is refused leaves database and keyring as they were.
 */
export const retireKek = async (
  db: Database,
  keys: Keys,
  kekId: string,
  note: (tx: Tx) => Promise<void>,
): Promise<{ isRemovedFromKeyring: boolean }> => {
  const { backend, current } = await keys.status()
  if (kekId === current) throw inUse(kekId, 'it is the current one. Rotate first.')
  const isRemovedFromKeyring = backend === 'local' && kekId.startsWith('local:')
  if (!isRemovedFromKeyring && (await removeCanary(db, kekId, note)) === 0) throw unknown(kekId)
  if (isRemovedFromKeyring)
    await keys.retire(kekId, async () => {
      await removeCanary(db, kekId, note)
      return (await db.prisma.dataKey.count({ where: { kekId } })) === 0
    })
  return { isRemovedFromKeyring }
}

/** Locked first: a row that comes to name the canary waits, and is refused where the canary is gone then. */
const removeCanary = ({ transaction }: Database, kekId: string, note: (tx: Tx) => Promise<void>): Promise<number> =>
  transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "KeyCanary" WHERE "kekId" = ${kekId} FOR UPDATE`
    requireNoRows(kekId, await tx.dataKey.count({ where: { kekId } }))
    const { count } = await tx.keyCanary.deleteMany({ where: { kekId } })
    await note(tx)
    return count
  })

const requireNoRows = (kekId: string, rows: number): void => {
  if (rows > 0) throw inUse(kekId, `${rows} stored data keys are wrapped under it. Rewrap all data keys first.`)
}

const unknown = (kekId: string): CustodyError =>
  new CustodyError(
    'kek_unknown',
    `There is no key-encryption key ${JSON.stringify(kekId.slice(0, 120))}; look at its ids.`,
  )

const inUse = (kekId: string, why: string): CustodyError =>
  new CustodyError('kek_in_use', `The key-encryption key ${kekId} is not retired: ${why}`)
