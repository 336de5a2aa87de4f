import type { Tx } from '../../db.ts'

/** Serializes changes of an app's rules until the end of the transaction. */
export const lockRules = (tx: Tx, appId: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`game rules ${appId}`}, 0))::text`
