import { COUNTED_ROWS, type Provider } from '@openauth/client'
import { Prisma, type Tx } from '../../db.ts'
import { parseEthereumAddress, parseSolanaAddress } from '../../lib/addresses.ts'
import { genericAddressOf } from '../../lib/vara/addresses.ts'
import { prefixPattern, type Total } from '../keyset.ts'
import { nameKey } from '../name-key.ts'

/** One condition on users whose matches indexes find, in two forms: a set of ids, and a test of one user `u`. */
export interface Matching {
  /** Selects `id` of users, each once, from at most `limit` rows of each lookup. */
  ids: (limit: number) => Prisma.Sql
  /** Whether the user `u` matches. */
  test: Prisma.Sql
  /** Counts the matching users by the indexes alone. */
  count: (tx: Tx) => Promise<Total>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Rows that an index finds, of one of three tables. */
interface Lookup {
  of: 'identity' | 'user' | 'wallet'
  /** A condition on the row that has this alias. */
  condition: (row: Prisma.Sql) => Prisma.Sql
  /**
   * The index's order of the rows `m`, where they may be many: the planner then reads the index up to the limit, and neither the
   * table nor a bitmap of all matches.
   */
  order?: string
}

const identity = (condition: Lookup['condition'], order?: string): Lookup => ({
  of: 'identity',
  condition,
  ...(order && { order }),
})
const user = (condition: Lookup['condition'], order?: string): Lookup => ({
  of: 'user',
  condition,
  ...(order && { order }),
})
const wallet = (chain: string, address: string): Lookup => ({
  of: 'wallet',
  condition: (row) => Prisma.sql`${row}.chain = ${chain}::"Chain" AND ${row}.address = ${address}`,
})

const addressLookups = (text: string): [Lookup, ...Lookup[]] | undefined => {
  const subject = (address: string) => identity((row) => Prisma.sql`${row}.subject = ${address}`)
  const ethereum = parseEthereumAddress(text) ?? parseEthereumAddress(text.toLowerCase())
  if (ethereum) return [subject(ethereum), wallet('ethereum', ethereum)]
  if (parseSolanaAddress(text)) return [subject(text), wallet('solana', text)]
  const generic = genericAddressOf(text)
  return generic ? [wallet('polkadot', generic)] : undefined
}

/** A lookup, each by its own index, for everything that the text may be. */
const lookupsOf = (text: string): [Lookup, ...Lookup[]] => {
  const addresses = addressLookups(text)
  if (addresses) return addresses
  const externalId = user((row) => Prisma.sql`${row}."externalId" = ${text}`)
  if (UUID.test(text)) return [user((row) => Prisma.sql`${row}.id = ${text}::uuid`), externalId]
  const pattern = prefixPattern(text)
  const subjects = [...new Set([nameKey(text), text])]
  return [
    identity((row) => Prisma.sql`lower(${row}.display) LIKE lower(${pattern})`, 'lower(m.display) USING ~<~'),
    ...subjects.map((subject) =>
      identity((row) => Prisma.sql`${row}.subject LIKE ${prefixPattern(subject)}`, 'm.subject USING ~<~'),
    ),
    user((row) => Prisma.sql`lower(${row}."displayName") LIKE lower(${pattern})`, 'lower(m."displayName") USING ~<~'),
    externalId,
    ...(/^[a-z0-9]{8}$/i.test(text) ? [user((row) => Prisma.sql`${row}."referCode" = ${text.toUpperCase()}`)] : []),
  ]
}

const alias = Prisma.raw('m')
const columns = {
  identity: { table: Prisma.raw('"Identity"'), id: Prisma.raw('m."userId"'), isLive: Prisma.sql`TRUE` },
  user: { table: Prisma.raw('"User"'), id: Prisma.raw('m.id'), isLive: Prisma.sql`m."deletedAt" IS NULL` },
}

/** Selects `id`: of the apps one by one, so that each index is read from the app's first match and no further than the limit. */
const idsOf = (apps: string[], { of, condition, order }: Lookup, limit: number): Prisma.Sql => {
  if (of === 'wallet')
    return Prisma.sql`(SELECT m."userId" AS id FROM "Wallet" m WHERE ${condition(alias)} LIMIT ${limit})`
  const { table, id, isLive } = columns[of]
  const inOrder = order ? Prisma.raw(`ORDER BY ${order}`) : Prisma.empty
  return Prisma.sql`(
    SELECT found.id FROM unnest(${apps}::uuid[]) a(id) CROSS JOIN LATERAL (
      SELECT ${id} AS id FROM ${table} m WHERE m."appId" = a.id AND ${isLive} AND ${condition(alias)} ${inOrder} LIMIT ${limit}) found
    LIMIT ${limit})`
}

/** Tests the user `u`, which is of one of the apps: all conditions on its identities in one lookup. */
const testOf = (lookups: Lookup[]): Prisma.Sql => {
  const conditions = (of: Lookup['of'], row: Prisma.Sql) =>
    lookups.filter((lookup) => lookup.of === of).map(({ condition }) => Prisma.sql`(${condition(row)})`)
  // OFFSET 0 keeps the planner from reading all matches into a hash table, which are many where users are tested one by one.
  const exists = (table: string, any: Prisma.Sql[]) =>
    any.length === 0
      ? []
      : [
          Prisma.sql`EXISTS (
            SELECT 1 FROM ${Prisma.raw(table)} m WHERE m."userId" = u.id AND (${Prisma.join(any, ' OR ')}) OFFSET 0)`,
        ]
  const tests = [
    ...conditions('user', Prisma.raw('u')),
    ...exists('"Identity"', conditions('identity', alias)),
    ...exists('"Wallet"', conditions('wallet', alias)),
  ]
  return Prisma.sql`(${Prisma.join(tests, ' OR ')})`
}

/**
 * Counts different users among the first matches of each lookup. Where those are not all, there are at least as many; then the first
 * lookup usually is one that has more, and the others are not read.
 */
const countOf = async (tx: Tx, apps: string[], [first, ...others]: [Lookup, ...Lookup[]]): Promise<Total> => {
  const matches = (lookup: Lookup, index: number) =>
    Prisma.sql`SELECT ${index}::int AS lookup, l.id FROM ${idsOf(apps, lookup, COUNTED_ROWS + 1)} l`
  const all = [
    Prisma.sql`SELECT * FROM first`,
    ...others.map(
      (lookup, index) =>
        Prisma.sql`${matches(lookup, index + 1)} WHERE (SELECT count(*) FROM first) <= ${COUNTED_ROWS}`,
    ),
  ]
  const [counted] = await tx.$queryRaw<[{ users: number; isCapped: boolean }]>`
    WITH first AS MATERIALIZED (${matches(first, 0)}), matches AS MATERIALIZED (${Prisma.join(all, ' UNION ALL ')})
    SELECT (SELECT count(*)::int FROM (SELECT DISTINCT id FROM matches) each) AS users,
      EXISTS (SELECT 1 FROM matches GROUP BY lookup HAVING count(*) > ${COUNTED_ROWS}) AS "isCapped"`
  const { users, isCapped } = counted
  return { items: Math.min(users, COUNTED_ROWS), isCapped: isCapped || users > COUNTED_ROWS }
}

const matchingOf = (apps: string[], lookups: [Lookup, ...Lookup[]]): Matching => ({
  ids: (limit) =>
    Prisma.join(
      lookups.map((lookup) => idsOf(apps, lookup, limit)),
      ' UNION ',
    ),
  test: testOf(lookups),
  count: (tx) => countOf(tx, apps, lookups),
})

/** Users with an identity of a provider. */
export const withMethod = (apps: string[], method: Provider): Matching =>
  matchingOf(apps, [identity((row) => Prisma.sql`${row}.provider = ${method}`, 'm.display')])

/** Users that a search text finds: by an exact id, address or code, or by the beginning of a name or account. */
export const withText = (apps: string[], q: string): Matching => matchingOf(apps, lookupsOf(q.normalize('NFKC').trim()))
