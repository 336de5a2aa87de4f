import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { pageOf, skipTake } from '../page.ts'
import { findUser } from '../users/find.ts'
import { leagueOf, levelOf } from './leagues.ts'
import { presentClaim } from './payouts/present.ts'
import { readRules } from './rules.ts'

/** What a partner's server reads of its users' accounts. It opens none: a look neither posts rewards nor changes anything. */
export const appGameHandlers = ({ db: { prisma } }: Pick<Deps, 'db'>): Handlers<'appGame'> => ({
  get: async ({ id }, { identity: { appId } }) => {
    await findUser(prisma, appId, id)
    const player = await prisma.player.findUnique({ where: { userId: id } })
    if (!player) throw new Problem('player_not_found')
    const { rules } = await readRules(prisma, appId)
    const earnedRings = Number(player.earned)
    return {
      ...{ rings: Number(player.rings), earnedRings, claimedRings: Number(player.claimed) },
      ...{ level: levelOf(rules, earnedRings).level, league: leagueOf(rules, earnedRings).id },
      payoutsHeld: player.payoutHeldSince !== null,
    }
  },

  claims: async ({ id, ...page }, { identity: { appId } }) => {
    await findUser(prisma, appId, id)
    const where = { appId, userId: id }
    const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
    const rows = await prisma.ringClaim.findMany({ where, orderBy, ...skipTake(page) })
    return pageOf(rows.map(presentClaim), await prisma.ringClaim.count({ where }), page.limit)
  },
})
