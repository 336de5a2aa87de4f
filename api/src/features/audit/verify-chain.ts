import {
  type ChainSigner,
  checkpointStatement,
  createWalk,
  type FoundFault,
  type Position,
} from '@openauth/audit-chain'
import type { AuditFault } from '@openauth/client'
import type pg from 'pg'
import {
  hashAt,
  lastLink,
  LINE,
  lineOf,
  readCheckpoint,
  readLinks,
  startOf,
  type StoredCheckpoint,
} from './chain-rows.ts'

type Client = Pick<pg.ClientBase, 'query'>

export interface Found {
  seq: number | null
  fault: AuditFault
  eventId: string | null
  action: string | null
  createdAt: Date | null
}

export interface VerifiedBatch {
  /** Where the next batch begins; null after the last. */
  next: string | null
  total: number
  held: number
  failed: number
  first: Found | null
}

const foundOf = ({
  fault,
  seq,
  eventId,
  line,
}: Omit<FoundFault, 'fault' | 'seq'> & Pick<Found, 'fault' | 'seq'>): Found => ({
  seq,
  fault,
  eventId,
  action: line?.action ?? null,
  createdAt: line ? new Date(line.createdAt) : null,
})

const nothing = { eventId: null, line: null }

/** What is wrong with the beginning of the chain: its checkpoint, and links from before it. */
const judgeStart = async (
  client: Client,
  signer: ChainSigner,
  checkpoint: StoredCheckpoint | undefined,
): Promise<Found[]> => {
  if (!checkpoint) return []
  const { seq, signature } = checkpoint
  if (!(await signer.check(checkpointStatement(checkpoint), signature)))
    return [foundOf({ fault: 'checkpoint_invalid', seq, ...nothing })]
  const { rows } = await client.query<{ seq: number; eventId: string }>(
    'SELECT seq::float8 AS seq, "eventId" FROM "AuditLink" WHERE seq <= $1 ORDER BY "AuditLink".seq',
    [seq],
  )
  return [
    ...(checkpoint.intact ? [] : [foundOf({ fault: 'removed_unproven', seq, ...nothing })]),
    ...rows.map((row) => foundOf({ fault: 'link_outside', seq: row.seq, eventId: row.eventId, line: null })),
  ]
}

/** The most lines outside the chain that are counted. */
const COUNTED = 10_000

/** Lines that are neither in the chain nor wait for it: they were added behind the back of the server. */
const judgeUnlinked = async (client: Client): Promise<Found[]> => {
  const { rows } = await client.query<Parameters<typeof lineOf>[0]>(
    `SELECT ${LINE} FROM "AuditEvent" e
     WHERE NOT EXISTS (SELECT 1 FROM "AuditLink" l WHERE l."eventId" = e.id)
       AND NOT EXISTS (SELECT 1 FROM "AuditPending" p WHERE p."eventId" = e.id)
     ORDER BY e."createdAt" LIMIT ${COUNTED}`,
  )
  return rows.map((row) => foundOf({ fault: 'line_unlinked', seq: null, eventId: row.id, line: lineOf(row) }))
}

/** Whether the chain still has a position that was seen before. What retention has removed since cannot be told. */
export const hasPosition = async (client: Client, { seq, hash }: Position): Promise<boolean> => {
  const { rows } = await client.query<{ removed: number | null; hash: Buffer | null }>(
    `SELECT (SELECT max(seq)::float8 FROM "AuditCheckpoint") AS removed, coalesce(
       (SELECT hash FROM "AuditCheckpoint" WHERE seq = $1), (SELECT hash FROM "AuditLink" WHERE seq = $1)) AS hash`,
    [seq],
  )
  const { removed, hash: stored } = rows[0]!
  return seq === 0 || (removed !== null && seq < removed) || stored?.toString('hex') === hash
}

const judgeHeads = async (client: Client, heads: Position[]): Promise<Found[]> => {
  const found: Found[] = []
  for (const head of heads)
    if (!(await hasPosition(client, head))) found.push(foundOf({ fault: 'head_lost', seq: head.seq, ...nothing }))
  return found
}

export interface VerifyOptions {
  signer: ChainSigner
  /** The `next` of the batch before. */
  after: number | undefined
  limit: number
  /** Positions that the chain had before, and must still have. */
  heads: Position[]
}

const begin = async (client: Client, signer: ChainSigner, after: number | undefined) => {
  const checkpoint = await readCheckpoint(client)
  const start = startOf(checkpoint)
  if (after === undefined) return { start, found: await judgeStart(client, signer, checkpoint) }
  // Retention may have removed what the batch before ended with.
  if (after <= start.seq) return { start, found: [] }
  return { start: { seq: after, hash: (await hashAt(client, after)) ?? '' }, found: [] }
}

/**
 * Verifies a batch of links with their lines, and changes nothing. The first batch judges the checkpoint of retention too, the last one
 * lines outside the chain, and whether the chain still has the given heads.
 */
export const verifyBatch = async (
  client: Client,
  { signer, after, limit, heads }: VerifyOptions,
): Promise<VerifiedBatch> => {
  const { start, found } = await begin(client, signer, after)
  const links = await readLinks(client, start.seq, limit)
  const walk = createWalk(start, signer)
  for (const link of links) await walk.add(link)
  // A batch ends at a signature, unless there is none.
  const isLast = links.length < limit || walk.reached().seq === start.seq
  const { held, failed, first } = isLast ? walk.end() : walk.result()
  if (first) found.push(foundOf(first))
  const beside = isLast ? [...(await judgeUnlinked(client)), ...(await judgeHeads(client, heads))] : []
  const end = (await lastLink(client))?.seq ?? start.seq
  return {
    next: isLast ? null : String(walk.reached().seq),
    total: end - startOf(await readCheckpoint(client)).seq,
    held,
    failed: failed + found.length - (first ? 1 : 0) + beside.length,
    first: found[0] ?? beside[0] ?? null,
  }
}
