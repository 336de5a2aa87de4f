import type { Context, Handlers, UserIdentity } from '../../../handler.ts'
import { isUniqueViolation } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import { withKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { inTurn } from '../in-turn.ts'
import { type OpenAccount, type PlayerIdentity, withAccount } from '../open-account.ts'
import { disband, foundSquad, joinSquad, leaveSquad, removeFromSquad } from './membership.ts'
import { nameColumns, requireDistinctSquad } from './names.ts'
import { bestMembers, findSquad, listSquads, type RankedSquad, withRank } from './read.ts'
import type { GameNeeds } from '../needs.ts'

const presentSquad = ({ id, name, members, earned, rank }: RankedSquad) => ({
  id,
  name,
  members,
  rank,
  rings: Number(earned),
})

type Change = (open: OpenAccount) => Promise<string | undefined>

/** Changes of one squad's members wait for each other here: in the database each would hold a connection and a player's account meanwhile. */
const oneByOne = <T>(squadId: string, work: () => Promise<T>): Promise<T> => withKeyedMutex(`squad ${squadId}`, work)

/** Removes a member from a squad of its app. Throws `squad_member_not_found`. */
const removeMember = async (deps: GameNeeds, { userId, appId }: PlayerIdentity, squadId: string): Promise<void> => {
  const isMember = (await deps.db.prisma.player.count({ where: { userId, appId, squadId } })) > 0
  if (!isMember) throw new Problem('squad_member_not_found')
  await oneByOne(squadId, () =>
    withAccount(deps, { userId, appId }, async (open) => {
      if (open.account.squadId !== squadId) throw new Problem('squad_member_not_found')
      await removeFromSquad(open)
    }),
  )
  deps.squadTotals.mark(squadId)
}

/** The id of the player's squad; null where it is in none. */
const ownSquadId = async ({ db }: Pick<Platform, 'db'>, userId: string): Promise<string | null> =>
  (await db.prisma.player.findUnique({ where: { userId }, select: { squadId: true } }))?.squadId ?? null

const ownSquad = async (deps: Pick<Platform, 'db'>, { userId, appId }: UserIdentity) => {
  const { prisma } = deps.db
  const id = await ownSquadId(deps, userId)
  const squad = id && (await prisma.squad.findFirst({ where: { id, appId } }))
  return squad ? { ...presentSquad(await withRank(prisma, squad)), isMine: true } : null
}

/** Changes the player's membership and answers the squad. */
const changeMembership = async (deps: GameNeeds, { identity }: Context<UserIdentity>, work: Change) => {
  const { prisma } = deps.db
  const id = await withAccount(deps, identity, work)
  deps.squadTotals.mark(id!)
  const squad = await findSquad(prisma, identity.appId, id!)
  return { ...presentSquad(await withRank(prisma, squad)), isMine: true }
}

export const squadHandlers = (deps: GameNeeds): Handlers<'squads'> => {
  const { prisma } = deps.db
  const requireOn = async (appId: string) => {
    const { rules } = await deps.gameRules.get(appId)
    if (!rules.squads.enabled) throw new Problem('squads_off')
    return rules
  }

  return {
    list: async (asked, { identity }) => {
      const { squads } = await requireOn(identity.appId)
      return inTurn('list', identity.userId, async () => {
        const [page, mine] = [await listSquads(prisma, identity.appId, asked), await ownSquad(deps, identity)]
        const data = page.data.map((squad) => ({ ...presentSquad(squad), isMine: squad.id === mine?.id }))
        return { data, meta: { ...page.meta, mine, price: squads.price } }
      })
    },

    get: async ({ id }, { identity }) => {
      await requireOn(identity.appId)
      return inTurn('list', identity.userId, async () => {
        const squad = await findSquad(prisma, identity.appId, id)
        const best = await bestMembers(deps.db, squad, deps.settings.publicUrl)
        return {
          ...presentSquad(await withRank(prisma, squad)),
          isMine: (await ownSquadId(deps, identity.userId)) === id,
          isLeader: squad.leaderId === identity.userId,
          best: best.map((member) => ({ ...member, isMe: member.id === identity.userId })),
        }
      })
    },

    create: async ({ name }, context) => {
      await deps.attempts.consume(['squadByUser', context.identity.userId])
      try {
        return await changeMembership(deps, context, (open) => foundSquad(open, name))
      } catch (error) {
        throw isUniqueViolation(error) ? new Problem('squad_exists') : error
      }
    },

    join: async ({ id }, context) => {
      await deps.attempts.consume(['squadJoinByUser', context.identity.userId])
      return oneByOne(id, () => changeMembership(deps, context, (open) => joinSquad(open, id)))
    },

    leave: async (_, { identity }) => {
      const leave = () => withAccount(deps, identity, leaveSquad)
      const squadId = await ownSquadId(deps, identity.userId)
      const left = await (squadId === null ? leave() : oneByOne(squadId, leave))
      if (left) deps.squadTotals.mark(left)
      return {}
    },

    removeMember: async ({ id, userId }, { identity }) => {
      await requireOn(identity.appId)
      const { leaderId } = await findSquad(prisma, identity.appId, id)
      if (leaderId !== identity.userId || userId === identity.userId) throw new Problem('not_squad_leader')
      await removeMember(deps, { userId, appId: identity.appId }, id)
      return {}
    },
  }
}

const presentForOperators = (squad: RankedSquad) => ({
  ...presentSquad(squad),
  leaderId: squad.leaderId,
  createdAt: new Date(Number(squad.createdAt)),
})

export const gameSquadHandlers = (deps: GameNeeds): Handlers<'gameSquads'> => {
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
