import type { WalletPolicy } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { dailyLimits, type Deed, refused } from './judge.ts'

interface Reservation {
  transactionId: string
  userId: string
}

/**
 * What the last 24 hours took, and what older transactions may still take: one that was only signed, or never expires. What
 * certainly took nothing has no row any more.
 */
const takenToday = async (tx: Tx, userId: string, network: string, token: string): Promise<bigint> => {
  const [row] = await tx.$queryRaw<{ sum: string }[]>`
    SELECT COALESCE(SUM(s.amount), 0)::text AS sum FROM "Spend" s JOIN "Transaction" t ON t.id = s."transactionId"
    WHERE s."userId" = ${userId}::uuid AND s.network = ${network} AND s.token = ${token}
      AND (s."createdAt" > now() - interval '24 hours' OR t."settledAt" IS NULL)`
  return BigInt(row?.sum ?? '0')
}

/**
 * Notes what a transaction takes, where the limits over a day allow it. To be called with the wallet's row locked: of
 * several at once, each sees what those before it took. Throws `policy_refused`.
 */
export const reserve = async (
  tx: Tx,
  { transactionId, userId }: Reservation,
  policy: WalletPolicy,
  deed: Deed,
): Promise<void> => {
  const { network } = deed
  for (const { ref, token, amount, most } of dailyLimits(policy, deed)) {
    const taken = await takenToday(tx, userId, network, token ?? '')
    if (taken + amount > most)
      throw refused('limits', `at most ${most} of ${ref} may leave in 24 hours, and ${taken} have already`)
  }
  const rows = deed.spends.filter(({ amount }) => amount > 0n)
  if (rows.length > 0)
    await tx.spend.createMany({
      data: rows.map(({ token, amount }) => ({
        ...{ transactionId, userId, network, token: token ?? '' },
        amount: amount.toString(),
      })),
    })
}
