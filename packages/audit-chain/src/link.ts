import { createHash } from 'node:crypto'

/** A line of the audit trail, as it is chained. Times are milliseconds since the epoch. */
export interface AuditLine {
  id: string
  createdAt: number
  actor: string
  actorId: string | null
  action: string
  appId: string | null
  targetId: string | null
  ip: string | null
  details: unknown
  /** When a restore brought the line in without a link of the chain. */
  restoredAt: number | null
}

/** A place of the chain: a link's number, from 1, and its hash in hex. */
export interface Position {
  seq: number
  hash: string
}

/** What stands before the first link. */
export const GENESIS: Position = { seq: 0, hash: '0'.repeat(64) }

/** Object keys in the order of their UTF-16 code units, as RFC 8785 (JSON Canonicalization Scheme) has them, section 3.2.3. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  // A Map would not be written by JSON.stringify; without a prototype `__proto__` is a key like others.
  const copy = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of entries) copy[key] = ordered(inner)
  return copy
}

const sha256 = (parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/**
 * The SHA-256 of a line's content in hex. Its JSON has no spaces; names and numbers are written as RFC 8785 says. Names that look
 * like whole numbers come first: JavaScript orders them so, and no detail has such a name.
 */
export const digestOf = (line: AuditLine): string => {
  const { id, createdAt, actor, actorId, action, appId, targetId, ip, details, restoredAt } = line
  const content = [id, createdAt, actor, actorId, action, appId, targetId, ip, ordered(details), restoredAt]
  return sha256(['openauth audit line 1', ...content])
}

/** Stands for a line that was gone before it was chained. */
export const missingDigest = (id: string): string => sha256(['openauth audit line missing 1', id])

/** The hash of a link in hex: over the hash of the link before it and the digest of its line. */
export const hashOf = (previous: string, link: { seq: number; chainedAt: number; digest: string }): string =>
  sha256(['openauth audit link 1', link.seq, link.chainedAt, previous, link.digest])
