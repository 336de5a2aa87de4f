import { createHash } from 'node:crypto'
import type { Database } from '../../db.ts'

/** Twelve hexadecimal digits. */
const shortDigest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 12)

/** A short name of this installation, the same on all its servers and after a restore: derived from its first canary, which is unique. */
export const installationOf = async ({ prisma }: Pick<Database, 'prisma'>): Promise<string> => {
  const { sealed } = await prisma.keyCanary.findFirstOrThrow({ orderBy: [{ createdAt: 'asc' }, { kekId: 'asc' }] })
  return shortDigest(sealed)
}

/** The present data: a restore replaces the tables, and so their object ids. */
export const dataVersion = async ({ pool }: Pick<Database, 'pool'>): Promise<string | null> => {
  const { rows } = await pool.query<{ oid: string | null }>(`SELECT to_regclass('"KeyCanary"')::oid::text AS oid`)
  return rows[0]!.oid
}

/**
 * Names what Redis holds of this installation. What it holds of data that a restore has replaced is named otherwise, and so never
 * read again.
 */
export const cacheNameOf = async (db: Pick<Database, 'prisma' | 'pool'>): Promise<string> => {
  const installation = await installationOf(db)
  const { rows } = await db.pool.query<{ restored: string | null }>(
    `SELECT obj_description(to_regclass('"KeyCanary"'), 'pg_class') AS restored`,
  )
  const { restored } = rows[0]!
  return restored === null ? installation : shortDigest(installation + restored)
}
