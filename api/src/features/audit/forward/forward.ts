import type { Position } from '@openauth/audit-chain'
import type pg from 'pg'
import type { AuditSettings } from '../../../audit-settings.ts'
import type { Database } from '../../../db.ts'
import { hashAt, lastLink, readCheckpoint, readLinks, startOf, type StoredLink, withLock } from '../chain-rows.ts'
import type { Destination, ForwardedLink } from './destination.ts'
import { fileDestination } from './file.ts'
import { syslogDestination } from './syslog.ts'

/** Links of one batch. */
const AT_ONCE = 500

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
  return { begin, start, hasGap: seq !== undefined && seq !== start.seq }
}

const forwarded = (link: StoredLink, previous: string | null): ForwardedLink => {
  const { seq, hash, chainedAt, signature, line } = link
  return { seq, hash, chainedAt, signature, previous, digest: null, line }
}

/** Reads again where retention has moved the beginning of the chain meanwhile. */
const readBatch = async (client: pg.ClientBase, destination: Destination) => {
  for (;;) {
    const { begin, start, hasGap } = await startFor(client, destination)
    const links = await readLinks(client, start.seq, AT_ONCE)
    if (startOf(await readCheckpoint(client)).seq === begin.seq) return { start, hasGap, links }
  }
}

/** Returns whether there may be more. */
const sendBatch = async (client: pg.ClientBase, key: string, destination: Destination): Promise<boolean> => {
  const { start, hasGap, links } = await readBatch(client, destination)
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
  const lock = `openauth audit forward ${destination.name}`
  while (await withLock(db, lock, (client) => sendBatch(client, key, destination))) signal?.throwIfAborted()
}
