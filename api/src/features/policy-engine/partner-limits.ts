import {
  canonicalRef,
  tokenRef,
  ANY,
  type Network,
  type PartnerLimit,
  testNetworks,
  type WalletPolicy,
} from '@openauth/client'
import type { Tx } from '../../db.ts'
import { amountText, digitsText } from './amount-text.ts'
import type { Miss, Spending, TransactionImpact } from './enforce-policy.ts'

/** What an app's secrets may send of a token in 24 hours; null for no limit, which is the default on test networks. */
const limitOf = (limits: PartnerLimit[], network: Network, token: string | null): bigint | null => {
  const key = canonicalRef(tokenRef(network, token))
  const own = limits.find((limit) => canonicalRef(limit.token) === key)
  const others = testNetworks.includes(network) ? undefined : limits.find((limit) => limit.token === ANY)
  const perDay = (own ?? others)?.perDay ?? null
  return perDay === null ? null : BigInt(perDay)
}

interface Spent {
  appId: string
  network: string
  /** Empty for the chain's own token. */
  token: string
}

/** What partners sent in the last 24 hours, and what older pending transactions may still take. */
const sentInLastDay = async (tx: Tx, { appId, network, token }: Spent): Promise<bigint> => {
  const [row] = await tx.$queryRaw<{ sum: string }[]>`
    SELECT (COALESCE((
      SELECT SUM(amount) FROM "Spend" WHERE "partnerAppId" = ${appId}::uuid AND network = ${network} AND token = ${token}
        AND "createdAt" > now() - interval '24 hours'
    ), 0) + COALESCE((
      SELECT SUM(s.amount) FROM "Transaction" t JOIN "Spend" s ON s."transactionId" = t.id
      WHERE t."settledAt" IS NULL AND t."appId" = ${appId}::uuid AND s."partnerAppId" = t."appId"
        AND s.network = ${network} AND s.token = ${token} AND s."createdAt" <= now() - interval '24 hours'
    ), 0))::text AS sum`
  return BigInt(row?.sum ?? '0')
}

/** When enough of what was sent is older than 24 hours; undefined where that is not known. */
const availableAt = async (tx: Tx, { appId, network, token }: Spent, needed: bigint): Promise<Date | undefined> => {
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    SELECT MIN(at) AS at FROM (
      SELECT "createdAt" + interval '24 hours' AS at, SUM(amount) OVER (ORDER BY "createdAt") AS freed FROM "Spend"
      WHERE "partnerAppId" = ${appId}::uuid AND network = ${network} AND token = ${token}
        AND "createdAt" > now() - interval '24 hours'
    ) AS spent WHERE freed >= ${needed.toString()}::numeric`
  return row?.at ?? undefined
}

interface Limited extends Spent {
  ref: string
  amount: bigint
  decimals: number | undefined
  most: bigint
}

/** The spends of a transaction that a partner limit applies to. */
const limitedSpends = (
  appId: string,
  { partnerLimits }: WalletPolicy,
  { network, spends }: TransactionImpact,
): Limited[] =>
  spends.flatMap(({ token, amount, decimals }: Spending) => {
    const most = limitOf(partnerLimits, network, token)
    const ref = tokenRef(network, token)
    return most === null || amount === 0n ? [] : [{ appId, network, token: token ?? '', ref, amount, decimals, most }]
  })

/**
 * Serializes the partner sends of an app on a network, from all of its wallets, until the end of the transaction, where a
 * limit applies: each concurrent send sees those before it.
 */
export const lockPartner = async (
  tx: Tx,
  appId: string,
  policy: WalletPolicy,
  impact: TransactionImpact,
): Promise<void> => {
  if (limitedSpends(appId, policy, impact).length === 0) return
  const name = `partner sends ${appId} ${impact.network}`
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`
}

const HOW_TO_RAISE = 'an admin raises it with partnerLimits in the wallet policy of the app'

const missOf = async (tx: Tx, limited: Limited, sent: bigint): Promise<Miss> => {
  const { amount, most } = limited
  const left = most > sent ? most - sent : 0n
  const at = amount > most ? undefined : await availableAt(tx, limited, sent + amount - most)
  const advice = at
    ? `Enough is left again at ${at.toISOString()}, or ${HOW_TO_RAISE}`
    : `More is sent once ${HOW_TO_RAISE}`
  const why = `app secrets of this app may send at most ${amountText(limited, most)} in 24 hours; ${digitsText(limited, left)} is left, and this takes ${digitsText(limited, amount)}. ${advice}`
  return { rule: 'partnerLimits', why }
}

/**
 * What a transaction misses of the partner limits of the last 24 hours, which bound what an app's secrets send from all
 * wallets of the app, fees included. Reads only; a send locks with `lockPartner` first.
 */
export async function* partnerMisses(
  tx: Tx,
  appId: string,
  policy: WalletPolicy,
  impact: TransactionImpact,
): AsyncGenerator<Miss> {
  for (const limited of limitedSpends(appId, policy, impact)) {
    const sent = await sentInLastDay(tx, limited)
    if (sent + limited.amount > limited.most) yield await missOf(tx, limited, sent)
  }
}
