import {
  type AuditLine,
  type ChainSigner,
  digestOf,
  GENESIS,
  hashOf,
  headStatement,
  missingDigest,
} from '@openauth/audit-chain'
import type pg from 'pg'
import type { Database } from '../../db.ts'
import { lastLink, LINE, lineOf, readCheckpoint, startOf, withChainLock } from './chain-rows.ts'

/** Links of one transaction. */
const AT_ONCE = 1000

/** Links up to the next signature: where a line is changed, the lines before it back to the last signature are not proven. */
const PER_SIGNATURE = 64

interface Pending {
  n: string
  eventId: string
  isLinked: boolean
  line: AuditLine | null
}

const readPending = async (client: pg.PoolClient): Promise<Pending[]> => {
  const { rows } = await client.query<Parameters<typeof lineOf>[0] & Omit<Pending, 'line'>>(
    `SELECT p.n, p."eventId", l.seq IS NOT NULL AS "isLinked", ${LINE}
     FROM (SELECT * FROM "AuditPending" ORDER BY n LIMIT ${AT_ONCE}) p
     LEFT JOIN "AuditLink" l ON l."eventId" = p."eventId"
     LEFT JOIN "AuditEvent" e ON e.id = p."eventId" ORDER BY p.n`,
  )
  return rows.map((row) => ({ n: row.n, eventId: row.eventId, isLinked: row.isLinked, line: lineOf(row) }))
}

interface NewLink {
  seq: number
  eventId: string
  hash: string
  chainedAt: number
  signature: string | null
}

const store = async (client: pg.PoolClient, links: NewLink[]): Promise<void> => {
  const bytes = (text: string | null, encoding: 'hex' | 'base64url') =>
    text === null ? null : Buffer.from(text, encoding)
  await client.query(
    `INSERT INTO "AuditLink" (seq, "eventId", hash, "chainedAt", signature)
     SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::timestamptz[], $5::bytea[])`,
    [
      links.map(({ seq }) => seq),
      links.map(({ eventId }) => eventId),
      links.map(({ hash }) => bytes(hash, 'hex')),
      links.map(({ chainedAt }) => new Date(chainedAt)),
      links.map(({ signature }) => bytes(signature, 'base64url')),
    ],
  )
}

/** Links for lines, in their order, after the end of the chain. A line that is gone already gets one, which tells so. */
const linksFor = (
  signer: ChainSigner,
  end: { seq: number; hash: string; chainedAt: number },
  pending: Pick<Pending, 'eventId' | 'line'>[],
): NewLink[] => {
  // The clock of another server may have been ahead.
  const chainedAt = Math.max(Date.now(), end.chainedAt)
  let { seq, hash } = end
  return pending.map(({ eventId, line }, index) => {
    seq += 1
    hash = hashOf(hash, { seq, chainedAt, digest: line ? digestOf(line) : missingDigest(eventId) })
    const isSigned = (index + 1) % PER_SIGNATURE === 0 || index === pending.length - 1
    return {
      seq,
      eventId,
      hash,
      chainedAt,
      signature: isSigned ? signer.sign(headStatement({ seq, hash, chainedAt })) : null,
    }
  })
}

const addBatch = async (client: pg.PoolClient, signer: ChainSigner) => {
  const pending = await readPending(client)
  const unique = new Map(pending.filter(({ isLinked }) => !isLinked).map((each) => [each.eventId, each]))
  const last = (await lastLink(client)) ?? { ...startOf(await readCheckpoint(client)), chainedAt: 0 }
  const links = linksFor(signer, last, [...unique.values()])
  if (links.length > 0) await store(client, links)
  if (pending.length > 0)
    await client.query('DELETE FROM "AuditPending" WHERE n = ANY($1::bigint[])', [pending.map(({ n }) => n)])
  const { seq, hash } = links.at(-1) ?? last
  return { end: { seq, hash }, isFull: pending.length === AT_ONCE }
}

/**
 * Chains the lines that wait for it, batch by batch, in the order in which they were added: their transactions have committed, so none of
 * them waits. Returns the end of the chain, undefined where nothing waits or another server is at it.
 */
export const addLinks = async (
  db: Pick<Database, 'pool'>,
  signer: ChainSigner,
  signal?: AbortSignal,
): Promise<typeof GENESIS | undefined> => {
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await db.pool.query('SELECT 1 FROM "AuditPending" ORDER BY n LIMIT 1')
    if (rows.length === 0) return undefined
    const batch = await withChainLock(db, (client) => addBatch(client, signer))
    if (!batch?.isFull) return batch?.end
  }
}
