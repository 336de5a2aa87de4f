import type { WalletPolicy } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { amountText, digitsText } from './amount-text.ts'
import { lockPartner, partnerMisses } from './partner-limits.ts'
import { dailyLimits, type Miss, type TransactionImpact, policyRefused } from './enforce-policy.ts'

interface Reservation {
  transactionId: string
  userId: string
  /** Set where the app's secret requested the transaction. */
  partnerAppId?: string
}

/**
 * What the last 24 hours took, and what older pending transactions may still take, such as one that was only signed or
 * never expires. Transactions that certainly took nothing have no row.
 */
const spentInLastDay = async (tx: Tx, userId: string, network: string, token: string): Promise<bigint> => {
  const [row] = await tx.$queryRaw<{ sum: string }[]>`
    SELECT COALESCE(SUM(s.amount), 0)::text AS sum FROM "Spend" s JOIN "Transaction" t ON t.id = s."transactionId"
    WHERE s."userId" = ${userId}::uuid AND s.network = ${network} AND s.token = ${token}
      AND (s."createdAt" > now() - interval '24 hours' OR t."settledAt" IS NULL)`
  return BigInt(row?.sum ?? '0')
}

/**
 * What a transaction misses of the limits of the last 24 hours: the wallet's, then the partner's. Reads only. Without a
 * user nothing has been spent yet.
 */
export async function* dailyMisses(
  tx: Tx,
  { userId, partnerAppId }: { userId: string | undefined; partnerAppId?: string | undefined },
  policy: WalletPolicy,
  impact: TransactionImpact,
): AsyncGenerator<Miss> {
  const { network } = impact
  for (const limited of dailyLimits(policy, impact)) {
    const { token, amount, most } = limited
    const spent = userId === undefined ? 0n : await spentInLastDay(tx, userId, network, token ?? '')
    const why = `at most ${amountText(limited, most)} may leave in 24 hours, and ${digitsText(limited, spent)} left already`
    if (spent + amount > most) yield { rule: 'limits', why }
  }
  if (partnerAppId !== undefined) yield* partnerMisses(tx, partnerAppId, policy, impact)
}

/**
 * Records what a transaction takes, if the daily limits of the wallet and of the partner allow it. Call it with the
 * wallet's row locked, so that each concurrent send sees those before it. Throws `policy_refused`.
 */
export const reserveSpend = async (
  tx: Tx,
  { transactionId, userId, partnerAppId }: Reservation,
  policy: WalletPolicy,
  impact: TransactionImpact,
): Promise<void> => {
  const { network } = impact
  if (partnerAppId !== undefined) await lockPartner(tx, partnerAppId, policy, impact)
  for await (const { rule, why } of dailyMisses(tx, { userId, partnerAppId }, policy, impact))
    throw policyRefused(rule, why)
  const rows = impact.spends.filter(({ amount }) => amount > 0n)
  if (rows.length > 0)
    await tx.spend.createMany({
      data: rows.map(({ token, amount, fee }) => ({
        transactionId,
        userId,
        network,
        token: token ?? '',
        amount: amount.toString(),
        fee: fee.toString(),
        partnerAppId: partnerAppId ?? null,
      })),
    })
}

/**
 * Records a fee that this server raised or paid itself. It counts and is never refused: a transaction that is signed
 * already would otherwise stay pending for ever.
 */
export const recordFee = async (tx: Tx, { transactionId, userId }: Reservation, network: string, fee: bigint) => {
  await tx.$executeRaw`
    INSERT INTO "Spend" ("transactionId", "userId", network, token, amount, fee, "partnerAppId")
    SELECT id, ${userId}::uuid, ${network}, '', ${fee.toString()}::numeric, ${fee.toString()}::numeric,
      CASE WHEN initiator = 'app' THEN "appId" END
    FROM "Transaction" WHERE id = ${transactionId}::uuid
    ON CONFLICT ("transactionId", token) DO UPDATE SET
      amount = "Spend".amount + GREATEST(excluded.fee - "Spend".fee, 0),
      fee = GREATEST("Spend".fee, excluded.fee)`
}

/** Removes the reservation of a transaction that certainly took nothing, or reduces it to the fee. */
export const releaseSpend = async (
  tx: Tx,
  transactionId: string,
  { exceptFee }: { exceptFee: boolean },
): Promise<void> => {
  await tx.spend.deleteMany({ where: { transactionId, ...(exceptFee ? { fee: 0 } : {}) } })
  if (exceptFee) await tx.$executeRaw`UPDATE "Spend" SET amount = fee WHERE "transactionId" = ${transactionId}::uuid`
}
