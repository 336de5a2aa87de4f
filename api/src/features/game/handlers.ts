import type { Context, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { bindReferrer } from '../users/referral.ts'
import { createLeaderboard } from './boards/leaderboard.ts'
import { bindOdyssey } from './bind-odyssey.ts'
import { buyBoost, useBoost } from './boosts.ts'
import { claimRings } from './claim.ts'
import { takeDaily } from './daily.ts'
import { listInvited } from './list-invited.ts'
import { type OpenAccount, type PresentAccount, readAccount, withAccount } from './open-account.ts'
import { readGameProfile } from './profile.ts'
import { rewardInviterLater, rewardNewInviter } from './referral-reward.ts'
import { collectTapBot } from './tap-bot.ts'
import { createTaps } from './taps.ts'
import { listTasks } from './tasks/list-tasks.ts'
import { createVerifyAction } from './tasks/verify-action.ts'

export const gameHandlers = (deps: Deps): Handlers<'game'> => {
  const { db } = deps
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
  return {
    profile: async (_, { identity }) => profileOf(await readAccount(deps, identity)),

    click: async (batch, { identity, log }) => {
      const { mayOweInviter, ...answer } = await taps.add(identity, batch)
      if (mayOweInviter) rewardInviterLater(deps, identity, log)
      return answer
    },

    buyBoost: ({ boost, level }, context) => profileAfter(context, (open) => buyBoost(open, boost, level)),
    useBoost: ({ boost }, context) => profileAfter(context, (open) => useBoost(open, boost)),
    takeDaily: (_, context) => profileAfter(context, takeDaily),
    collectTapBot: (_, context) => profileAfter(context, collectTapBot),
    claimRings: (_, { identity }) => withAccount(deps, identity, claimRings),

    leaderboard: (asked, { identity }) => leaderboard(identity, asked),
    referrals: (page, { identity }) => listInvited(deps, identity, page),

    bindReferrer: async ({ referCode }, context) => {
      await bindReferrer(db, context.identity, referCode, context)
      await rewardNewInviter(deps, context.identity)
      return {}
    },

    bindOdyssey: async ({ odsCode }, context) => {
      await bindOdyssey(db, odsCode, context)
      return {}
    },

    tasks: ({ language }, context) => listTasks(deps, context, language),
    verifyAction: (asked, context) => verifyAction(asked, context),
  }
}
