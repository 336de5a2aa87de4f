import { type contract, type HandlerInput, networks, walletChainOf } from '@openauth/client'
import { Prisma, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { spellingsOf } from '../../lib/addresses.ts'
import { allOf, countCapped, cursorMeta, inOrder, readPage, seekOf, seekRows } from '../keyset.ts'
import { namesOfUsers } from '../identities/names.ts'
import { omit } from './list.ts'
import { presentSends } from './present-sends.ts'

type Filters = HandlerInput<typeof contract.adminTransactions.list>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters on columns of the transaction `t`. */
const columnFilters = ({ userId, chain, network, status, kind, from, to }: Filters): Prisma.Sql[] => [
  ...(userId ? [Prisma.sql`t."userId" = ${userId}::uuid`] : []),
  ...(chain ? [Prisma.sql`t.chain = ${chain}::"Chain"`] : []),
  ...(network ? [Prisma.sql`t.network = ${network}`] : []),
  ...(status ? [Prisma.sql`t.status = ${status}::"TransactionStatus"`] : []),
  ...(kind ? [Prisma.sql`t.kind = ${kind}::"TransactionKind"`] : []),
  ...(from ? [Prisma.sql`t."createdAt" >= ${from}::timestamptz`] : []),
  ...(to ? [Prisma.sql`t."createdAt" < ${to}::timestamptz`] : []),
]

/** Of one app, whose index has the order of time, or of several. */
const isOfApps = (appIds: readonly string[]): Prisma.Sql =>
  appIds.length === 1 ? Prisma.sql`t."appId" = ${appIds[0]}::uuid` : Prisma.sql`t."appId" = ANY(${appIds}::uuid[])`

/** The chains of all wallets: the index of addresses begins with the chain. */
const chains = [...new Set(networks.map(walletChainOf))]

/** The wallets with an address, of any chain and in any of its spellings: their users' sends on that chain are from it. */
const walletsAt = (tx: Tx, text: string) =>
  tx.wallet.findMany({
    where: { chain: { in: chains }, address: { in: spellingsOf(text) } },
    select: { userId: true, chain: true },
  })

/** Conditions, each with an index, of which a send that the text finds meets at least one. */
const searchConditions = async (tx: Tx, text: string): Promise<Prisma.Sql[]> => {
  if (UUID.test(text)) return [Prisma.sql`t.id = ${text}::uuid`, Prisma.sql`t."userId" = ${text}::uuid`]
  const wallets = await walletsAt(tx, text)
  const hash = /^0x/i.test(text) ? text.toLowerCase() : text
  const recipients = [...new Set([text, hash, ...spellingsOf(hash)])]
  return [
    // The index of signatures begins with the network.
    Prisma.sql`t.network = ANY(${[...networks]}) AND t.signature = ANY(${[text, hash]}) AND t.signature IS NOT NULL`,
    Prisma.sql`t."formerSignatures" && ${[text, hash]} AND t."formerSignatures" <> '{}'`,
    Prisma.sql`t."toAddress" = ANY(${recipients})`,
    ...wallets.map(({ userId, chain }) => Prisma.sql`t."userId" = ${userId}::uuid AND t.chain = ${chain}::"Chain"`),
  ]
}

/** How the rows are found: `ordered` with what seekRows gives, `counted` with a limit. */
interface Rows {
  ordered: (end: Prisma.Sql) => Prisma.Sql
  counted: (limit: Prisma.Sql) => Prisma.Sql
}

/** Walks the index by time of each app and merges them. */
const rowsOfApps = (appIds: string[], where: Prisma.Sql): Rows => ({
  ordered: (end) => Prisma.sql`
    SELECT r.id, r.at FROM unnest(${appIds}::uuid[]) a(id) CROSS JOIN LATERAL (
      SELECT t.id, t."createdAt" AS at FROM "Transaction" t WHERE t."appId" = a.id AND ${where} ${end}) r`,
  counted: (limit) => Prisma.sql`
    SELECT 1 FROM "Transaction" t WHERE t."appId" = ANY(${appIds}::uuid[]) AND ${where} ${limit}`,
})

/** Reads the rows of each condition by its own index. */
const rowsOfAny = (conditions: Prisma.Sql[], where: Prisma.Sql): Rows => {
  const union = (end: Prisma.Sql) =>
    Prisma.join(
      conditions.map(
        (condition) =>
          Prisma.sql`(SELECT t.id, t."createdAt" AS at FROM "Transaction" t WHERE ${condition} AND ${where} ${end})`,
      ),
      ' UNION ',
    )
  return { ordered: union, counted: union }
}

const rowsOf = async (
  tx: Tx,
  appIds: string[],
  filters: Filters,
  within: readonly string[] | undefined,
): Promise<Rows> => {
  const { userId, q } = filters
  const where = allOf([...columnFilters(filters), ...(within ? [isOfApps(within)] : [])])
  const text = q?.trim()
  if (text) return rowsOfAny(await searchConditions(tx, text), where)
  return userId ? rowsOfAny([Prisma.sql`TRUE`], where) : rowsOfApps(appIds, where)
}

/** A page of the sends of all apps or of those `within`, with app and user. Throws `app_not_found`. */
export const listSends = async (tx: Tx, filters: Filters, within?: readonly string[]) => {
  const { appId, order } = filters
  const apps = await tx.app.findMany({
    where: within ? { id: { in: [...within] } } : {},
    select: { id: true, name: true },
  })
  if (appId && apps.length === 0) throw new Problem('app_not_found')
  const seek = seekOf(filters, { column: 'createdAt', descending: order === 'desc' })
  const appIds = apps.map(({ id }) => id)
  const { ordered, counted } = await rowsOf(tx, appIds, filters, within)
  const { ids, cursors } = await readPage(tx, seek, ordered(seekRows('t', seek)))
  const sends = await tx.transaction.findMany({ where: { id: { in: ids } }, omit })
  const names = await namesOfUsers(
    tx,
    sends.flatMap(({ userId }) => userId ?? []),
  )
  const data = (await presentSends(tx, inOrder(ids, sends))).map((send) => ({
    ...send,
    app: apps.find(({ id }) => id === send.appId)!,
    user: send.userId === null ? null : { id: send.userId, name: names.get(send.userId) ?? null },
  }))
  return { data, meta: cursorMeta(await countCapped(tx, counted), filters, cursors) }
}
