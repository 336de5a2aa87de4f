import { tokenRef, type PolicyDryRun } from '@openauth/client'
import { requireApp } from '../apps/require-app.ts'
import { findUser } from '../users/find.ts'
import { changed } from './changed.ts'
import { type DryRunInput, tryOut } from './dry-run-impact.ts'
import { judgingPolicy, readOwnRules } from '../policy-engine/effective.ts'
import { type Miss, missesOf } from '../policy-engine/enforce-policy.ts'
import { dailyMisses } from '../policy-engine/reserve-spend.ts'
import type { PolicyNeeds } from './needs.ts'

/** The first miss of each rule, in their order. */
const firstOfEach = (misses: Miss[]): Miss[] =>
  misses.filter(({ rule }, index) => misses.findIndex((other) => other.rule === rule) === index)

/**
 * Judges a transaction or a send by the functions that decide about signatures, with stored or given rules. Reads only:
 * nothing is signed, stored, locked or counted.
 */
export const dryRun = async (deps: Pick<PolicyNeeds, 'db' | 'nodes'>, input: DryRunInput): Promise<PolicyDryRun> => {
  const { appId, userId, initiator, rules = {}, userRules = {} } = input
  const { prisma } = deps.db
  await requireApp(prisma, appId)
  if (userId !== undefined) await findUser(prisma, appId, userId)
  const owner = userId === undefined ? undefined : { appId, userId }
  const { impact, chain, notes } = await tryOut(deps, input, owner)
  const stored = await readOwnRules(prisma, owner ?? { appId })
  const own = { app: changed(stored.app, rules), user: changed(stored.user, userRules) }
  const isPartner = initiator === 'app'
  const policy = judgingPolicy(own, impact, { isPartner })
  const misses = [...missesOf(policy, impact)]
  const spender = { userId, partnerAppId: isPartner ? appId : undefined }
  for await (const miss of dailyMisses(prisma, spender, policy, impact)) misses.push(miss)
  const missed = firstOfEach(misses)
  return {
    allowed: missed.length === 0,
    rule: missed[0]?.rule ?? null,
    reason: missed[0]?.why ?? null,
    missed: missed.map(({ rule, why }) => ({ rule, criterion: why })),
    effective: policy,
    spends: impact.spends.map(({ token, amount, fee }) => ({
      ...{ token: tokenRef(impact.network, token), amount: amount.toString(), fee: fee.toString() },
    })),
    counterparties: impact.counterparties,
    chain: chain && { code: chain.code, message: chain.message },
    notes,
  }
}
