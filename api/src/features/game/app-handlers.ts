import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { findUser } from '../users/find.ts'
import { leagueOf, levelOf } from './leagues.ts'
import { listClaims } from './payouts/handlers.ts'
import { readRules } from './rules.ts'

/** What a partner's server reads of its users' accounts. It opens none: a look neither posts rewards nor changes anything. */
export const appGameHandlers = ({ db: { prisma } }: Pick<Platform, 'db'>): Handlers<'appGame'> => ({
  get: async ({ id }, { identity: { appId } }) => {
    await findUser(prisma, appId, id)
    const player = await prisma.player.findUnique({ where: { userId: id } })
    if (!player) throw new Problem('player_not_found')
    const { rules } = await readRules(prisma, appId)
    const earnedRings = Number(player.earned)
    return {
      rings: Number(player.rings),
      earnedRings,
      claimedRings: Number(player.claimed),
      level: levelOf(rules, earnedRings).level,
      league: leagueOf(rules, earnedRings).id,
      payoutsHeld: player.payoutHeldSince !== null,
    }
  },

  claims: async ({ id, ...page }, { identity: { appId } }) => {
    await findUser(prisma, appId, id)
    return listClaims(prisma, { appId, userId: id }, page)
  },
})
