import type { Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { isAscii, lookalikeKey } from '../../../lib/lookalikes/lookalike-key.ts'
import { isReserved } from '../../../lib/lookalikes/reserved-names.ts'
import { isOfOneScript } from '../../../lib/lookalikes/scripts.ts'
import { nameKey } from '../../name-key.ts'

/** The columns of a squad's name. */
export const nameColumns = (name: string) => ({ name, nameKey: nameKey(name), lookalikeKey: lookalikeKey(name) })

/**
 * Refuses a name that a reader could take for a reserved one or for that of another squad of the app. Names that look alike wait for each
 * other until the end of the transaction. Throws `name_mixes_scripts`, `name_reserved`, `squad_exists`, `name_looks_alike`.
 */
export const requireDistinctSquad = async (tx: Tx, appId: string, name: string, except?: string): Promise<void> => {
  if (!isOfOneScript(name)) throw new Problem('name_mixes_scripts')
  if (isReserved(name)) throw new Problem('name_reserved')
  const { nameKey: key, lookalikeKey: alike } = nameColumns(name)
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`squad ${appId} ${alike}`}, 0))::text`
  const others = await tx.squad.findMany({
    where: { appId, lookalikeKey: alike, ...(except ? { id: { not: except } } : {}) },
    select: { name: true, nameKey: true },
    take: 100,
  })
  if (others.some((other) => other.nameKey === key)) throw new Problem('squad_exists')
  if (others.some((other) => !isAscii(name) || !isAscii(other.name))) throw new Problem('name_looks_alike')
}
