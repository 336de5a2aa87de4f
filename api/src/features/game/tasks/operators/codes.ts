import { MOST_CODES } from '@openauth/client'
import type { Context } from '../../../../handler.ts'
import type { Database, Tx } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { codeDigest, newCode } from '../codes.ts'
import { tell } from './audit.ts'
import { lockTask, type TaskKey } from './find.ts'

const lockCodes = async (tx: Tx, key: TaskKey) => {
  const task = await lockTask(tx, key)
  if (task.check.kind !== 'code') throw new Problem('task_has_no_codes')
  return task
}

/** Makes codes and stores their digests. Throws `app_not_found`, `task_not_found`, `task_has_no_codes`, `too_many_codes`. */
export const createCodes = (
  db: Database,
  { appId, id, count }: TaskKey & { count: number },
  context: Context,
): Promise<string[]> =>
  db.transaction(async (tx) => {
    const { title } = await lockCodes(tx, { appId, id })
    const before = await tx.taskCode.count({ where: { taskId: id } })
    if (before + count > MOST_CODES) throw new Problem('too_many_codes')
    const codes = Array.from({ length: count }, newCode)
    await tx.taskCode.createMany({ data: codes.map((code) => ({ taskId: id, digest: codeDigest(code) })) })
    await tell(tx, context, { verb: 'codes-create', appId, id }, { title, codes: count })
    return codes
  })

/** Deletes unused codes; answers how many. A code that is being used waits for neither and stays used. */
export const revokeCodes = (db: Database, key: TaskKey, context: Context): Promise<number> =>
  db.transaction(async (tx) => {
    const { title } = await lockCodes(tx, key)
    const { count } = await tx.taskCode.deleteMany({ where: { taskId: key.id, usedAt: null } })
    await tell(tx, context, { verb: 'codes-revoke', ...key }, { title, codes: count })
    return count
  })
