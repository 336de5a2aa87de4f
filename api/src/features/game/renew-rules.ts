import type { Database, Keyed, Statement } from '../../db.ts'
import { type Account, settle } from './account.ts'
import type { VersionedRules } from './rules.ts'

const findOutdated: Statement = {
  name: 'game-outdated',
  text: `
    SELECT p."userId" AS key, to_jsonb(p) AS account FROM "Player" p
    JOIN unnest($1::uuid[], $2::int[]) AS b("userId", version) ON b."userId" = p."userId"
    WHERE p."rulesVersion" < b.version`,
}

/** What newer rules change in an account. */
const changed = [
  ['energy', 'bigint'],
  ['tapCredit', 'bigint'],
  ['settledAt', 'bigint'],
  ['rulesVersion', 'int'],
  ['ringsPerTap', 'int'],
  ['maxEnergy', 'int'],
  ['energyPerSecond', 'int'],
] as const satisfies [keyof Account, string][]

/** An account that has changed since it was read, or that something else has locked, is left as it is. */
const storeRenewed: Statement = {
  name: 'game-renewed',
  text: `
    UPDATE "Player" p SET ${changed.map(([column]) => `"${column}" = t."${column}"`).join(', ')}
    FROM (
      SELECT b.* FROM unnest($1::uuid[], $2::jsonb[], ${changed.map(([, type], index) => `$${index + 3}::${type}[]`).join(', ')})
        AS b("userId", before, ${changed.map(([column]) => `"${column}"`).join(', ')})
      JOIN "Player" q ON q."userId" = b."userId" WHERE to_jsonb(q) = b.before
      ORDER BY q."userId" FOR UPDATE OF q SKIP LOCKED
    ) t
    WHERE p."userId" = t."userId" RETURNING p."userId" AS key`,
}

/**
 * Brings accounts that follow older rules to these, all in one statement: after a change of the rules each player who taps needs it
 * once. Returns how many it has brought to them; the others are opened one by one (open-account.ts).
 */
export const renewRules = async (
  { query }: Pick<Database, 'query'>,
  players: { userId: string; rules: VersionedRules }[],
  now: number,
): Promise<number> => {
  const rulesOf = new Map(players.map(({ userId, rules }) => [userId, rules]))
  const found = await query<Keyed & { account: Account }>(findOutdated, [
    players.map(({ userId }) => userId),
    players.map(({ rules }) => rules.version),
  ])
  if (found.length === 0) return 0
  const renewed = found.map(({ key, account }) => {
    const before = JSON.stringify(account)
    settle(account, rulesOf.get(key)!, now)
    return { before, account }
  })
  const rows = await query<Keyed>(storeRenewed, [
    renewed.map(({ account }) => account.userId),
    renewed.map(({ before }) => before),
    ...changed.map(([column]) => renewed.map(({ account }) => account[column])),
  ])
  return rows.length
}
