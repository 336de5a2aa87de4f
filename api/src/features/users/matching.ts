import type { Provider } from '@openauth/client'
import { Prisma, type Tx } from '../../db.ts'
import { parseEthereumAddress, parseSolanaAddress } from '../../lib/addresses.ts'
import { genericAddressOf } from '../../lib/vara/addresses.ts'
import { prefixPattern } from '../keyset.ts'
import { nameKey } from '../name-key.ts'

/** One condition on users whose matches an index finds, in two forms: a set of ids, and a test of one user `u`. */
export interface Matching {
  /** Selects `id`, each once at most per select, with a limit on each of the lookups. */
  ids: (limit: number) => Prisma.Sql
  /** Whether the user `u` matches. */
  test: Prisma.Sql
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Lookups of `table`, which has the alias `m`; `user` is its column with the user's id. */
interface Lookup {
  table: string
  user: string
  condition: Prisma.Sql
}

const identity = (apps: string[], condition: Prisma.Sql): Lookup => ({
  table: '"Identity"',
  user: 'm."userId"',
  condition: Prisma.sql`m."appId" = ANY(${apps}::uuid[]) AND ${condition}`,
})
const user = (apps: string[], condition: Prisma.Sql): Lookup => ({
  table: '"User"',
  user: 'm.id',
  condition: Prisma.sql`m."appId" = ANY(${apps}::uuid[]) AND m."deletedAt" IS NULL AND ${condition}`,
})
const wallet = (chain: string, address: string): Lookup => ({
  table: '"Wallet"',
  user: 'm."userId"',
  condition: Prisma.sql`m.chain = ${chain}::"Chain" AND m.address = ${address}`,
})

const addressLookups = (apps: string[], text: string): Lookup[] => {
  const ethereum = parseEthereumAddress(text) ?? parseEthereumAddress(text.toLowerCase())
  if (ethereum) return [identity(apps, Prisma.sql`m.subject = ${ethereum}`), wallet('ethereum', ethereum)]
  if (parseSolanaAddress(text)) return [identity(apps, Prisma.sql`m.subject = ${text}`), wallet('solana', text)]
  const generic = genericAddressOf(text)
  return generic ? [wallet('polkadot', generic)] : []
}

/** A lookup, each by its own index, for everything that the text may be. */
const lookupsOf = (apps: string[], text: string): Lookup[] => {
  const addresses = addressLookups(apps, text)
  if (addresses.length > 0) return addresses
  if (UUID.test(text))
    return [user(apps, Prisma.sql`m.id = ${text}::uuid`), user(apps, Prisma.sql`m."externalId" = ${text}`)]
  const pattern = prefixPattern(text)
  const subjects = [...new Set([nameKey(text), text])]
  return [
    identity(apps, Prisma.sql`lower(m.display) LIKE lower(${pattern})`),
    ...subjects.map((subject) => identity(apps, Prisma.sql`m.subject LIKE ${prefixPattern(subject)}`)),
    user(apps, Prisma.sql`lower(m."displayName") LIKE lower(${pattern})`),
    user(apps, Prisma.sql`m."externalId" = ${text}`),
    ...(/^[a-z0-9]{8}$/i.test(text) ? [user(apps, Prisma.sql`m."referCode" = ${text.toUpperCase()}`)] : []),
  ]
}

const matchingOf = (lookups: Lookup[]): Matching => ({
  ids: (limit) =>
    Prisma.join(
      lookups.map(
        ({ table, user: id, condition }) =>
          Prisma.sql`(SELECT ${Prisma.raw(id)} AS id FROM ${Prisma.raw(table)} m WHERE ${condition} LIMIT ${limit})`,
      ),
      ' UNION ',
    ),
  // OFFSET 0 keeps the planner from reading all matches into a hash table, which are many where users are tested one by one.
  test: Prisma.sql`(${Prisma.join(
    lookups.map(
      ({ table, user: id, condition }) =>
        Prisma.sql`EXISTS (SELECT 1 FROM ${Prisma.raw(table)} m WHERE ${Prisma.raw(id)} = u.id AND ${condition} OFFSET 0)`,
    ),
    ' OR ',
  )})`,
})

/** Users with an identity of a provider. */
export const withMethod = (apps: string[], method: Provider): Matching =>
  matchingOf([identity(apps, Prisma.sql`m.provider = ${method}::"Provider"`)])

/** Users that a search text finds: by an exact id, address or code, or by the beginning of a name or account. */
export const withText = (apps: string[], q: string): Matching => matchingOf(lookupsOf(apps, q.normalize('NFKC').trim()))

/**
 * Up to this many matches are read by their ids and sorted. More are so common that walking the sorted index finds a page of
 * them soon: at a million users one in 250.
 */
const SORTED_MATCHES = 4_000

/** The matching ids where they are few; undefined where they are many. */
export const fewIds = async (tx: Tx, matching: Matching): Promise<string[] | undefined> => {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT found.id::text AS id FROM (${matching.ids(SORTED_MATCHES + 1)}) found LIMIT ${SORTED_MATCHES + 1}`
  return rows.length > SORTED_MATCHES ? undefined : rows.map(({ id }) => id)
}
