import type { RingEntryModel, Tx } from '../../../db.ts'
import { presentEntry } from '../export-game.ts'

/** The id of the task that a line of the ledger paid: that of a daily one is followed by its day (pay.ts). */
const taskIdOf = ({ kind, reference }: RingEntryModel): string | undefined =>
  kind === 'task' ? reference?.split(':')[0] : undefined

/** Lines of a ledger in wire form, with the tasks that they paid. */
export const withTasks = async (tx: Tx, rows: RingEntryModel[]) => {
  const ids = rows.flatMap((row) => taskIdOf(row) ?? [])
  const tasks = ids.length === 0 ? [] : await tx.gameTask.findMany({ where: { id: { in: ids } } })
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  return rows.map((row) => {
    const id = taskIdOf(row)
    return { ...presentEntry(row), task: id === undefined ? null : { id, title: titles.get(id) ?? null } }
  })
}
