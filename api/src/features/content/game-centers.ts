import type { GameCenterEntry } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { record } from '../audit/record.ts'
import { pageOf, skipTake } from '../page.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { changeDetails, withoutUndefined } from './changes.ts'
import { gameOrder, inOrderOf, lockOrder, orderDetails } from './order.ts'

/** The largest place that the contract takes. */
const LAST = 1_000_000

/** What the audit trail says of a game that comes or goes. */
const told = ({ name, link, logoUrl, order }: Omit<GameCenterEntry, 'createdAt' | 'updatedAt'>) => ({
  name,
  link,
  logoUrl,
  order,
})

const findGame = async (tx: Tx, id: number) => {
  const game = await tx.gameCenterEntry.findUnique({ where: { id } })
  if (!game) throw new Problem('game_not_found')
  return game
}

export const gameCenterHandlers = ({ db }: Deps): Handlers<'gameCenters'> => ({
  list: async ({ page, limit }) => {
    const rows = await db.prisma.gameCenterEntry.findMany({ orderBy: gameOrder, ...skipTake({ page, limit }) })
    return pageOf(rows, await db.prisma.gameCenterEntry.count(), limit)
  },
  create: (fields, context) =>
    db.transaction(async (tx) => {
      await lockOrder(tx, 'games')
      const { _max: last } = await tx.gameCenterEntry.aggregate({ _max: { order: true } })
      const order = fields.order ?? Math.min((last.order ?? 0) + 1, LAST)
      const game = await tx.gameCenterEntry.create({ data: { ...fields, order } })
      await record(tx, context, { action: 'game-center.create', targetId: String(game.id), details: told(game) })
      return game
    }),
  get: ({ id }) => findGame(db.prisma, id),
  update: ({ id, expectedUpdatedAt, ...fields }, context) =>
    db.transaction(async (tx) => {
      const given = withoutUndefined(fields)
      await tx.$queryRaw`SELECT "id" FROM "GameCenterEntry" WHERE "id" = ${id} FOR UPDATE`
      const before = await findGame(tx, id)
      requireUnchanged(before.updatedAt, expectedUpdatedAt)
      const data = { ...given, updatedAt: nextVersion(before.updatedAt) }
      const after = await tx.gameCenterEntry.update({ where: { id }, data })
      const details = { name: after.name, ...changeDetails(before, after, given) }
      await record(tx, context, { action: 'game-center.update', targetId: String(id), details })
      return after
    }),
  reorder: ({ ids }, context) =>
    db.transaction(async (tx) => {
      await lockOrder(tx, 'games')
      const before = await tx.gameCenterEntry.findMany({ orderBy: gameOrder, select: { id: true, name: true } })
      const after = inOrderOf(before, ids)
      await tx.$executeRaw`
        UPDATE "GameCenterEntry" SET "order" = wanted."at"
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS wanted("id", "at") WHERE "GameCenterEntry"."id" = wanted."id"`
      await record(tx, context, { action: 'game-center.reorder', details: orderDetails(before, after) })
      return {}
    }),
  delete: ({ id }, context) =>
    db.transaction(async (tx) => {
      await lockOrder(tx, 'games')
      const game = await findGame(tx, id)
      if ((await tx.gameCenterEntry.deleteMany({ where: { id } })).count === 0) throw new Problem('game_not_found')
      await record(tx, context, { action: 'game-center.delete', targetId: String(id), details: told(game) })
      return {}
    }),
})
