import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Context, UserIdentity } from '../../handler.ts'
import type { Database } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { changeAccount } from '../account-changes/change-account.ts'
import { tableOf, userTables, type UserTable } from '../data-map/data-map.ts'
import type { Credential } from '../reauthentication/credential.ts'
import type { PrivacyNeeds } from './needs.ts'

/** The most rows of a table that an export has; it names the tables that have more. */
export const MOST_ROWS = 100_000
/** Rows that are read at a time. */
const AT_ONCE = 500
/** Exports that a server makes at a time: each holds a connection. */
const MOST_RUNNING = 2

interface Selected {
  name: string
  /** A SELECT of one column, a row as JSON, for the id of the user as `$1`. */
  sql: string
}

/** Columns of the classes that a user may have: secrets are of no use to a person, and what is of operators is not the user's. */
const exported = ({ data: { fields } }: UserTable): string[] =>
  (['personal', 'pseudonym', 'none'] as const).flatMap((of) => fields[of] ?? [])

const rowsOf = (table: UserTable): Selected => {
  const columns = exported(table).map((column) => `"${column}"`)
  return {
    name: table.model,
    sql: `SELECT row_to_json(r)::text AS row FROM (SELECT ${columns.join(', ')} FROM "${tableOf(table.model)}" WHERE "${table.rows.by}" = $1) r`,
  }
}

/** What was done by and to the user. Details of lines by operators are words for operators. */
const auditLines: Selected = {
  name: 'AuditEvent',
  sql: `SELECT row_to_json(r)::text AS row FROM (
    SELECT id, "createdAt", actor, action, CASE WHEN actor = 'user' THEN details END AS details FROM "AuditEvent"
    WHERE "targetId" = ($1::uuid)::text OR (actor = 'user' AND "actorId" = ($1::uuid)::text)) r`,
}

const selected: readonly Selected[] = [...userTables.filter(({ rows }) => !rows.unexported).map(rowsOf), auditLines]

/** The rows of a table as JSON, read on as fast as they are taken. Returns whether there are more than an export has. */
async function* rowsAsJson(client: pg.PoolClient, { sql }: Selected, userId: string): AsyncGenerator<string, boolean> {
  let count = 0
  await client.query(`DECLARE exported NO SCROLL CURSOR FOR ${sql} LIMIT ${MOST_ROWS + 1}`, [userId])
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${AT_ONCE} FROM exported`)
    const taken = rows.slice(0, MOST_ROWS - count)
    if (taken.length > 0) yield `${count > 0 ? ',\n' : ''}${taken.map(({ row }) => row).join(',\n')}`
    count += rows.length
    if (rows.length < AT_ONCE) break
  }
  await client.query('CLOSE exported')
  return count > MOST_ROWS
}

/** The document: one object with the rows of each table, as they are at one moment. */
async function* documentOf(client: pg.PoolClient, { userId, appId }: UserIdentity): AsyncGenerator<string> {
  const truncated: string[] = []
  yield `{"exportedAt":${JSON.stringify(new Date())},"appId":"${appId}","userId":"${userId}","tables":{`
  for (const [index, table] of selected.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify(table.name)}:[`
    const rows = rowsAsJson(client, table, userId)
    let step = await rows.next()
    for (; !step.done; step = await rows.next()) yield step.value
    if (step.value) truncated.push(table.name)
    yield ']'
  }
  yield `},"truncated":${JSON.stringify(truncated)}}\n`
}

/** Texts, as long as somebody reads them: `stop` is called where the next is not asked for within the patience. */
async function* whileRead(texts: AsyncIterable<string>, patience: number, stop: (error: Error) => void) {
  for await (const text of texts) {
    const late = setTimeout(() => stop(new Error('The export was stopped: nobody read on')), patience)
    try {
      yield text
    } finally {
      clearTimeout(late)
    }
  }
}

async function* resumed(first: IteratorResult<string>, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (!first.done) yield first.value
    yield* texts
  } finally {
    await texts.return(undefined)
  }
}

const openSnapshot = async ({ pool }: Pick<Database, 'pool'>, userId: string): Promise<pg.PoolClient> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // One export of a user at a time, on all servers; the lock ends with the transaction.
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
      [`openauth export of ${userId}`],
    )
    if (!rows[0]!.free) throw new Problem('export_running')
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

type ExportNeeds = PrivacyNeeds & {
  /** How long an export waits for its reader, in milliseconds: it holds a connection of the database. */
  patience: number
}

/**
 * Exports of everything about a user by the user, as the data map says. One of a user is made at a time. It is written to the audit trail
 * and told to the user before its first byte.
 */
export const createDataExports = (deps: ExportNeeds) => {
  let running = 0

  async function* documentFor(client: pg.PoolClient, identity: UserIdentity): AsyncGenerator<string> {
    let isWhole = false
    try {
      yield* documentOf(client, identity)
      await client.query('COMMIT')
      isWhole = true
    } finally {
      running -= 1
      // A transaction that is not over ends with its connection.
      client.release(!isWhole)
    }
  }

  /** The export as a stream. Throws `too_many_attempts`, `export_running`, `server_busy`. */
  return async ({ method }: Credential, context: Context<UserIdentity>): Promise<Readable> => {
    const { userId } = context.identity
    if (running >= MOST_RUNNING) throw new Problem('server_busy', { retryAfter: 5 })
    running += 1
    let handedOver = false
    try {
      await deps.attempts.consume(['dataExportByUser', userId])
      await changeAccount(deps, context, async () => ({ change: { kind: 'data_export', method }, result: undefined }))
      const client = await openSnapshot(deps.db, userId)
      const texts = documentFor(client, context.identity)
      handedOver = true
      // Begun here: a generator that nobody begins does not end either.
      const first = await texts.next()
      const read = whileRead(resumed(first, texts), deps.patience, (error) => stream.destroy(error))
      const stream = Readable.from(read, { objectMode: false, highWaterMark: 256 * 1024 })
      return stream
    } catch (error) {
      if (!handedOver) running -= 1
      throw error
    }
  }
}
