import { payoutNetwork, walletChainOf } from '@openauth/client'
import type { Context, Handlers, UserIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import type { CallKind } from '../../lib/anti-cheat/day.ts'
import { addressOfWallet } from '../transfers/stored-wallet.ts'
import { bindReferrer } from '../users/referral.ts'
import { createLeaderboard } from './boards/leaderboard.ts'
import { bindOdyssey } from './bind-odyssey.ts'
import { buyBoost, useBoost } from './boosts.ts'
import { claimRings } from './claim.ts'
import { takeDaily } from './daily.ts'
import { appeal, readOwnReview } from './fair-play/appeal.ts'
import { inTurn } from './in-turn.ts'
import { listInvited } from './list-invited.ts'
import { counter } from '../../lib/metrics/counters.ts'
import { type OpenAccount, type PresentAccount, readAccount, withAccount } from './open-account.ts'
import { listOwnClaims } from './payouts/handlers.ts'
import { readGameProfile } from './profile.ts'
import { rewardInviterLater, rewardNewInviter } from './referral-reward.ts'
import { collectTapBot } from './tap-bot.ts'
import { createTaps } from './taps.ts'
import { listTasks } from './tasks/list-tasks.ts'
import { createVerifyAction } from './tasks/verify-action.ts'
import type { GameNeeds } from './needs.ts'

const claims = counter('openauth_game_claims_total', 'Calls in which players claimed rings.')
const claimedRings = counter('openauth_game_claimed_rings_total', 'Rings that players claimed.').of()

export const gameHandlers = (deps: GameNeeds): Handlers<'game'> => {
  const { db, playObserver } = deps
  const taps = createTaps(deps)
  const leaderboard = createLeaderboard(deps)
  const profileOf = (account: PresentAccount) => readGameProfile(deps, account)
  const verifyAction = createVerifyAction(deps)
  /** Changes the player's account and answers the profile after the change. */
  const profileAfter = async (context: Context<UserIdentity>, change: (open: OpenAccount) => void) =>
    profileOf(
      await withAccount(deps, context.identity, (open) => {
        change(open)
        return open
      }),
    )
  /** Notes a call other than of taps. */
  const seen = (context: Context<UserIdentity>, kind: CallKind) => {
    playObserver.call(context.identity, kind)
    return context
  }
  /** Answers lists of a player in turn: each takes several statements. */
  const listed = <T>({ identity }: Context<UserIdentity>, list: (identity: UserIdentity) => Promise<T>) =>
    inTurn('list', identity.userId, () => list(identity))
  return {
    profile: async (_, context) => profileOf(await readAccount(deps, seen(context, 'profile').identity)),

    click: async ({ gaps, ...batch }, { identity, ip, log }) => {
      if (gaps && gaps.length > batch.count) throw new Problem('too_many_gaps')
      const { mayOweInviter, ...answer } = await taps.add(identity, batch)
      if (mayOweInviter) rewardInviterLater(deps, identity, log)
      if (answer.seq === batch.seq) playObserver.taps(identity, ip, { ...batch, gaps, accepted: answer.accepted })
      return answer
    },

    buyBoost: ({ boost, level }, context) =>
      profileAfter(seen(context, 'boost'), (open) => buyBoost(open, boost, level)),
    useBoost: ({ boost }, context) => profileAfter(seen(context, 'boost'), (open) => useBoost(open, boost)),
    takeDaily: (_, context) => profileAfter(seen(context, 'daily'), takeDaily),
    collectTapBot: (_, context) => profileAfter(seen(context, 'tapBot'), collectTapBot),
    claimRings: async (_, context) => {
      const { identity } = seen(context, 'claim')
      // Read before the account is locked: the first read makes the wallet.
      const address = await addressOfWallet(deps, identity, walletChainOf(payoutNetwork))
      const claim = await withAccount(deps, identity, (open) => claimRings(open, address))
      if (claim.claimed > 0) claims.count()
      claimedRings.value += claim.claimed
      return claim
    },
    review: (_, { identity }) => readOwnReview(deps, identity),
    appeal: ({ text }, { identity }) => appeal(deps, identity, text),

    leaderboard: (asked, context) => listed(seen(context, 'board'), (identity) => leaderboard(identity, asked)),
    referrals: (page, context) => listed(seen(context, 'friends'), (identity) => listInvited(deps, identity, page)),

    bindReferrer: async ({ referCode }, context) => {
      await bindReferrer(db, context.identity, referCode, context)
      await rewardNewInviter(deps, context.identity)
      return {}
    },

    bindOdyssey: async ({ odsCode }, context) => {
      await bindOdyssey(db, odsCode, context)
      return {}
    },

    claims: (page, context) => listed(context, () => listOwnClaims(deps, context, page)),

    tasks: ({ language }, context) => listed(context, () => listTasks(deps, context, language)),
    verifyAction: (asked, context) => verifyAction(asked, context),
  }
}
