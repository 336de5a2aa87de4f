import type { Position } from '@openauth/audit-chain'
import type pg from 'pg'
import type { AuditSettings } from '../../../audit-settings.ts'
import type { Database } from '../../../db.ts'
import { hashAt, lastLink, readCheckpoint, readLinks, startOf, type StoredLink } from '../chain-rows.ts'
import type { Destination, ForwardedLink } from './destination.ts'
import { fileDestination } from './file.ts'
import { syslogDestination } from './syslog.ts'

/** Links of one batch. */
const AT_ONCE = 500

const lockOf = (name: string) => `openauth audit forward ${name}`

/** Where a destination is. A new one begins where the stored chain does. */
const startFor = async (client: pg.ClientBase, { name, position }: Destination) => {
  const { rows } = await client.query<{ seq: number }>(
    'SELECT seq::float8 AS seq FROM "AuditForward" WHERE destination = $1',
    [name],
  )
  const seq = (await position?.()) ?? rows[0]?.seq
  const checkpoint = await readCheckpoint(client)
  const begin = startOf(checkpoint)
  const end = (await lastLink(client))?.seq ?? begin.seq
  // Behind the end lies what was cut off since; the destination goes on with what comes.
  const at = Math.min(seq ?? 0, end)
  const start: Position = at <= begin.seq ? begin : { seq: at, hash: (await hashAt(client, at)) ?? begin.hash }
  return { start, hasGap: seq !== undefined && seq !== start.seq }
}

const forwarded = (link: StoredLink, previous: string | null): ForwardedLink => {
  const { seq, hash, chainedAt, signature, line } = link
  return { seq, hash, chainedAt, signature, previous, digest: null, line }
}

const sendBatch = async (client: pg.ClientBase, key: string, destination: Destination): Promise<boolean> => {
  const { start, hasGap } = await startFor(client, destination)
  const links = await readLinks(client, start.seq, AT_ONCE)
  if (links.length === 0) return false
  await destination.send(
    links.map((link, index) => forwarded(link, index === 0 && hasGap ? start.hash : null)),
    { key, start },
  )
  await client.query(
    `INSERT INTO "AuditForward" (destination, seq) VALUES ($1, $2) ON CONFLICT (destination) DO UPDATE SET seq = EXCLUDED.seq`,
    [destination.name, links.at(-1)!.seq],
  )
  return links.length === AT_ONCE
}

/** Runs `work` where no other server sends to the destination. The lock is the transaction's; a server that is killed frees it. */
const withLock = async (
  { pool }: Pick<Database, 'pool'>,
  name: string,
  work: (client: pg.ClientBase) => Promise<boolean>,
) => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
      [lockOf(name)],
    )
    const goesOn = rows[0]!.free && (await work(client))
    await client.query('COMMIT')
    return goesOn
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** The destinations of the settings. */
export const destinationsOf = ({
  auditSyslog,
  auditFile,
}: Pick<AuditSettings, 'auditSyslog' | 'auditFile'>): Destination[] => [
  ...(auditSyslog ? [syslogDestination(auditSyslog)] : []),
  ...(auditFile === undefined ? [] : [fileDestination(auditFile)]),
]

/**
 * Sends the chained lines that a destination does not have, in their order, each at least once: the position is stored after the batch
 * was taken, so that a crash between the two repeats the batch.
 */
export const forwardTo = async (
  db: Pick<Database, 'pool'>,
  key: string,
  destination: Destination,
  signal?: AbortSignal,
): Promise<void> => {
  while (await withLock(db, destination.name, (client) => sendBatch(client, key, destination))) signal?.throwIfAborted()
}
