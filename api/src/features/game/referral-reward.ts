import type { Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { LimitExceededError } from '../../lib/attempt-counters.ts'
import { lockLiveUsers } from '../users/lock-user.ts'
import { type RingAccountNeeds, type PlayerIdentity, withAccount } from './open-account.ts'

/**
 * Grants the inviter's reward once the invited player has earned enough. The reward's key is the invited user, so that it is granted
 * once, however often this runs.
 */
const grant = (deps: RingAccountNeeds, identity: PlayerIdentity): Promise<PlayerIdentity | undefined> =>
  withAccount(deps, identity, async ({ account, rules, tx, now }) => {
    if (account.earned < rules.referral.verifiedAt) return undefined
    account.referralSettled = true
    const { userId } = account
    const user = await tx.user.findUnique({
      where: { id: userId },
      select: { referrer: { select: { id: true, appId: true } } },
    })
    const inviter = user?.referrer
    if (!inviter || rules.referral.reward === 0) return undefined
    if ((await lockLiveUsers(tx, [inviter.id])).size === 0) return undefined
    const reward = { kind: 'referral', reference: userId, amount: rules.referral.reward, grantedAt: now } as const
    await tx.ringReward.createMany({ data: [{ userId: inviter.id, ...reward }], skipDuplicates: true })
    return { userId: inviter.id, appId: inviter.appId }
  })

/**
 * Pays the inviter of a player who has earned enough. A crash between grant and payment loses nothing: the inviter's account takes what
 * was granted when it is next opened.
 */
export const rewardInviter = async (deps: RingAccountNeeds, identity: PlayerIdentity): Promise<void> => {
  const inviter = await grant(deps, identity)
  if (!inviter) return
  try {
    await withAccount(deps, inviter, () => undefined)
  } catch (error) {
    // Many invitations are paid at this moment: those that wait take this one too.
    if (!(error instanceof LimitExceededError)) throw error
  }
}

/** Players whose inviters are being paid. */
const underWay = new Set<string>()

/**
 * The same, beside the answer of a call that must not wait for it or fail with it. Once at a time for a player: each batch of taps until
 * then asks for it, and calls of the player's own would not get their turn (in-turn.ts).
 */
export const rewardInviterLater = (deps: RingAccountNeeds, identity: PlayerIdentity, log: Context['log']): void => {
  const { userId } = identity
  if (underWay.has(userId)) return
  underWay.add(userId)
  rewardInviter(deps, identity)
    .catch((err: unknown) => log.warn({ err }, 'an invitation was not paid; the next taps try again'))
    .finally(() => underWay.delete(userId))
}

/** After a user got an inviter: the inviter is paid at once where the user has played enough before. */
export const rewardNewInviter = async (deps: RingAccountNeeds, identity: PlayerIdentity): Promise<void> => {
  const { userId } = identity
  if ((await deps.db.prisma.player.count({ where: { userId } })) === 0) return
  try {
    await rewardInviter(deps, identity)
  } catch (error) {
    // An app without the game pays no invitations in rings.
    if (!(error instanceof Problem && error.code === 'game_off')) throw error
  }
}
