import type { Database } from '../../db.ts'
import type { Custody } from '../../custody/index.ts'
import { ensureCanary, reloadKeys } from './canary.ts'

type Keys = Pick<
  Custody,
  'addKey' | 'makeCurrent' | 'createKeyring' | 'status' | 'plan' | 'makeCanary' | 'checkCanary' | 'reload' | 'activate'
>

export interface Rotated {
  /** The KEK that wraps new data keys from now on. */
  current: string
  /** The KEK that this call added. */
  added?: string
}

/**
 * Adds a key to the keyring and makes it the current one. With `standby` it does only the first, with `activate` only
 * the second, for keyrings that are copied from server to server. The canary is stored in between: no server may wrap
 * under a key that the next start could not check. Data keys that are wrapped already stay unchanged until they are
 * rewrapped.
 *
 * Throws rotation_elsewhere where the keys are not in a keyring, kek_unknown, keyring_locked, keyring_unwritable.
 */
export const rotateKeyring = async (
  db: Database,
  keys: Keys,
  { standby, activate }: { standby: boolean; activate?: string | undefined },
): Promise<Rotated> => {
  const added = activate === undefined ? await keys.addKey() : undefined
  const kekId = activate ?? added!
  await ensureCanary(db, keys, await keys.makeCanary(kekId))
  if (!standby) {
    await keys.makeCurrent(kekId)
    await reloadKeys(db, keys)
  }
  return { current: (await keys.status()).current, ...(added === undefined ? {} : { added }) }
}
