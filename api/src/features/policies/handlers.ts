import { ANY, effectivePolicy, type OwnWalletPolicy, policySentence } from '@openauth/client'
import type { Context, Handlers } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import { hostOnly } from '../../lib/without-addresses.ts'
import { requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { findUser } from '../users/find.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { type Changes, changed } from './changed.ts'
import { dryRun } from './dry-run.ts'
import { readOwnRules } from '../policy-engine/effective.ts'
import type { PolicyNeeds } from './needs.ts'

/** A rule as text for the audit trail. Of endpoints it contains only the hosts, because their addresses may hold API keys. */
const told = (rules: Changes, name: keyof Changes): string => {
  if (name !== 'rpcUrls' || !rules.rpcUrls) return JSON.stringify(rules[name])
  return JSON.stringify(rules.rpcUrls.map((url) => (url === ANY ? url : hostOnly(url) || '…')))
}

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

/** Serializes changes of one owner's rules: each applies to the result of the one before. */
const lockOwner = (tx: Tx, ownerId: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`wallet policy ${ownerId}`}, 0))::text`

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
  const show = async (appId: string, userId?: string) => {
    const { app, user } = await readOwnRules(db.prisma, { appId, ...(userId ? { userId } : {}) })
    const row = await db.prisma.walletPolicy.findUnique({ where: { ownerId: userId ?? appId } })
    const effective = effectivePolicy(app, user)
    const sentence = policySentence(effective)
    return { own: userId ? user : app, effective, sentence, updatedAt: row?.updatedAt ?? null }
  }
  return {
    get: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      return show(appId)
    },
    update: async ({ appId, expectedUpdatedAt, ...changes }, context) => {
      await db.transaction(async (tx) => {
        await requireApp(tx, appId)
        await change(tx, { ownerId: appId, appId, changes, expectedUpdatedAt }, context)
      })
      return show(appId)
    },
    dryRun: (input) => dryRun(deps, input),
    getOfUser: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return show(appId, id)
    },
    updateOfUser: async ({ appId, id, expectedUpdatedAt, ...changes }, context) => {
      await db.transaction(async (tx) => {
        await findUser(tx, appId, id)
        await change(tx, { ownerId: id, appId, changes, expectedUpdatedAt }, context)
      })
      return show(appId, id)
    },
  }
}
