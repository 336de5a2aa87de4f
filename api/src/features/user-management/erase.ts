import { Prisma, type Tx, type UserModel } from '../../db.ts'
import { tableOf, userTables, type UserTable } from '../data-map/data-map.ts'
import { takeOffSquad } from '../game/squads/membership.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { lockWallets } from '../transfers/require-live.ts'
import { tombstoneOf } from './tombstone.ts'

/** What happens to each column of a user that is deleted; a new column needs a line here. */
const columns = {
  id: 'keep',
  appId: 'keep',
  referCode: 'replace',
  externalId: 'clear',
  avatar: 'clear',
  avatarSource: 'clear',
  loginVersion: 'keep',
  displayName: 'clear',
  passwordHash: 'clear',
  passwordSetAt: 'clear',
  referrerId: 'keep',
  referredAt: 'keep',
  createdAt: 'keep',
  lastSeenAt: 'replace',
  // The days on which the user was active stay counted; the counts name nobody.
  activeOn: 'clear',
  disabledAt: 'keep',
  disabledBy: 'keep',
  deletedAt: 'replace',
} as const satisfies Record<keyof UserModel, 'clear' | 'keep' | 'replace'>

type Column = keyof typeof columns
type Of<What> = { [C in Column]: (typeof columns)[C] extends What ? C : never }[Column]

const isCleared = (column: string): column is Of<'clear'> => columns[column as Column] === 'clear'

const cleared = Object.fromEntries(
  Object.keys(columns)
    .filter(isCleared)
    .map((column) => [column, null]),
) as Record<Of<'clear'>, null>

/** What stands in columns that cannot be empty. A refer code is unique in its app, and one of users is shorter. */
const replaced = (id: string, now: Date): Record<Of<'replace'>, unknown> & Prisma.UserUpdateManyMutationInput => ({
  referCode: `deleted ${id}`,
  lastSeenAt: now,
  deletedAt: now,
})

const named = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`)

/** Deletes or clears a user's rows of a table, as the data map says. */
const eraseRows = async (tx: Tx, { model, rows: { by, erase, clears = [] } }: UserTable, userId: string) => {
  const table = named(tableOf(model))
  const isTheirs = Prisma.sql`${named(by)} = ${userId}::uuid`
  if (erase === 'delete') await tx.$executeRaw`DELETE FROM ${table} WHERE ${isTheirs}`
  if (erase !== 'clear') return
  const nothing = Prisma.join(clears.map((column) => Prisma.sql`${named(column)} = NULL`))
  await tx.$executeRaw`UPDATE ${table} SET ${nothing} WHERE ${isTheirs}`
}

/**
 * Deletes the player, whose squad gets another leader. The account comes first: its lock waits for a payment under way, whose rows the
 * statements after it then see. A payment that is signed goes on; nothing else is paid to a wallet that nobody can reach.
 */
const erasePlayer = async (tx: Tx, userId: string): Promise<void> => {
  const [player] = await tx.$queryRaw<{ squadId: string | null }[]>`
    DELETE FROM "Player" WHERE "userId" = ${userId}::uuid RETURNING "squadId"::text AS "squadId"`
  if (player?.squadId) await takeOffSquad(tx, player.squadId, userId)
}

/** What works for minutes only, and names the user or an address of the user. Before the identities are deleted. */
const eraseShortLived = async (tx: Tx, { appId, id }: UserReference): Promise<void> => {
  await forgetKnownClients(tx, id)
  const addresses = await tx.identity.findMany({ where: { userId: id, provider: 'email' }, select: { subject: true } })
  await tx.emailCode.deleteMany({ where: { appId, email: { in: addresses.map(({ subject }) => subject) } } })
  await tx.$executeRaw`
    DELETE FROM "OneTime" WHERE "appId" = ${appId}::uuid AND kind <> 'spent' AND data::text LIKE ${`%${id}%`}`
}

/** Deliveries that wait are sent, and deleted later; a partner may have to be told of the deletion again. */
const eraseDeliveries = async (tx: Tx, userId: string): Promise<void> => {
  await tx.webhookDelivery.deleteMany({ where: { userId, status: { not: 'pending' }, type: { not: 'user.deleted' } } })
}

export interface UserReference {
  appId: string
  id: string
}

/**
 * Deletes a user in a transaction, as the data map says: clears personal data, ends sessions, and leaves a tombstone for backups. The
 * ledger stays, and the sealed wallet keys, since the wallets may hold funds. Returns false where there is no such user, or none any more:
 * of several calls one erases. Users of a deleted app are no users to an operator. Waits for signatures under way, and has none begin after it.
 */
export const eraseUser = async (
  tx: Tx,
  sessions: Pick<Sessions, 'end'>,
  { appId, id }: UserReference,
  { ofDeletedApps = false } = {},
): Promise<boolean> => {
  await lockWallets(tx, id)
  const now = new Date()
  const { count } = await tx.user.updateMany({
    where: { id, appId, deletedAt: null, ...(ofDeletedApps ? {} : { app: { deletedAt: null } }) },
    data: { ...cleared, ...replaced(id, now) },
  })
  if (count === 0) return false
  await erasePlayer(tx, id)
  await eraseShortLived(tx, { appId, id })
  await sessions.end(tx, { userId: id })
  for (const table of userTables) await eraseRows(tx, table, id)
  await eraseDeliveries(tx, id)
  await tx.tombstone.createMany({ data: [{ digest: tombstoneOf(id), deletedAt: now }], skipDuplicates: true })
  return true
}
