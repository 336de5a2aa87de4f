import type { Context, Handlers, UserIdentity } from '../../../handler.ts'
import { isUniqueViolation } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { inTurn } from '../in-turn.ts'
import { type OpenAccount, withAccount } from '../open-account.ts'
import { foundSquad, joinSquad, leaveSquad } from './membership.ts'
import { bestMembers, findSquad, listSquads, presentSquad, withRank } from './read.ts'
import { oneByOne, removeMember } from './remove-member.ts'
import type { SquadNeeds } from './needs.ts'

type Change = (open: OpenAccount) => Promise<string | undefined>

/** The id of the player's squad; null where it is in none. */
const ownSquadId = async ({ db }: Pick<Platform, 'db'>, userId: string): Promise<string | null> =>
  (await db.prisma.player.findUnique({ where: { userId }, select: { squadId: true } }))?.squadId ?? null

const ownSquad = async (deps: Pick<Platform, 'db'>, { userId, appId }: UserIdentity) => {
  const { prisma } = deps.db
  const id = await ownSquadId(deps, userId)
  const squad = id && (await prisma.squad.findFirst({ where: { id, appId } }))
  return squad ? { ...presentSquad(await withRank(prisma, squad)), isMine: true } : null
}

const showSquad = async (deps: SquadNeeds, { userId, appId }: UserIdentity, id: string) => {
  const { prisma } = deps.db
  const squad = await findSquad(prisma, appId, id)
  const best = await bestMembers(deps.db, squad, deps.settings.publicUrl)
  return {
    ...presentSquad(await withRank(prisma, squad)),
    isMine: (await ownSquadId(deps, userId)) === id,
    isLeader: squad.leaderId === userId,
    best: best.map((member) => ({ ...member, isMe: member.id === userId })),
  }
}

/** Changes the player's membership and answers the squad. */
const changeMembership = async (deps: SquadNeeds, { identity }: Context<UserIdentity>, work: Change) => {
  const { prisma } = deps.db
  const id = await withAccount(deps, identity, work)
  deps.squadTotals.mark(id!)
  const squad = await findSquad(prisma, identity.appId, id!)
  return { ...presentSquad(await withRank(prisma, squad)), isMine: true }
}

export const squadHandlers = (deps: SquadNeeds): Handlers<'squads'> => {
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
      return inTurn('list', identity.userId, () => showSquad(deps, identity, id))
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
