import { type OwnWalletPolicy, type WalletPolicy } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { findUser } from '../users/find.ts'
import { effectivePolicy, readOwnRules } from './effective.ts'

type Changes = { [N in keyof WalletPolicy]?: WalletPolicy[N] | null | undefined }

/** The rules after a change: omitted ones stay, null removes. */
const changed = (own: OwnWalletPolicy, changes: Changes): OwnWalletPolicy => {
  const definedChanges = Object.entries(changes).filter(([, rule]) => rule !== undefined)
  const all = { ...own, ...Object.fromEntries(definedChanges) }
  return Object.fromEntries(Object.entries(all).filter(([, rule]) => rule !== null && rule !== undefined))
}

/** The changed rules as text, for the audit trail. */
const detailsOf = (changes: Changes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, rule]) => (rule === undefined ? [] : [[name, JSON.stringify(rule)]])),
  )

/** Serializes changes of one owner's rules: each applies to the result of the one before. */
const lockOwner = (tx: Tx, ownerId: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`wallet policy ${ownerId}`}, 0))::text`

const storedRules = async (tx: Tx, ownerId: string): Promise<OwnWalletPolicy> =>
  ((await tx.walletPolicy.findUnique({ where: { ownerId } }))?.rules ?? {}) as OwnWalletPolicy

const store = async (tx: Tx, ownerId: string, appId: string, rules: OwnWalletPolicy): Promise<void> => {
  await tx.walletPolicy.upsert({ where: { ownerId }, create: { ownerId, appId, rules }, update: { rules } })
}

export const walletPolicyHandlers = ({ db }: Deps): Handlers<'walletPolicies'> => {
  const show = async (appId: string, userId?: string) => {
    const { app, user } = await readOwnRules(db.prisma, { appId, ...(userId ? { userId } : {}) })
    return { own: userId ? user : app, effective: effectivePolicy(app, user) }
  }
  return {
    get: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      return show(appId)
    },
    update: async ({ appId, ...changes }, context) => {
      await db.transaction(async (tx) => {
        await requireApp(tx, appId)
        await lockOwner(tx, appId)
        await store(tx, appId, appId, changed(await storedRules(tx, appId), changes))
        await record(tx, context, {
          action: 'wallet-policy.update',
          appId,
          targetId: appId,
          details: detailsOf(changes),
        })
      })
      return show(appId)
    },
    getOfUser: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return show(appId, id)
    },
    updateOfUser: async ({ appId, id, ...changes }, context) => {
      await db.transaction(async (tx) => {
        await findUser(tx, appId, id)
        await lockOwner(tx, id)
        await store(tx, id, appId, changed(await storedRules(tx, id), changes))
        await record(tx, context, { action: 'wallet-policy.update', appId, targetId: id, details: detailsOf(changes) })
      })
      return show(appId, id)
    },
  }
}
