import type { Database } from '../../db.ts'
import type { Custody } from '../../custody/index.ts'
import { countByKek } from './stored-keys.ts'

/** Every KEK that this server has or that rows name, with the number of its rows. */
export const keysStatus = async (db: Database, keys: Pick<Custody, 'status' | 'plan'>) => {
  const { backend, current, ids } = await keys.status()
  const counts = await countByKek(db)
  const canaries = await db.prisma.keyCanary.findMany({ select: { kekId: true } })
  const all = [...new Set([...ids, ...counts.map(({ kekId }) => kekId), ...canaries.map(({ kekId }) => kekId)])]
  const rowsOf = (id: string) => counts.find(({ kekId }) => kekId === id)?.rows ?? 0
  const { missing } = await keys.plan(all.map((kekId) => ({ kekId, rows: rowsOf(kekId) })))
  return {
    backend,
    current,
    keks: all
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((id) => ({ id, rows: rowsOf(id), isCurrent: id === current, opens: !missing.includes(id) })),
  }
}
