import { type ChainSigner, checkpointStatement, createWalk, type Position } from '@openauth/audit-chain'
import type pg from 'pg'
import type { Database } from '../../db.ts'
import {
  readCheckpoint,
  readLinks,
  startOf,
  type StoredCheckpoint,
  type StoredLink,
  withChainLock,
} from './chain-rows.ts'

/** Links that one transaction reads. */
const AT_ONCE = 1000

/** By the earlier of both times: a line that says it is of the future, as a made-up backup may have, is removed in time too. */
const isExpired = ({ chainedAt, line }: StoredLink, before: number): boolean =>
  Math.min(chainedAt, line?.createdAt ?? chainedAt) < before

/** The expired links at the beginning, and whether the chain proves their lines. */
const judge = async (start: Position, links: StoredLink[], signer: ChainSigner, before: number) => {
  const kept = links.findIndex((link) => !isExpired(link, before))
  const expired = kept === -1 ? links : links.slice(0, kept)
  const walk = createWalk(start, signer)
  // The signature that proves the last of them may stand at a later link.
  for (const link of links) {
    await walk.add(link)
    if (walk.reached().seq >= (expired.at(-1)?.seq ?? 0)) break
  }
  return { expired, intact: walk.end().failed === 0 }
}

const store = async (client: pg.PoolClient, { seq, hash, at, removed, intact, signature }: StoredCheckpoint) => {
  await client.query('DELETE FROM "AuditCheckpoint"')
  await client.query(
    'INSERT INTO "AuditCheckpoint" (seq, hash, at, removed, intact, signature) VALUES ($1, $2, $3, $4, $5, $6)',
    [seq, Buffer.from(hash, 'hex'), new Date(at), removed, intact, Buffer.from(signature, 'base64url')],
  )
}

/** Removes a batch of expired lines with their links, and signs where the chain begins now. Returns whether there may be more. */
const removeBatch = async (client: pg.PoolClient, signer: ChainSigner, before: number): Promise<boolean> => {
  const earlier = await readCheckpoint(client)
  const start = startOf(earlier)
  const links = await readLinks(client, start.seq, AT_ONCE)
  const { expired, intact } = await judge(start, links, signer, before)
  const last = expired.at(-1)
  if (!last) return false
  const checkpoint = {
    seq: last.seq,
    hash: last.hash,
    at: Date.now(),
    removed: (earlier?.removed ?? 0) + expired.length,
    intact: intact && (earlier?.intact ?? true),
  }
  // The trigger on the table lets lines be deleted in a transaction that says so.
  await client.query(`SET LOCAL openauth.audit_retention = 'on'`)
  const ids = [expired.map(({ eventId }) => eventId)]
  await client.query('DELETE FROM "AuditEvent" WHERE id = ANY($1::uuid[])', ids)
  await client.query('DELETE FROM "AuditPersonal" WHERE "eventId" = ANY($1::uuid[])', ids)
  await client.query('DELETE FROM "AuditLink" WHERE seq > $1 AND seq <= $2', [start.seq, last.seq])
  await store(client, { ...checkpoint, signature: signer.sign(checkpointStatement(checkpoint)) })
  return expired.length === AT_ONCE
}

/**
 * Removes the lines of before a time from the beginning of the chain, up to the first that is younger. What is left can be verified
 * from a signed checkpoint, which says too whether the removed lines held. Does nothing while another server is at the chain.
 */
export const removeExpired = async (
  db: Pick<Database, 'pool'>,
  signer: ChainSigner,
  before: Date,
  signal?: AbortSignal,
): Promise<void> => {
  while (await withChainLock(db, (client) => removeBatch(client, signer, before.getTime()))) signal?.throwIfAborted()
}
