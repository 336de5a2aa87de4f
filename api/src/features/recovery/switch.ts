import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { STAGING } from './database-session.ts'
import { RecoveryError } from './errors.ts'
import { awaitLinks, finishAuditTrail } from './carry-audit.ts'
import { finishDeletions } from './carry-deletions.ts'
import { carryLogins } from './carry-logins.ts'
import { inSchema, quoted, tablesOf } from './tables.ts'

/** What operators granted others on the tables, such as reading for reports. */
const grantsOn = async (client: pg.Client, live: string, names: string[]): Promise<string[]> => {
  const { rows } = await client.query<{ table: string; privilege: string; grantee: string; grantable: boolean }>(
    `SELECT c.relname AS "table", a.privilege_type AS privilege, a.is_grantable AS grantable,
       CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END AS grantee
     FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
     WHERE c.relnamespace = to_regnamespace($1) AND c.relname = ANY($2) AND a.grantee <> c.relowner`,
    [quoted(live), names],
  )
  return rows.map(
    ({ table, privilege, grantee, grantable }) =>
      `GRANT ${privilege} ON ${inSchema(live, table)} TO ${grantee}${grantable ? ' WITH GRANT OPTION' : ''}`,
  )
}

interface Objects {
  types: string[]
  functions: string[]
}

/** The types and functions of a schema that have one of these names; without names, all. */
const objectsOf = async (client: pg.Client, schema: string, names?: string[]): Promise<Objects> => {
  const { rows: types } = await client.query<{ name: string }>(
    `SELECT typname AS name FROM pg_type WHERE typnamespace = to_regnamespace($1) AND typtype = 'e'
     AND ($2::text[] IS NULL OR typname = ANY($2))`,
    [quoted(schema), names ?? null],
  )
  const { rows: functions } = await client.query<{ name: string }>(
    `SELECT quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')' AS name
     FROM pg_proc WHERE pronamespace = to_regnamespace($1)`,
    [quoted(schema)],
  )
  const all = functions.map(({ name }) => name)
  return { types: types.map(({ name }) => name), functions: names ? all.filter((name) => names.includes(name)) : all }
}

/** Puts the prepared tables, types and functions in the place of those in use. */
const replace = async (client: pg.Client, live: string): Promise<void> => {
  const prepared = [...(await tablesOf(client, STAGING)).map(({ name }) => name), '_prisma_migrations']
  const { types, functions } = await objectsOf(client, STAGING)
  const old = (await tablesOf(client, live)).map(({ name }) => name)
  const inUse = [...old.filter((name) => prepared.includes(name)), '_prisma_migrations']
  await client.query(`LOCK TABLE ${inUse.map((name) => inSchema(live, name)).join(', ')} IN ACCESS EXCLUSIVE MODE`)
  const grants = await grantsOn(client, live, inUse)
  const gone = await objectsOf(client, live, [...types, ...functions])
  await client.query(`DROP TABLE ${inUse.map((name) => inSchema(live, name)).join(', ')}`)
  for (const name of gone.types) await client.query(`DROP TYPE ${inSchema(live, name)}`)
  for (const name of gone.functions) await client.query(`DROP FUNCTION ${quoted(live)}.${name}`)
  for (const name of types) await client.query(`ALTER TYPE ${inSchema(STAGING, name)} SET SCHEMA ${quoted(live)}`)
  for (const name of prepared) await client.query(`ALTER TABLE ${inSchema(STAGING, name)} SET SCHEMA ${quoted(live)}`)
  for (const name of functions) await client.query(`ALTER FUNCTION ${STAGING}.${name} SET SCHEMA ${quoted(live)}`)
  for (const grant of grants) await client.query(grant)
}

export interface SwitchOptions {
  client: pg.Client
  /** The schema of the data in use. */
  live: string
  /** Whether the chain of the audit trail in use goes on, and not that of the backup. */
  keepsChain: boolean
  /** Refuses where whoever restores may no longer do so, in the same transaction. */
  authorize: () => Promise<void>
  /** Writes the audit lines of the restore, in the same transaction. */
  note: () => Promise<void>
}

/** Why claims of the tap game are not paid after a restore, until an operator has looked. */
const PAUSED =
  'Data were restored from a backup: claims paid since may be queued again. Compare them with the chain, then resume'

const once = async ({ client, live, keepsChain, authorize, note }: SwitchOptions): Promise<void> => {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '5s'`)
    await finishAuditTrail(client, live, keepsChain)
    await finishDeletions(client, live)
    await carryLogins(client, live)
    await client.query(
      `UPDATE ${inSchema(STAGING, 'Treasury')} SET "pausedBecause" = $1 WHERE "pausedBecause" IS NULL`,
      [PAUSED],
    )
    await authorize()
    await note()
    await awaitLinks(client)
    const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
    await client.query(
      `COMMENT ON TABLE ${inSchema(STAGING, 'KeyCanary')} IS ${pg.escapeLiteral(`restored ${rows[0]!.now}`)}`,
    )
    await replace(client, live)
    await client.query(`SET LOCAL search_path TO ${quoted(live)}`)
    await client.query(`DROP SCHEMA ${STAGING}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

const TRIES = 6

/** 40P01 deadlock_detected, 55P03 lock_not_available. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isInUse = (error: unknown) => ['40P01', '55P03'].includes((error as { code?: string }).code ?? '')

const asBlocked = (error: unknown): unknown => {
  const { code, detail, message } = error as pg.DatabaseError
  if (isInUse(error))
    return new RecoveryError(
      'restore_blocked',
      'The tables are in use by long transactions. Nothing was changed; try again',
      {
        cause: error,
      },
    )
  // 2BP01 dependent_objects_still_exist
  if (code !== '2BP01') return error
  const what = (detail ?? message).split('\n')[0]
  return new RecoveryError(
    'restore_blocked',
    `Something of yours in the database depends on the tables: ${what}. Drop it, restore, and make it again`,
    { cause: error },
  )
}

/** Replaces the data in use by the prepared ones, in one transaction. Throws RecoveryError `restore_blocked`, with nothing changed. */
export const switchData = async (options: SwitchOptions): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(options)
    } catch (error) {
      if (!isInUse(error) || tries === TRIES) throw asBlocked(error)
      await pause(500 * tries)
    }
  }
}
