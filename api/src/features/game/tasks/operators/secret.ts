import type { Context } from '../../../../handler.ts'
import type { Platform } from '../../../../resources.ts'
import { Problem } from '../../../../errors.ts'
import { openSecrets, sealNewSecret } from '../secrets.ts'
import { tell } from './audit.ts'
import { findTask, lockTask, type TaskKey } from './find.ts'

type SecretNeeds = Pick<Platform, 'db' | 'keys' | 'clock'>

/** The signing secret of a task, for an operator; audited. Throws `app_not_found`, `task_not_found`, `task_has_no_secret`. */
export const revealSecret = async (deps: SecretNeeds, key: TaskKey, context: Context): Promise<string> => {
  const task = await findTask(deps.db.prisma, key)
  const [secret] = await openSecrets(deps, task, deps.clock())
  await tell(deps.db.prisma, context, { verb: 'secret-reveal', ...key }, { title: task.title })
  return secret
}

/** Replaces the signing secret; the former one signs too until it expires. Throws as revealSecret does. */
export const rotateSecret = (
  deps: SecretNeeds,
  { overlapSeconds, ...key }: TaskKey & { overlapSeconds: number },
  context: Context,
): Promise<{ secret: string; previousExpiresAt: Date }> =>
  deps.db.transaction(async (tx) => {
    const { title, sealedSecret } = await lockTask(tx, key)
    if (!sealedSecret) throw new Problem('task_has_no_secret')
    const { secret, sealed } = await sealNewSecret(tx, deps, key)
    const previousUntil = new Date(deps.clock() + overlapSeconds * 1000)
    const data = { sealedSecret: sealed, sealedPrevious: sealedSecret, previousUntil }
    await tx.gameTask.update({ where: { id: key.id }, data })
    await tell(tx, context, { verb: 'secret-rotate', ...key }, { title, overlapSeconds })
    return { secret, previousExpiresAt: previousUntil }
  })
