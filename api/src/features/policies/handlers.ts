import { ANY, effectivePolicy, includesRole, type OwnWalletPolicy, policySentence } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import { hostOnly } from '../../lib/without-addresses.ts'
import { requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { findUser } from '../users/find.ts'
import { requireLiveUser } from '../users/lock-user.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { type Changes, changed } from './changed.ts'
import { dryRun } from './dry-run.ts'
import { readOwnRules } from '../policy-engine/effective.ts'
import { lockOwner } from './lock-owner.ts'
import type { PolicyNeeds } from './needs.ts'

/** The hosts of endpoints, because their addresses may hold API keys. */
const hostsOf = (urls: readonly string[]): string[] => urls.map((url) => (url === ANY ? url : hostOnly(url) || '…'))

/** A rule as text for the audit trail. Of endpoints it contains only the hosts. */
const told = (rules: Changes, name: keyof Changes): string =>
  JSON.stringify(name === 'rpcUrls' && rules.rpcUrls ? hostsOf(rules.rpcUrls) : rules[name])

/** Rules as an admin may see them: whoever may not change endpoints sees their hosts. */
const visibleTo = <R extends { rpcUrls?: string[] | null | undefined }>({ role }: AdminIdentity, rules: R): R =>
  includesRole(role, 'operator') || !rules.rpcUrls ? rules : { ...rules, rpcUrls: hostsOf(rules.rpcUrls) }

/** The changed rules as text, for the audit trail, and what they were; null where a rule was not set. */
const detailsOf = (own: OwnWalletPolicy, changes: Changes) => {
  const names = Object.entries(changes).flatMap(([name, rule]) => (rule === undefined ? [] : [name as keyof Changes]))
  const before = names.map((name) => [name, own[name] === undefined ? null : told(own, name)])
  const after = names.map((name) => [name, told(changes, name)])
  return {
    ...(Object.fromEntries(after) as Record<string, string>),
    before: Object.fromEntries(before) as Record<string, string>,
  }
}

interface Change {
  /** The id of the app, or of the user whose rules change. */
  ownerId: string
  appId: string
  changes: Changes
  expectedUpdatedAt: Date | null | undefined
}

/** Changes the rules of an owner. Throws `changed_meanwhile`. */
const change = async (
  tx: Tx,
  { ownerId, appId, changes, expectedUpdatedAt }: Change,
  context: Context,
): Promise<void> => {
  await lockOwner(tx, ownerId)
  const stored = await tx.walletPolicy.findUnique({ where: { ownerId } })
  requireUnchanged(stored?.updatedAt ?? null, expectedUpdatedAt)
  const own = (stored?.rules ?? {}) as OwnWalletPolicy
  const row = { rules: changed(own, changes), updatedAt: nextVersion(stored?.updatedAt ?? null) }
  await tx.walletPolicy.upsert({ where: { ownerId }, create: { ownerId, appId, ...row }, update: row })
  const details = detailsOf(own, changes)
  await record(tx, context, { action: 'wallet-policy.update', appId, targetId: ownerId, details })
}

export const walletPolicyHandlers = (deps: PolicyNeeds): Handlers<'walletPolicies'> => {
  const { db } = deps
  const show = async ({ identity }: Context<AdminIdentity>, appId: string, userId?: string) => {
    const { app, user } = await readOwnRules(db.prisma, { appId, ...(userId ? { userId } : {}) })
    const row = await db.prisma.walletPolicy.findUnique({ where: { ownerId: userId ?? appId } })
    const effective = visibleTo(identity, effectivePolicy(app, user))
    const own = visibleTo(identity, userId ? user : app)
    return { own, effective, sentence: policySentence(effective), updatedAt: row?.updatedAt ?? null }
  }
  return {
    get: async ({ appId }, context) => {
      await requireApp(db.prisma, appId)
      return show(context, appId)
    },
    update: async ({ appId, expectedUpdatedAt, ...changes }, context) => {
      await db.transaction(async (tx) => {
        await requireApp(tx, appId)
        await change(tx, { ownerId: appId, appId, changes, expectedUpdatedAt }, context)
      })
      return show(context, appId)
    },
    dryRun: async (input, { identity }) => {
      const judged = await dryRun(deps, input)
      return { ...judged, effective: visibleTo(identity, judged.effective) }
    },
    getOfUser: async ({ appId, id }, context) => {
      await findUser(db.prisma, appId, id)
      return show(context, appId, id)
    },
    updateOfUser: async ({ appId, id, expectedUpdatedAt, ...changes }, context) => {
      await db.transaction(async (tx) => {
        await requireLiveUser(tx, id)
        await findUser(tx, appId, id)
        await change(tx, { ownerId: id, appId, changes, expectedUpdatedAt }, context)
      })
      return show(context, appId, id)
    },
  }
}
