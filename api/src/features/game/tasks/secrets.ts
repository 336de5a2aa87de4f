import type { Tx } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { withDataKey } from '../../keys/data-keys.ts'
import { newSigningSecret } from './signature.ts'
import type { StoredTask } from './stored-task.ts'

const PURPOSE = 'task-secret'

type Keys = Pick<Platform, 'keys'>

/** A new signing secret of a task, and its sealed form. */
export const sealNewSecret = (tx: Tx, { keys }: Keys, { id, appId }: Pick<StoredTask, 'id' | 'appId'>) => {
  const secret = newSigningSecret()
  return withDataKey(tx, keys, { owner: 'app', appId }, ({ seal }) => ({
    secret,
    sealed: seal(PURPOSE, id, secret),
  }))
}

type Sealed = Pick<StoredTask, 'id' | 'appId' | 'sealedSecret' | 'sealedPrevious' | 'previousUntil'>

/** The secrets that sign at a time: the present one, and the one before until it expires. Throws `task_has_no_secret`. */
export const openSecrets = async (
  { db, keys }: Pick<Platform, 'db' | 'keys'>,
  { id, appId, sealedSecret, sealedPrevious, previousUntil }: Sealed,
  now: number,
): Promise<[string, ...string[]]> => {
  if (!sealedSecret) throw new Problem('task_has_no_secret')
  const former = sealedPrevious && previousUntil && previousUntil.getTime() > now ? [sealedPrevious] : []
  return withDataKey(db.prisma, keys, { owner: 'app', appId }, ({ open }) => [
    open(PURPOSE, id, sealedSecret),
    ...former.map((sealed) => open(PURPOSE, id, sealed)),
  ])
}
