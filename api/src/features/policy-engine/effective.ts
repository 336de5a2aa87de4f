import { effectivePolicy, OwnWalletPolicy, type WalletPolicy } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { WalletOwner } from '../../custody/index.ts'
import type { TransactionImpact } from './enforce-policy.ts'

/** The rules as stored. Rows of older versions of this server may lack some. */
const ownRules = (stored: unknown): OwnWalletPolicy => OwnWalletPolicy.parse(stored ?? {})

/** The policy by which a transaction is judged. `isPartner`: the app's secret requests it. */
export const judgingPolicy = (
  { app, user }: { app: OwnWalletPolicy; user: OwnWalletPolicy },
  { fixedAmounts }: Pick<TransactionImpact, 'fixedAmounts'>,
  { isPartner }: { isPartner: boolean },
): WalletPolicy => effectivePolicy(app, user, { limitsPartner: isPartner && !fixedAmounts })

/** The current rules of an app and one of its users. */
export const readOwnRules = async (
  tx: Tx,
  { appId, userId }: { appId: string; userId?: string },
): Promise<{ app: OwnWalletPolicy; user: OwnWalletPolicy }> => {
  const ownerId = { in: [appId, ...(userId ? [userId] : [])] }
  const rows = await tx.walletPolicy.findMany({ where: { ownerId }, select: { ownerId: true, rules: true } })
  const of = (id: string | undefined) => ownRules(rows.find((row) => row.ownerId === id)?.rules)
  return { app: of(appId), user: of(userId) }
}

/** The current policy of a user's wallets. */
export const policyOf = async (tx: Tx, owner: WalletOwner): Promise<WalletPolicy> => {
  const { app, user } = await readOwnRules(tx, owner)
  return effectivePolicy(app, user)
}
