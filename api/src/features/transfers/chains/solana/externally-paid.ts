import type { Tx } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import type { StoredWallet } from '../../../../custody/index.ts'
import { addressOf } from '../../../../lib/solana/addresses.ts'
import { parseTransaction } from '../../../../lib/solana/parse.ts'

/**
 * Whether another account pays a transaction's fee. Its id is then the payer's signature, which is unknown until the
 * transaction is included: the signature in these bytes may be arbitrary.
 */
export const isExternallyPaid = (signed: Uint8Array, ownAddress: string): boolean =>
  addressOf(parseTransaction(signed).message.keys[0]!) !== ownAddress

/** The maximum of such transactions per wallet: the monitor searches for each, and creating them costs nothing. */
const MAX_UNSETTLED = 20

/**
 * Refuses another transaction that a third party completes or sends if too many of them are unsettled. Call it with the
 * wallet's row locked. Throws `transaction_refused`.
 */
export const requireUnsettledBelowLimit = async (
  tx: Tx,
  { owner, chain }: StoredWallet,
  ownAddress: string,
): Promise<void> => {
  const rows = await tx.transaction.findMany({
    where: { userId: owner.userId, chain, kind: 'transaction', settledAt: null, signed: { not: null } },
    select: { broadcast: true, signed: true },
  })
  const unsettled = rows.filter(({ broadcast, signed }) => !broadcast || isExternallyPaid(signed!, ownAddress))
  if (unsettled.length < MAX_UNSETTLED) return
  const message = `${unsettled.length} transactions that this wallet signed for others are not settled. Wait until they confirm or expire`
  throw new Problem('transaction_refused', { message })
}
