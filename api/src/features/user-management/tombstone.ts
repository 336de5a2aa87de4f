import { createHash } from 'node:crypto'

/** What a tombstone digests before the id, so that it is of use for nothing else. The first ones were made by a migration, in SQL. */
export const TOMBSTONE_PREFIX = 'openauth deleted user '

/** SHA-256 of a user's id, by which a restored backup finds users who were deleted after it was made. */
export const tombstoneOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`${TOMBSTONE_PREFIX}${userId}`).digest())
