import { isUniqueViolation, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { requireDistinctName } from '../distinct-names.ts'

/** Serializes changes of apps' names, so that each is compared with all others. Throws newNameErrors. */
export const requireDistinct = async (tx: Tx, name: string, id?: string): Promise<void> => {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('app names', 0))::text`
  const where = { deletedAt: null, ...(id === undefined ? {} : { id: { not: id } }) }
  const others = await tx.app.findMany({ where, select: { name: true } })
  requireDistinctName(
    name,
    others.map((other) => other.name),
  )
}

/** For a statement that writes an app's name: throws `app_exists` where another app has it. */
export const translateConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new Problem('app_exists') : error
}
