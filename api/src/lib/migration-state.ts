import type pg from 'pg'
import { matches, type Migration, readMigrations } from './migration-files.ts'

interface Applied {
  name: string
  checksum: string
  appliedAt: Date
}

export interface MigrationState {
  /** What this release has, in the order in which it is applied. */
  known: Migration[]
  /** What the database has, in that order. */
  applied: Applied[]
  /** Of this release and not of the database: the next start applies them. */
  pending: string[]
  /** Of the database and not of this release: a newer one has applied them. */
  unknown: string[]
  /** Begun and not ended: one is under way, or failed and waits for a decision. */
  unfinished: string[]
}

/** Compares the migrations of `directory` with those of a database, and changes nothing. */
export const readMigrationState = async (
  client: Pick<pg.ClientBase, 'query'>,
  directory: string,
): Promise<MigrationState> => {
  const known = await readMigrations(directory)
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  )
  const { rows } = tables[0]?.exists
    ? await client.query<Omit<Applied, 'appliedAt'> & { appliedAt: Date | null }>(
        `SELECT migration_name AS name, checksum, finished_at AS "appliedAt"
         FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
      )
    : { rows: [] }
  const [stored, ours] = [new Set(rows.map(({ name }) => name)), new Set(known.map(({ name }) => name))]
  return {
    known,
    applied: rows.flatMap(({ appliedAt, ...row }) => (appliedAt === null ? [] : [{ ...row, appliedAt }])),
    pending: known.filter(({ name }) => !stored.has(name)).map(({ name }) => name),
    unknown: rows.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
    unfinished: rows.filter(({ appliedAt }) => appliedAt === null).map(({ name }) => name),
  }
}

/** Those of a list of applied migrations that this release has not, or has with another text. */
export const foreignMigrations = (known: Migration[], applied: { name: string; checksum: string }[]) => ({
  unknown: applied.filter(({ name }) => !known.some((each) => each.name === name)).map(({ name }) => name),
  edited: applied
    .filter(({ name, checksum }) => known.some((each) => each.name === name && !matches(each, checksum)))
    .map(({ name }) => name),
})
