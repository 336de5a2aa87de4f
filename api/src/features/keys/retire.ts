import type { Database, Tx } from '../../db.ts'
import { type Custody, CustodyError } from '../../custody/index.ts'

type Keys = Pick<Custody, 'status' | 'retire'>

/**
 * Retires a KEK under which no data key is wrapped any more: its canary is deleted, so that servers start without it.
 * A key of the local backend is also removed from the keyring, under the keyring's lock. Keys of other backends stay
 * there: remove them from the settings, schedule their deletion in KMS, raise Vault's min_decryption_version. Every
 * server must have reloaded its KEKs since the rotation, which each does every minute: a server that still wraps under
 * this KEK would store data keys that nobody can open.
 *
 * `note` is called in the transaction that removes the canary. Throws kek_in_use where the KEK is the current one or
 * rows name it, kek_unknown, and what `retire` of custody throws. A refusal leaves database and keyring unchanged.
 */
export const retireKek = async (
  db: Database,
  keys: Keys,
  kekId: string,
  note: (tx: Tx) => Promise<void>,
): Promise<{ isRemovedFromKeyring: boolean }> => {
  const { backend, current } = await keys.status()
  if (kekId === current) throw kekInUse(kekId, 'it is the current one. Rotate first.')
  const isRemovedFromKeyring = backend === 'local' && kekId.startsWith('local:')
  if (!isRemovedFromKeyring && (await removeCanary(db, kekId, note)) === 0) throw kekUnknown(kekId)
  if (isRemovedFromKeyring)
    await keys.retire(kekId, async () => {
      await removeCanary(db, kekId, note)
      return (await db.prisma.dataKey.count({ where: { kekId } })) === 0
    })
  return { isRemovedFromKeyring }
}

/** Locks the canary first: an insert that refers to it waits, and fails once the canary is deleted. */
const removeCanary = ({ transaction }: Database, kekId: string, note: (tx: Tx) => Promise<void>): Promise<number> =>
  transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "KeyCanary" WHERE "kekId" = ${kekId} FOR UPDATE`
    requireNoRows(kekId, await tx.dataKey.count({ where: { kekId } }))
    const { count } = await tx.keyCanary.deleteMany({ where: { kekId } })
    await note(tx)
    return count
  })

const requireNoRows = (kekId: string, rows: number): void => {
  if (rows > 0) throw kekInUse(kekId, `${rows} stored data keys are wrapped under it. Rewrap all data keys first.`)
}

const kekUnknown = (kekId: string): CustodyError =>
  new CustodyError(
    'kek_unknown',
    `There is no key-encryption key ${JSON.stringify(kekId.slice(0, 120))}; look at its ids.`,
  )

const kekInUse = (kekId: string, reason: string): CustodyError =>
  new CustodyError('kek_in_use', `The key-encryption key ${kekId} is not retired: ${reason}`)
