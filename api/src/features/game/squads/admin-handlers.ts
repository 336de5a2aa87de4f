import type { Handlers } from '../../../handler.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import type { SquadNeeds } from './needs.ts'
import { disband } from './membership.ts'
import { nameColumns, requireDistinctSquad } from './names.ts'
import { bestMembers, findSquad, listSquads, presentSquad, type RankedSquad, withRank } from './read.ts'
import { removeMember } from './remove-member.ts'

const presentForOperators = (squad: RankedSquad) => ({
  ...presentSquad(squad),
  leaderId: squad.leaderId,
  createdAt: new Date(Number(squad.createdAt)),
})

export const gameSquadHandlers = (deps: SquadNeeds): Handlers<'gameSquads'> => {
  const { db, settings } = deps
  const { prisma } = db
  const show = async (appId: string, id: string) =>
    presentForOperators(await withRank(prisma, await findSquad(prisma, appId, id)))
  return {
    list: async ({ appId, ...asked }) => {
      await requireApp(prisma, appId)
      const { data, meta } = await listSquads(prisma, appId, asked)
      return { data: data.map(presentForOperators), meta }
    },

    get: async ({ appId, id }) => {
      await requireApp(prisma, appId)
      const squad = await findSquad(prisma, appId, id)
      return { ...(await show(appId, id)), best: await bestMembers(db, squad, settings.publicUrl) }
    },

    update: async ({ appId, id, name }, context) => {
      await requireApp(prisma, appId)
      await db.transaction(async (tx) => {
        const { name: before } = await findSquad(tx, appId, id)
        if (before === name) return
        await requireDistinctSquad(tx, appId, name, id)
        await tx.squad.update({ where: { id }, data: nameColumns(name) })
        await record(tx, context, {
          action: 'squad.update',
          appId,
          targetId: id,
          details: { name, changed: ['name'], before: { name: before }, after: { name } },
        })
      })
      return show(appId, id)
    },

    removeMember: async ({ appId, id, userId }, context) => {
      await requireApp(prisma, appId)
      const { name: from } = await findSquad(prisma, appId, id)
      await removeMember(deps, { userId, appId }, id)
      await record(prisma, context, { action: 'player.remove-from-squad', appId, targetId: userId, details: { from } })
      return {}
    },

    delete: async ({ appId, id }, context) => {
      await requireApp(prisma, appId)
      await db.transaction(async (tx) => {
        const { name } = await findSquad(tx, appId, id)
        await disband(tx, id)
        await record(tx, context, { action: 'squad.delete', appId, targetId: id, details: { name } })
      })
      return {}
    },
  }
}
