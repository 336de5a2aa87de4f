import type { Context } from '../../handler.ts'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { withKeyedMutex } from '../../lib/keyed-mutex.ts'
import { pageOf, skipTake } from '../page.ts'
import { presentPictures } from '../pictures/address.ts'
import { type Change, entryChanges } from './change-entries.ts'
import { withoutUndefined } from './changes.ts'
import { type EntryList, type EntryRow, type Fields, findEntry, orderBy } from './entry-list.ts'
import { type Move, moveEntry } from './move.ts'
import { writeOrder } from './order.ts'

/** The handlers of a list of content: dapps and games differ only in what `EntryList` says of them. */
export const entryHandlers = <Row extends EntryRow>(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  list: EntryList<Row>,
) => {
  const { tell, create, update, remove } = entryChanges(list)
  const present = (entry: Row) => presentPictures(settings.publicUrl, entry, list.pictures)
  const translateConflict = (error: unknown): never => {
    throw list.nameTaken && isUniqueViolation(error) ? new Problem(list.nameTaken) : error
  }
  /** Runs a transaction that locks the order. It waits here for others of this process, without a connection of the pool. */
  const ordered = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withKeyedMutex(`order of ${list.tableName}`, () => db.transaction(work))

  return {
    list: async ({ page, limit }: { page: number; limit: number }) => {
      const table = list.table(db.prisma)
      const rows = await table.findMany({ orderBy: orderBy(list), ...skipTake({ page, limit }) })
      return pageOf(rows.map(present), await table.count(), limit)
    },
    create: (fields: Fields, context: Context) =>
      ordered((tx) => create(tx, fields, context)).then(present, translateConflict),
    get: async ({ id }: { id: number }) => present(await findEntry(db.prisma, list, id)),
    update: (change: Change, context: Context) =>
      (list.place in withoutUndefined(change) ? ordered : db.transaction)((tx) => update(tx, change, context)).then(
        present,
        translateConflict,
      ),
    move: (move: Move, context: Context) =>
      ordered(async (tx) => {
        const details = await moveEntry(tx, list, move)
        if (details) await tell(tx, context, 'move', { id: move.id, details })
        return present(await findEntry(tx, list, move.id))
      }),
    reorder: ({ ids }: { ids: number[] }, context: Context) =>
      ordered(async (tx) => {
        await tell(tx, context, 'reorder', { details: await writeOrder(tx, list, ids) })
        return {}
      }),
    delete: ({ id }: { id: number }, context: Context) => ordered((tx) => remove(tx, id, context)),
  }
}
