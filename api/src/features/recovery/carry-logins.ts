import type pg from 'pg'
import { addRows } from './add-rows.ts'
import { STAGING } from './database-session.ts'
import { inSchema } from './tables.ts'

/** Adds what was used up since the backup: it must not work again. */
const carryUsed = (client: pg.Client, live: string): Promise<void> =>
  addRows(client, live, 'OneTime', `e.kind = 'spent' AND e."expiresAt" > now()`)

/** The tables of passkeys: the column with the authenticator's id, and the one with the holder's. */
const admins = { table: 'AdminPasskey', credential: 'credentialId', holder: 'adminId' }
const users = { table: 'Passkey', credential: 'id', holder: 'userId' }
type Passkeys = typeof admins

/** Keeps the counters of passkeys, which tell a copied authenticator from the original. */
const carryCounters = async (client: pg.Client, live: string, { table, credential }: Passkeys): Promise<void> => {
  await client.query(
    `UPDATE ${inSchema(STAGING, table)} s SET counter = t.counter FROM ${inSchema(live, table)} t
     WHERE s."${credential}" = t."${credential}" AND s.counter < t.counter`,
  )
}

/**
 * Deletes passkeys of the backup that were removed since: that are gone, and of whose holder the audit trail in use has a removal. What
 * is gone without one was lost, and is what a restore is for.
 */
const dropRemoved = async (
  client: pg.Client,
  live: string,
  { table, credential, holder }: Passkeys,
  { removal, unless = 'FALSE' }: { removal: string; unless?: string },
): Promise<void> => {
  await client.query(
    `DELETE FROM ${inSchema(STAGING, table)} s USING ${inSchema(live, 'AuditEvent')} e
     WHERE (${removal}) AND e."targetId" = s."${holder}"::text AND e."createdAt" > s."createdAt" AND NOT (${unless})
       AND NOT EXISTS (SELECT 1 FROM ${inSchema(live, table)} t WHERE t."${credential}" = s."${credential}")`,
  )
}

/** A user who bound another way since the backup, which does not have that one, would be locked out of the wallets. */
const isLockedOut = (live: string): string => `
  NOT EXISTS (SELECT 1 FROM ${inSchema(STAGING, 'Identity')} i WHERE i."userId" = s."userId")
  AND NOT EXISTS (
    SELECT 1 FROM ${inSchema(STAGING, 'Passkey')} o JOIN ${inSchema(live, 'Passkey')} t ON t.id = o.id WHERE o."userId" = s."userId")`

/** Whether an authenticator of the backup, `s`, is one that is in use, `t`. */
const isSameTotp = `s."adminId" = t."adminId" AND s."sealedSecret" = t."sealedSecret" AND t."confirmedAt" IS NOT NULL`
const isSamePasskey = `s."adminId" = t."adminId" AND s."credentialId" = t."credentialId"`

/**
 * Of admins who have a second factor of the backup still: keeps the last step of the authenticator, and the recovery codes that are left
 * now. A code that was used since, or replaced, must not work again.
 */
const carrySecondFactors = async (client: pg.Client, live: string): Promise<void> => {
  const pairOf = (table: string) => `${inSchema(STAGING, table)} s JOIN ${inSchema(live, table)} t`
  await client.query(
    `UPDATE ${inSchema(STAGING, 'AdminTotp')} s SET "lastStep" = greatest(s."lastStep", t."lastStep"), "confirmedAt" = t."confirmedAt"
     FROM ${inSchema(live, 'AdminTotp')} t WHERE ${isSameTotp}`,
  )
  const ofSame = (row: string) =>
    `${row}."adminId" IN (
      SELECT s."adminId" FROM ${pairOf('AdminTotp')} ON ${isSameTotp}
      UNION SELECT s."adminId" FROM ${pairOf('AdminPasskey')} ON ${isSamePasskey})`
  await client.query(`DELETE FROM ${inSchema(STAGING, 'AdminRecoveryCode')} c WHERE ${ofSame('c')}`)
  await addRows(client, live, 'AdminRecoveryCode', ofSame('e'))
}

/**
 * Brings to the data of the backup what logins have used up, replaced and removed since: none of it works again. In the transaction that
 * replaces the data of the schema `live`.
 */
export const carryLogins = async (client: pg.Client, live: string): Promise<void> => {
  await carryUsed(client, live)
  await carrySecondFactors(client, live)
  await carryCounters(client, live, admins)
  await carryCounters(client, live, users)
  await dropRemoved(client, live, admins, {
    removal: `e.action = 'admin.passkey-remove' OR e.action = 'admin.second-factor-reset'`,
  })
  await dropRemoved(client, live, users, {
    removal: `e.action = 'user.passkey-remove' OR e.action = 'user.change-undo' AND e.details->>'kind' = 'passkey_add'`,
    unless: isLockedOut(live),
  })
}
