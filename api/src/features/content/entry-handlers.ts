import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { type AuditDetails, record } from '../audit/record.ts'
import { withKeyedMutex } from '../../lib/keyed-mutex.ts'
import { pageOf, skipTake } from '../page.ts'
import { presentPictures, storePictures } from '../pictures/address.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { changeDetails, withoutUndefined } from './changes.ts'
import { type EntryList, type EntryRow, type Fields, findEntry, orderBy, sqlNames } from './entry-list.ts'
import { type Move, moveEntry } from './move.ts'
import { lockOrder, nextPlace, writeOrder } from './order.ts'

/** Some fields, with the version on which they are based. */
type Change = Fields & { id: number; expectedUpdatedAt?: Date | undefined }

/** The handlers of a list of content: dapps and games differ only in what `EntryList` says of them. */
export const entryHandlers = <Row extends EntryRow>({ db, settings }: Deps, list: EntryList<Row>) => {
  const present = (entry: Row) => presentPictures(settings.publicUrl, entry, list.pictures)
  const translateConflict = (error: unknown): never => {
    throw list.nameTaken && isUniqueViolation(error) ? new Problem(list.nameTaken) : error
  }
  const audited = (entry: Row) =>
    Object.fromEntries(list.auditedFields.map((name) => [name, entry[name]])) as AuditDetails
  const tell = (tx: Tx, context: Context, verb: string, { id, details }: { id?: number; details: AuditDetails }) => {
    const target = id === undefined ? {} : { targetId: String(id) }
    return record(tx, context, { action: `${list.noun}.${verb}`, ...target, details })
  }

  const create = async (tx: Tx, fields: Fields, context: Context): Promise<Row> => {
    await lockOrder(tx, list)
    const given = await storePictures(tx, withoutUndefined(fields), list.pictures)
    const place = { [list.place]: await nextPlace(tx, list), ...given }
    const entry = await list.table(tx).create({ data: { ...place, ...list.derived?.(given) } })
    await tell(tx, context, 'create', { id: entry.id, details: audited(entry) })
    return entry
  }

  const update = async (tx: Tx, { id, expectedUpdatedAt, ...fields }: Change, context: Context): Promise<Row> => {
    const given = await storePictures(tx, withoutUndefined(fields), list.pictures)
    if (list.place in given) await lockOrder(tx, list)
    await tx.$queryRaw`SELECT "id" FROM ${sqlNames(list).table} WHERE "id" = ${id} FOR UPDATE`
    const before = await findEntry(tx, list, id)
    requireUnchanged(before.updatedAt, expectedUpdatedAt)
    const data = { ...given, ...list.derived?.(given), updatedAt: nextVersion(before.updatedAt) }
    const after = await list.table(tx).update({ where: { id }, data })
    await tell(tx, context, 'update', { id, details: { name: after.name, ...changeDetails(before, after, given) } })
    return after
  }

  const remove = async (tx: Tx, id: number, context: Context) => {
    await lockOrder(tx, list)
    const entry = await findEntry(tx, list, id)
    if ((await list.table(tx).deleteMany({ where: { id } })).count === 0) throw new Problem(list.notFound)
    await tell(tx, context, 'delete', { id, details: audited(entry) })
    return {}
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
