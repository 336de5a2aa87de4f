import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { RestoreProgress } from '@openauth/client'
import type pg from 'pg'
import { applyMigrations } from '../../lib/migrations.ts'
import { migrationsFolder } from '../../paths.ts'
import { type RecoverySession, STAGING } from './database-session.ts'
import { RecoveryError } from './errors.ts'
import { type Loaded, loadBackup, type LoadOptions, refusing } from './load.ts'
import { moveSequences } from './stage.ts'
import { carryAuditTrail, keepsChain } from './carry-audit.ts'
import { carryDeletions } from './carry-deletions.ts'
import { switchData } from './switch.ts'
import { currentSchema, quoted, tablesOf } from './tables.ts'

type Report = (progress: RestoreProgress) => void

export interface RestoreOptions extends Omit<LoadOptions, 'client'> {
  session: RecoverySession
  /** Refuses where whoever restores may no longer do so, in the transaction that replaces the data of the schema. */
  authorize: (client: pg.Client, live: string) => Promise<void>
  /** Writes the audit lines of the restore into the schema, in the transaction that replaces the data. */
  note: (client: pg.Client, schema: string, loaded: Loaded) => Promise<void>
}

/** One restore: the parts of a backup come in, then it is finished or aborted. Nothing in use changes before the end of `finish`. */
export interface Restore {
  /** Bytes that came in. */
  received: () => number
  /** Resolves once the next part may come. Throws RecoveryError. */
  write: (part: Uint8Array) => Promise<void>
  /** Checks the whole and replaces the data. Throws RecoveryError, with the data unchanged. */
  finish: (report: Report) => Promise<Extract<RestoreProgress, { restored: unknown }>['restored']>
  /** Ends it, with the data unchanged, unless they are being replaced at this moment. */
  abort: () => Promise<void>
}

/** More sorts fit into memory: half the time of large indexes. */
const INDEX_MEMORY = `SET maintenance_work_mem = '128MB'`

const rebuildAll = async (client: pg.Client, { rebuild }: Loaded, report: Report): Promise<void> => {
  await client.query(INDEX_MEMORY)
  await client.query(`SET search_path TO ${STAGING}`)
  for (const [done, statement] of rebuild.entries()) {
    report({ phase: 'constraints', done, total: rebuild.length })
    await client.query(statement)
  }
  await moveSequences(client)
}

/** Makes the loaded rows a database of this release. Returns the migrations that the backup lacked. */
const complete = async (client: pg.Client, loaded: Loaded, report: Report): Promise<string[]> => {
  await refusing(() => rebuildAll(client, loaded, report))
  report({ phase: 'migrations', done: 0, total: 1 })
  const { applied } = await applyMigrations({ client, directory: migrationsFolder })
  const tables = await tablesOf(client, STAGING)
  for (const [done, { name }] of tables.entries()) {
    report({ phase: 'statistics', done, total: tables.length })
    await client.query(`ANALYZE ${quoted(name)}`)
  }
  return applied
}

const finishRestore = async (
  { session: { client }, authorize, note, keys }: RestoreOptions,
  live: string,
  loaded: Loaded,
  report: Report,
) => {
  const migrated = await complete(client, loaded, report)
  report({ phase: 'switch', done: 0, total: 1 })
  const keeps = await keepsChain(client, keys, live)
  await carryAuditTrail(client, live, keeps)
  await carryDeletions(client, live)
  await switchData({
    client,
    live,
    keepsChain: keeps,
    authorize: () => authorize(client, live),
    note: () => note(client, STAGING, loaded),
  })
  const { rows, bytes, header } = loaded
  return { rows, bytes, createdAt: header.createdAt, migrated }
}

/** Begins a restore on a session, which it closes at its end. */
export const startRestore = async (options: RestoreOptions): Promise<Restore> => {
  const { session } = options
  const { client } = session
  const live = await currentSchema(client)
  const input = new PassThrough({ highWaterMark: 2 * 1024 * 1024 })
  input.on('error', () => {})
  let received = 0
  let ended: Promise<void> | undefined
  // A session in the middle of a COPY takes no other statement. What it has prepared is deleted by another one.
  const fail = () => (ended ??= session.abort().then(session.close))
  const loading = loadBackup(input, { ...options, client })
  const failing = loading.then(() => new Promise<never>(() => {}))
  loading.catch(() => {
    input.destroy()
    void fail()
  })
  failing.catch(() => {})
  return {
    received: () => received,
    write: async (part) => {
      received += part.length
      if (!input.write(part)) await Promise.race([once(input, 'drain'), failing])
    },
    finish: async (report) => {
      input.end()
      try {
        const restored = await finishRestore(options, live, await loading, report)
        await (ended ??= session.close())
        return restored
      } catch (error) {
        await fail()
        throw error
      }
    },
    abort: async () => {
      input.destroy(new RecoveryError('restore_aborted', 'The restore was stopped. The data are unchanged'))
      await fail()
      await loading.catch(() => {})
    },
  }
}
