import { createHash } from 'node:crypto'
import type { Database, Numbered, OneTimeModel, Statement } from '../../db.ts'

/** The digest under which a value is stored, so that the database contains no usable value. */
export const oneTimeDigest = (secret: string): Buffer<ArrayBuffer> => createHash('sha256').update(secret).digest()

const insert: Statement = {
  name: 'one-time-insert',
  text: `
    INSERT INTO "OneTime" (kind, digest, "appId", data, "expiresAt") VALUES ($1::"OneTimeKind", $2, $3, $4, $5)
    ON CONFLICT ("appId", kind, digest) DO UPDATE SET data = excluded.data, "expiresAt" = excluded."expiresAt"
    WHERE "OneTime"."expiresAt" <= now() RETURNING kind`,
}

/** Consumes only a row with equal fields: a state from another browser or provider stays unused. */
const consume: Statement = {
  name: 'one-time-use',
  text: `
    DELETE FROM "OneTime" o
    USING unnest($1::"OneTimeKind"[], $2::bytea[], $3::uuid[], $4::jsonb[])
      WITH ORDINALITY AS g (kind, digest, "appId", fields, n)
    WHERE o.kind = g.kind AND o.digest = g.digest AND o."appId" = g."appId" AND o."expiresAt" > now()
      AND o.data @> g.fields
    RETURNING g.n, o.data`,
}

interface Named {
  kind: OneTimeModel['kind']
  appId: string
  /** The value that the caller will present. */
  secret: string
}

/** Issues a one-time row with an expiry. False if it exists already, used or not. */
export const issueOneTime = async (
  db: Database,
  { kind, appId, secret }: Named,
  data: object,
  expiresAt: Date,
): Promise<boolean> =>
  (await db.query(insert, [kind, oneTimeDigest(secret), appId, JSON.stringify(data), expiresAt])).length > 0

/**
 * Consumes a row and returns its data; undefined if it is unknown, used, expired, of another app, or differs in one of the
 * `fields`, of an object in those that are given. One statement, so that only one of several concurrent calls succeeds.
 */
export const consumeOneTime = async <T extends object>(
  db: Database,
  { kind, appId, secret }: Named,
  fields: { [K in keyof T]?: T[K] | Partial<T[K]> } = {},
): Promise<T | undefined> =>
  (await db.batch<Numbered & { data: T }>(consume, [kind, oneTimeDigest(secret), appId, JSON.stringify(fields)]))?.data

/** Marks an external value, such as an ID token, as used until its expiry; false if it was used before. */
export const spend = (db: Database, appId: string, secret: string, expiresAt: Date): Promise<boolean> =>
  issueOneTime(db, { kind: 'spent', appId, secret }, {}, expiresAt)
