import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { removeLeftovers } from './database-session.ts'

/** How often a server looks for what another one left that was killed, in milliseconds. */
const INTERVAL = 10 * 60_000

/**
 * The begin of a backup or restore that has no end, if the last one has none: of an installation one is under way at a time. A line of
 * the future, as a made-up backup may have, would never get an end after it.
 */
const openBegin = async (client: pg.PoolClient) => {
  const { rows } = await client.query<{ action: string; actor: string; actorId: string | null }>(
    `SELECT action, actor::text, "actorId" FROM "AuditEvent"
     WHERE action = ANY($1) AND "createdAt" <= clock_timestamp() ORDER BY "createdAt" DESC, id DESC LIMIT 1`,
    [['backup', 'restore'].flatMap((noun) => ['begin', 'complete', 'interrupt'].map((verb) => `${noun}.${verb}`))],
  )
  return rows.find(({ action }) => action.endsWith('.begin'))
}

const noteInterrupted = async (client: pg.PoolClient): Promise<void> => {
  const begun = await openBegin(client)
  if (!begun) return
  const { action, actor, actorId } = begun
  await client.query(
    `INSERT INTO "AuditEvent" (id, "createdAt", actor, "actorId", action, details)
     VALUES ($1, clock_timestamp(), $2::"ActorKind", $3, $4, $5)`,
    [randomUUID(), actor, actorId, action.replace('begin', 'interrupt'), { reason: 'its server was stopped' }],
  )
}

/**
 * Ends what a killed server left of a backup or restore, unless one is under way: deletes its prepared tables, and writes the end that the
 * audit trail lacks.
 */
export const endAbandoned = async (db: Pick<Database, 'pool'>): Promise<void> =>
  void (await removeLeftovers(db, noteInterrupted))

/** Ends what was abandoned at the start, and again from time to time: servers of an installation are killed one by one. */
export const startCleanUp = (background: BackgroundWork, db: Pick<Database, 'pool'>): void => {
  const failure = 'what a restore left was not deleted'
  background.start(failure, () => endAbandoned(db))
  background.repeat(INTERVAL, failure, () => endAbandoned(db))
}
