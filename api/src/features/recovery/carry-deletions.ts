import pg from 'pg'
import { TOMBSTONE_PREFIX } from '../user-management/tombstone.ts'
import { addRows } from './add-rows.ts'
import { STAGING } from './database-session.ts'
import { inSchema } from './tables.ts'

const staged = (table: string): string => inSchema(STAGING, table)

/** Has users of the backup that match be deleted again, at once, by the server that starts on the data. */
const deleteAgain = async (client: pg.Client, from: string): Promise<void> => {
  await client.query(
    `INSERT INTO ${staged('UserDeletion')} ("userId", "appId", "dueAt", "checkAt", "isRepeated")
     SELECT u.id, u."appId", now(), now(), true FROM ${staged('User')} u ${from} AND u."deletedAt" IS NULL
     ON CONFLICT ("userId") DO UPDATE SET "dueAt" = now(), "checkAt" = now(), "isRepeated" = true`,
  )
}

/**
 * Adds the tombstones in use to those of the backup, and has users with one be deleted again. This looks at each user of the backup;
 * who is deleted meanwhile is found by `finishDeletions`.
 */
export const carryDeletions = async (client: pg.Client, live: string): Promise<void> => {
  await addRows(client, live, 'Tombstone', 'TRUE')
  const digest = `sha256(convert_to(${pg.escapeLiteral(TOMBSTONE_PREFIX)} || u.id::text, 'UTF8'))`
  await deleteAgain(client, `JOIN ${staged('Tombstone')} t ON t.digest = ${digest} WHERE TRUE`)
}

/**
 * Brings deletions up to date, in the transaction that replaces the data: one that was requested since the backup is still to come, one
 * that was cancelled since is not, and a user who was deleted since is deleted again.
 */
export const finishDeletions = async (client: pg.Client, live: string): Promise<void> => {
  await client.query(
    `DELETE FROM ${staged('UserDeletion')} d
     WHERE NOT d."isRepeated" AND EXISTS (SELECT 1 FROM ${inSchema(live, 'User')} u WHERE u.id = d."userId")`,
  )
  const isInBackup = `EXISTS (SELECT 1 FROM ${staged('User')} s WHERE s.id = e."userId" AND s."deletedAt" IS NULL)`
  await addRows(client, live, 'UserDeletion', isInBackup)
  await addRows(client, live, 'Tombstone', 'TRUE')
  await deleteAgain(client, `JOIN ${inSchema(live, 'User')} l ON l.id = u.id WHERE l."deletedAt" IS NOT NULL`)
}
