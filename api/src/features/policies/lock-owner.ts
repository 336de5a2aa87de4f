import type { Tx } from '../../db.ts'

/** Serializes changes of one owner's rules, of an app or of a user: each applies to the result of the one before. */
export const lockOwner = (tx: Tx, ownerId: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`wallet policy ${ownerId}`}, 0))::text`
