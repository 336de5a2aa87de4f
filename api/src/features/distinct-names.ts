import type { Tx } from '../db.ts'
import { Problem } from '../errors.ts'
import { isAscii, lookalikeKey } from '../lib/lookalikes/lookalike-key.ts'
import { isReserved } from '../lib/lookalikes/reserved-names.ts'
import { isOfOneScript } from '../lib/lookalikes/scripts.ts'
import { nameKey } from './name-key.ts'

const requireOneScript = (name: string): void => {
  if (!isOfOneScript(name)) throw new Problem('name_mixes_scripts')
}

/**
 * Refuses a new username that a reader could take for a reserved one or for one that the app has. Two names in ASCII are
 * compared as they are typed, and may look alike. Throws `name_mixes_scripts`, `name_reserved`, `name_looks_alike`.
 */
export const requireDistinctUsername = async (tx: Tx, appId: string, name: string): Promise<void> => {
  requireOneScript(name)
  if (isReserved(name)) throw new Problem('name_reserved')
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Identity" WHERE "appId" = ${appId}::uuid AND "lookalikeKey" = ${lookalikeKey(name)}
      AND subject <> ${nameKey(name)} AND (${!isAscii(name)} OR display ~ '[^ -~]') LIMIT 1`
  if (rows.length > 0) throw new Problem('name_looks_alike')
}

/** The same, where others of the app that look like it wait until the end of the transaction. */
export const requireDistinctAtOnce = async (tx: Tx, appId: string, name: string): Promise<void> => {
  const lock = `username ${appId} ${lookalikeKey(name)}`
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))::text`
  await requireDistinctUsername(tx, appId, name)
}

/**
 * Refuses a new name of an admin or app that looks like one of the others. Admins may take names that users may not, in
 * ASCII. Throws as above.
 */
export const requireDistinctName = (name: string, others: string[]): void => {
  requireOneScript(name)
  if (!isAscii(name) && isReserved(name)) throw new Problem('name_reserved')
  const alike = (other: string) =>
    !(isAscii(name) && isAscii(other)) && nameKey(other) !== nameKey(name) && lookalikeKey(other) === lookalikeKey(name)
  if (others.some(alike)) throw new Problem('name_looks_alike')
}

/** How many usernames from before look-alike keys get theirs in one statement. */
const BATCH = 1000

/** Before the id of every app. */
const ZERO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Adds the look-alike key to usernames without one: those of older versions, and imported ones. Reads each username once,
 * in the index's order. Once the signal is aborted it throws the signal's reason; the next call writes the remaining keys.
 */
export const writeLookalikeKeys = async (tx: Tx, signal?: AbortSignal): Promise<void> => {
  for (let last = { appId: ZERO_ID, subject: '' }; ;) {
    signal?.throwIfAborted()
    const rows = await tx.$queryRaw<{ appId: string; subject: string; display: string }[]>`
      SELECT "appId"::text AS "appId", subject, display FROM "Identity"
      WHERE ("appId", provider, subject) > (${last.appId}::uuid, 'username', ${last.subject})
        AND provider = 'username' AND "lookalikeKey" IS NULL
      ORDER BY "appId", provider, subject LIMIT ${BATCH}`
    if (rows.length === 0) return
    last = rows.at(-1)!
    await tx.$executeRaw`
      UPDATE "Identity" i SET "lookalikeKey" = given.key
      FROM unnest(${rows.map(({ appId }) => appId)}::uuid[], ${rows.map(({ subject }) => subject)}::text[],
        ${rows.map(({ display }) => lookalikeKey(display))}::text[]) AS given ("appId", subject, key)
      WHERE i."appId" = given."appId" AND i.provider = 'username' AND i.subject = given.subject`
  }
}
