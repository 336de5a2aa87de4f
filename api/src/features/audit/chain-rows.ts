import { type AuditLine, type ChainedLine, type Checkpoint, GENESIS, type Position } from '@openauth/audit-chain'
import type pg from 'pg'
import type { Database } from '../../db.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** A row of AuditEvent as the driver reads it. */
interface LineRow {
  id: string | null
  createdAt: Date
  actor: string
  actorId: string | null
  action: string
  appId: string | null
  targetId: string | null
  ip: string | null
  details: unknown
  restoredAt: Date | null
}

/** The columns of a line `e`. */
export const LINE = `e.id, e."createdAt", e.actor::text AS actor, e."actorId", e.action, e."appId", e."targetId", e.ip, e.details, e."restoredAt"`

/** The line of a row, whose columns are null where the line is gone. */
export const lineOf = (row: LineRow): AuditLine | null => {
  const { id, createdAt, actor, actorId, action, appId, targetId, ip, details, restoredAt } = row
  if (id === null) return null
  const times = { createdAt: createdAt.getTime(), restoredAt: restoredAt?.getTime() ?? null }
  return { id, actor, actorId, action, appId, targetId, ip, details, ...times }
}

export type StoredLink = ChainedLine & { eventId: string }

interface LinkRow extends LineRow {
  seq: number
  eventId: string
  hash: Buffer
  chainedAt: Date
  signature: Buffer | null
}

const linkOf = (row: LinkRow): StoredLink => ({
  seq: row.seq,
  hash: row.hash.toString('hex'),
  chainedAt: row.chainedAt.getTime(),
  signature: row.signature?.toString('base64url') ?? null,
  eventId: row.eventId,
  line: lineOf(row),
})

/** The links after a number, each with its line. */
export const readLinks = async (client: Client, after: number, limit: number): Promise<StoredLink[]> => {
  const { rows } = await client.query<LinkRow>(
    `SELECT l.seq::float8 AS seq, l."eventId", l.hash, l."chainedAt", l.signature, ${LINE}
     FROM "AuditLink" l LEFT JOIN "AuditEvent" e ON e.id = l."eventId"
     WHERE l.seq > $1 ORDER BY l.seq LIMIT $2`,
    [after, limit],
  )
  return rows.map(linkOf)
}

export type Head = Position & { chainedAt: number; signature: string | null }

/** The last link; undefined where there is none. */
export const lastLink = async (client: Client): Promise<Head | undefined> => {
  const { rows } = await client.query<Omit<LinkRow, keyof LineRow>>(
    `SELECT seq::float8 AS seq, "eventId", hash, "chainedAt", signature FROM "AuditLink" ORDER BY "AuditLink".seq DESC LIMIT 1`,
  )
  const [row] = rows
  if (!row) return undefined
  const { seq, hash, chainedAt, signature } = row
  return {
    seq,
    hash: hash.toString('hex'),
    chainedAt: chainedAt.getTime(),
    signature: signature?.toString('base64url') ?? null,
  }
}

/** The hash of a link in hex; undefined where it is gone. */
export const hashAt = async (client: Client, seq: number): Promise<string | undefined> => {
  const { rows } = await client.query<{ hash: Buffer }>('SELECT hash FROM "AuditLink" WHERE seq = $1', [seq])
  return rows[0]?.hash.toString('hex')
}

export type StoredCheckpoint = Checkpoint & { signature: string }

/** What retention removed last; undefined where it has removed nothing. */
export const readCheckpoint = async (client: Client): Promise<StoredCheckpoint | undefined> => {
  const { rows } = await client.query<{
    seq: number
    hash: Buffer
    at: Date
    removed: number
    intact: boolean
    signature: Buffer
  }>(
    `SELECT seq::float8 AS seq, hash, at, removed::float8 AS removed, intact, signature
     FROM "AuditCheckpoint" ORDER BY "AuditCheckpoint".seq DESC LIMIT 1`,
  )
  const [row] = rows
  if (!row) return undefined
  const { seq, hash, at, removed, intact, signature } = row
  return {
    seq,
    hash: hash.toString('hex'),
    at: at.getTime(),
    removed,
    intact,
    signature: signature.toString('base64url'),
  }
}

/** Where the stored chain begins. */
export const startOf = (checkpoint: StoredCheckpoint | undefined): Position =>
  checkpoint ? { seq: checkpoint.seq, hash: checkpoint.hash } : GENESIS

const inTransaction = async <T>(
  { pool }: Pick<Database, 'pool'>,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Reads the chain as it is at one moment: retention may move its beginning at any time. */
export const inSnapshot = <T>(db: Pick<Database, 'pool'>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(db, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)

/**
 * Runs `work` in a transaction that holds a lock by name; returns undefined where another server holds it. It waits for nobody. A server
 * that is killed frees it.
 */
export const withLock = <T>(
  db: Pick<Database, 'pool'>,
  name: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(db, 'BEGIN', async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
      [name],
    )
    return rows[0]!.free ? work(client) : undefined
  })

/** The same with the lock of whoever adds links or removes lines. Nobody who writes lines waits for it. */
export const withChainLock = <T>(
  db: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | undefined> => withLock(db, 'openauth audit chain', work)
