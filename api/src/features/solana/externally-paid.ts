import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import { addressOf } from '../../lib/solana/addresses.ts'
import { parseTransaction } from '../../lib/solana/parse.ts'

/**
 * Whether somebody else pays a transaction's fee. The chain will know it by the payer's signature, of which nothing is
 * known until it lands: what stands in its place now may be anything.
 */
export const isExternallyPaid = (signed: Uint8Array, us: string): boolean =>
  addressOf(parseTransaction(signed).message.keys[0]!) !== us

/** Each is looked for in the wallet's history again and again, and costs whoever asks for it nothing. */
const MOST_OPEN = 20

/**
 * Refuses another transaction that somebody else completes or sends, where too many wait for that already. To be called
 * with the wallet's row locked. Throws `transaction_refused`.
 */
export const requireFewUnsettled = async (tx: Tx, { owner, chain }: StoredWallet, us: string): Promise<void> => {
  const rows = await tx.transaction.findMany({
    where: { userId: owner.userId, chain, kind: 'transaction', settledAt: null, signed: { not: null } },
    select: { broadcast: true, signed: true },
  })
  const open = rows.filter(({ broadcast, signed }) => !broadcast || isExternallyPaid(signed!, us))
  if (open.length < MOST_OPEN) return
  const message = `${open.length} transactions that this wallet signed for others have not landed. Let them land or expire before the next`
  throw new Problem('transaction_refused', { message })
}
