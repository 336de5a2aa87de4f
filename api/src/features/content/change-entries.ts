import type { Context } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { type AuditDetails, record } from '../audit/record.ts'
import { storePictures } from '../pictures/address.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { changeDetails, withoutUndefined } from './changes.ts'
import { type EntryList, type EntryRow, type Fields, findEntry, sqlNames } from './entry-list.ts'
import { lockOrder, nextPlace } from './order.ts'

/** Some fields, with the version on which they are based. */
export type Change = Fields & { id: number; expectedUpdatedAt?: Date | undefined }

/** Changes of a list's entries, each with its line in the audit trail. */
export const entryChanges = <Row extends EntryRow>(list: EntryList<Row>) => {
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

  return { tell, create, update, remove }
}
