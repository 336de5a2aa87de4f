import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { type Custody, CustodyError } from '../../custody/index.ts'
import { addRows, columnsOf } from './add-rows.ts'
import { STAGING } from './database-session.ts'
import { inSchema } from './tables.ts'

const staged = (table: string): string => inSchema(STAGING, table)

/** The server's data key in a schema, opened; undefined where there is none that opens. The caller zeroes it. */
const serverKeyIn = async (client: pg.Client, keys: Pick<Custody, 'openDataKey'>, schema: string) => {
  const { rows } = await client.query<{ kekId: string; wrappedKey: Buffer<ArrayBuffer> }>(
    `SELECT "kekId", "wrappedKey" FROM ${inSchema(schema, 'DataKey')} WHERE owner = 'server'`,
  )
  if (rows.length !== 1) return undefined
  return keys.openDataKey({ owner: 'server' }, rows[0]!).catch((error: unknown) => {
    if (!(error instanceof CustodyError) || error.code.endsWith('_unavailable')) throw error
    return undefined
  })
}

/**
 * Whether the chain of the audit trail in use goes on after the restore: where both data have the same server's key, which signs it. A
 * backup of another server brings its chain with its key, and the lines in use are added to that.
 */
export const keepsChain = async (
  client: pg.Client,
  keys: Pick<Custody, 'openDataKey'>,
  live: string,
): Promise<boolean> => {
  const [own, other] = [await serverKeyIn(client, keys, live), await serverKeyIn(client, keys, STAGING)]
  const isSame = own !== undefined && other !== undefined && timingSafeEqual(own, other)
  own?.fill(0)
  other?.fill(0)
  return isSame
}

/**
 * Adds the audit lines of the data in use to those of the backup: a restore must not be a way to remove them, nor to rewrite them, so
 * of two lines of one id the one in use is kept.
 */
const carryLines = async (client: pg.Client, live: string): Promise<void> => {
  const { columns, values } = await columnsOf(client, 'AuditEvent')
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
  await client.query(
    `INSERT INTO ${inSchema(STAGING, 'AuditEvent')} AS staged (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM ${inSchema(live, 'AuditEvent')} e
     ON CONFLICT (id) DO UPDATE SET (${columns.join(', ')}) = (${of('EXCLUDED')})
     WHERE (${of('staged')}) IS DISTINCT FROM (${of('EXCLUDED')})`,
  )
}

/** Adds the audit lines since `carryLines`. By their ids: what time a line has says not when it was stored. */
const carryLateLines = (client: pg.Client, live: string): Promise<void> => {
  const absent = `NOT EXISTS (SELECT 1 FROM ${inSchema(STAGING, 'AuditEvent')} s WHERE s.id = e.id)`
  return addRows(client, live, 'AuditEvent', absent)
}

/** Replaces the chain of the backup by the one in use, as it is now. */
const carryChain = async (client: pg.Client, live: string): Promise<void> => {
  await client.query(`TRUNCATE ${staged('AuditLink')}, ${staged('AuditCheckpoint')}, ${staged('AuditForward')}`)
  await addRows(client, live, 'AuditLink', 'TRUE')
}

/**
 * Of lines in use, what they say of persons is that of the data in use: it may have been deleted since the backup, and a made-up backup
 * says what it likes.
 */
const carryPersonal = async (client: pg.Client, live: string): Promise<void> => {
  await client.query(
    `DELETE FROM ${staged('AuditPersonal')} p
     WHERE EXISTS (SELECT 1 FROM ${inSchema(live, 'AuditEvent')} e WHERE e.id = p."eventId")`,
  )
  await addRows(client, live, 'AuditPersonal', 'TRUE')
}

/** Adds and removes what was since `carryPersonal`. */
const carryLatePersonal = async (client: pg.Client, live: string): Promise<void> => {
  await client.query(
    `DELETE FROM ${staged('AuditPersonal')} p
     WHERE EXISTS (SELECT 1 FROM ${inSchema(live, 'AuditEvent')} e WHERE e.id = p."eventId")
       AND NOT EXISTS (SELECT 1 FROM ${inSchema(live, 'AuditPersonal')} l WHERE l."eventId" = p."eventId")`,
  )
  await addRows(client, live, 'AuditPersonal', 'TRUE')
}

/** Adds the lines and the chain in use to the backup's, which takes its time: what is written meanwhile is added by `finishAuditTrail`. */
export const carryAuditTrail = async (client: pg.Client, live: string, keeps: boolean): Promise<void> => {
  // They refuse that lines are changed, and have each wait for a link.
  await client.query(`ALTER TABLE ${staged('AuditEvent')} DISABLE TRIGGER USER`)
  await carryLines(client, live)
  await carryPersonal(client, live)
  if (keeps) await carryChain(client, live)
}

/** Adds what was chained and removed since `carryChain`. */
const carryLateLinks = async (client: pg.Client, live: string): Promise<void> => {
  await addRows(client, live, 'AuditLink', `NOT EXISTS (SELECT 1 FROM ${staged('AuditLink')} s WHERE s.seq = e.seq)`)
  await addRows(client, live, 'AuditCheckpoint', 'TRUE')
  await addRows(client, live, 'AuditForward', 'TRUE')
  const removed = `seq <= (SELECT max(seq) FROM ${staged('AuditCheckpoint')})`
  await client.query(
    `DELETE FROM ${staged('AuditEvent')} WHERE id IN (SELECT "eventId" FROM ${staged('AuditLink')} WHERE ${removed})`,
  )
  await client.query(`DELETE FROM ${staged('AuditLink')} WHERE ${removed}`)
}

/**
 * Brings the trail up to date, in the transaction that replaces the data: locks that in use until its end. Lines of which the chain knows
 * nothing are marked: a backup is a file, which somebody may have made up.
 */
export const finishAuditTrail = async (client: pg.Client, live: string, keeps: boolean): Promise<void> => {
  const tables = ['AuditEvent', 'AuditLink', 'AuditCheckpoint'].map((name) => inSchema(live, name))
  await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
  await carryLateLines(client, live)
  await carryLatePersonal(client, live)
  if (keeps) await carryLateLinks(client, live)
  const isOwn = keeps ? `EXISTS (SELECT 1 FROM ${inSchema(live, 'AuditEvent')} l WHERE l.id = e.id)` : 'FALSE'
  await client.query(
    `UPDATE ${staged('AuditEvent')} e SET "restoredAt" = now()
     WHERE NOT EXISTS (SELECT 1 FROM ${staged('AuditLink')} k WHERE k."eventId" = e.id) AND NOT ${isOwn}`,
  )
}

/** Has every line wait for a link that has none. */
export const awaitLinks = async (client: pg.Client): Promise<void> => {
  await client.query(`TRUNCATE ${staged('AuditPending')}`)
  await client.query(
    `INSERT INTO ${staged('AuditPending')} ("eventId") SELECT id FROM ${staged('AuditEvent')} e
     WHERE NOT EXISTS (SELECT 1 FROM ${staged('AuditLink')} k WHERE k."eventId" = e.id) ORDER BY e."createdAt", e.id`,
  )
  await client.query(`ALTER TABLE ${staged('AuditEvent')} ENABLE TRIGGER USER`)
}
