import type { Dapp } from '@openauth/client'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { record } from '../audit/record.ts'
import { nameKey } from '../name-key.ts'
import { pageOf, skipTake } from '../page.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { changeDetails, withoutUndefined } from './changes.ts'
import { dappOrder, inOrderOf, lockOrder, orderDetails } from './order.ts'

const translateConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new Problem('dapp_exists') : error
}

/** What the audit trail says of a dapp that comes or goes. */
const told = ({
  name,
  url,
  description,
  logoUrl,
  bgImgUrl,
  borderColor,
  bgColor,
}: Omit<Dapp, 'createdAt' | 'updatedAt'>) => ({
  ...{ name, url, description, logoUrl, bgImgUrl, borderColor, bgColor },
})

const findDapp = async (tx: Tx, id: number) => {
  const dapp = await tx.dapp.findUnique({ where: { id } })
  if (!dapp) throw new Problem('dapp_not_found')
  return dapp
}

const keyOf = ({ name }: { name?: string | undefined }) => (name === undefined ? {} : { nameKey: nameKey(name) })

export const dappHandlers = ({ db }: Deps): Handlers<'dapps'> => ({
  list: async ({ page, limit }) => {
    const rows = await db.prisma.dapp.findMany({ orderBy: dappOrder, ...skipTake({ page, limit }) })
    return pageOf(rows, await db.prisma.dapp.count(), limit)
  },
  create: (fields, context) =>
    db
      .transaction(async (tx) => {
        await lockOrder(tx, 'dapps')
        const { _max: last } = await tx.dapp.aggregate({ _max: { position: true } })
        const position = (last.position ?? 0) + 1
        const dapp = await tx.dapp.create({ data: { ...fields, nameKey: nameKey(fields.name), position } })
        await record(tx, context, { action: 'dapp.create', targetId: String(dapp.id), details: told(dapp) })
        return dapp
      })
      .catch(translateConflict),
  get: ({ id }) => findDapp(db.prisma, id),
  update: ({ id, expectedUpdatedAt, ...fields }, context) =>
    db
      .transaction(async (tx) => {
        const given = withoutUndefined(fields)
        await tx.$queryRaw`SELECT "id" FROM "Dapp" WHERE "id" = ${id} FOR UPDATE`
        const before = await findDapp(tx, id)
        requireUnchanged(before.updatedAt, expectedUpdatedAt)
        const data = { ...given, ...keyOf(fields), updatedAt: nextVersion(before.updatedAt) }
        const after = await tx.dapp.update({ where: { id }, data })
        const details = { name: after.name, ...changeDetails(before, after, given) }
        await record(tx, context, { action: 'dapp.update', targetId: String(id), details })
        return after
      })
      .catch(translateConflict),
  reorder: ({ ids }, context) =>
    db.transaction(async (tx) => {
      await lockOrder(tx, 'dapps')
      const before = await tx.dapp.findMany({ orderBy: dappOrder, select: { id: true, name: true } })
      const after = inOrderOf(before, ids)
      await tx.$executeRaw`
        UPDATE "Dapp" SET "position" = wanted."at"
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS wanted("id", "at") WHERE "Dapp"."id" = wanted."id"`
      await record(tx, context, { action: 'dapp.reorder', details: orderDetails(before, after) })
      return {}
    }),
  delete: ({ id }, context) =>
    db.transaction(async (tx) => {
      await lockOrder(tx, 'dapps')
      const dapp = await findDapp(tx, id)
      if ((await tx.dapp.deleteMany({ where: { id } })).count === 0) throw new Problem('dapp_not_found')
      await record(tx, context, { action: 'dapp.delete', targetId: String(id), details: told(dapp) })
      return {}
    }),
})
