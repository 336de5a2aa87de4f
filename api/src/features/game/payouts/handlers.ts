import type { Context, Handlers, UserIdentity } from '../../../handler.ts'
import type { Prisma, RingClaimModel, Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import { pageOf, skipTake } from '../../page.ts'
import { type OpenAccount, withAccount } from '../open-account.ts'
import { presentClaim, readNotice } from './present.ts'
import type { GameNeeds } from '../needs.ts'

interface Page {
  page: number
  limit: number
}

/** A page of claims, the newest first. */
export const listClaims = async (tx: Tx, where: Prisma.RingClaimWhereInput, page: Page) => {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const rows = await tx.ringClaim.findMany({ where, orderBy, ...skipTake(page) })
  return pageOf(rows.map(presentClaim), await tx.ringClaim.count({ where }), page.limit)
}

/** The player's own claims, with why their payments wait. */
export const listOwnClaims = async (
  { db, gameRules }: Pick<GameNeeds, 'db' | 'gameRules'>,
  { identity }: Context<UserIdentity>,
  page: Page,
) => {
  const { payouts } = (await gameRules.get(identity.appId)).rules
  const { data, meta } = await listClaims(db.prisma, { userId: identity.userId }, page)
  const { mint, rings, units, decimals } = payouts
  const rate = mint === null ? null : { rings, amount: String(units), decimals, token: mint }
  return { data, meta: { ...meta, rate, notice: await readNotice(db.prisma, identity, mint) } }
}

interface ClaimId {
  appId: string
  userId: string
  id: string
}

/** Throws `app_not_found`, `claim_not_found`. */
const findClaim = async (tx: Tx, { appId, userId, id }: ClaimId): Promise<RingClaimModel> => {
  await requireApp(tx, appId)
  const claim = await tx.ringClaim.findFirst({ where: { appId, userId, id } })
  if (!claim) throw new Problem('claim_not_found')
  return claim
}

/** Gives a claim's rings back once. Throws `claim_not_returnable`. */
const returnRings = async (open: OpenAccount, claim: RingClaimModel): Promise<void> => {
  const { account, tx, post, now } = open
  const { count } = await tx.ringClaim.updateMany({
    where: { userId: claim.userId, id: claim.id, status: { in: ['failed', 'queued'] } },
    data: { status: 'returned', settledAt: now },
  })
  if (count === 0) throw new Problem('claim_not_returnable')
  post('claim_returned', Number(claim.rings), claim.id)
  account.claimed -= Number(claim.rings)
}

export const ringClaimHandlers = (deps: GameNeeds): Handlers<'ringClaims'> => {
  const { db, clock } = deps
  return {
    list: async ({ appId, status, userId, ...page }) => {
      await requireApp(db.prisma, appId)
      return listClaims(db.prisma, { appId, ...(status && { status }), ...(userId && { userId }) }, page)
    },

    retry: async (asked, context) => {
      await db.transaction(async (tx) => {
        const { appId, userId, id } = await findClaim(tx, asked)
        const { count } = await tx.ringClaim.updateMany({
          where: { userId, id, status: 'failed' },
          data: { status: 'queued', problem: null, tries: 0, settledAt: null, dueAt: clock() },
        })
        if (count === 0) throw new Problem('claim_not_failed')
        await record(tx, context, { action: 'claim.retry', appId, targetId: userId, details: { claimId: id } })
      })
      return presentClaim(await findClaim(db.prisma, asked))
    },

    return: async ({ reason, ...asked }, context) => {
      const claim = await findClaim(db.prisma, asked)
      const { appId, userId } = claim
      await withAccount(deps, { appId, userId }, async (open) => {
        await returnRings(open, claim)
        const details = { claimId: claim.id, rings: Number(claim.rings), reason }
        await record(open.tx, context, { action: 'claim.return', appId, targetId: userId, details })
      })
      return presentClaim(await findClaim(db.prisma, asked))
    },
  }
}
