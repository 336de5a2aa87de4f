import { type BackupEvent, BackupFormatError, type BackupHeader, readBackup } from '@openauth/backup-format'
import pg from 'pg'
import { type Custody, CustodyError } from '../../custody/index.ts'
import { type CopyInto, copyInto } from './copy-into.ts'
import { STAGING } from './database-session.ts'
import { RecoveryError } from './errors.ts'
import { filters } from './left-out.ts'
import { openStaging, type Rebuild, stripStaging } from './stage.ts'
import { columnList, quoted } from './tables.ts'

export interface Loaded {
  header: BackupHeader
  rebuild: Rebuild
  rows: number
  bytes: number
}

export interface LoadOptions {
  client: pg.Client
  keys: Pick<Custody, 'checkCanary' | 'openDataKey'>
  /** Throws where the backup may not be restored here. */
  admit: (header: BackupHeader) => Promise<void>
}

/** Opens the canaries of the backup with the keys of this server: without these its wallets would be lost. */
const requireKeys = async ({ client, keys }: LoadOptions, { keks }: BackupHeader): Promise<void> => {
  const { rows } = await client.query<{ kekId: string; sealed: Buffer }>('SELECT "kekId", sealed FROM "KeyCanary"')
  for (const canary of rows)
    await keys.checkCanary(canary).catch((error: unknown) => {
      if (!(error instanceof CustodyError) || error.code.endsWith('_unavailable')) throw error
      throw new RecoveryError(
        'backup_keys_missing',
        `The data of this backup are sealed under ${keks.join(', ')}, and this server's ${canary.kekId} does not open them. ` +
          'Put the keyring of that time in place (openauth keys restore), or set up the key service of that time; start the server, then restore',
        { cause: error },
      )
    })
  if (rows.length === 0)
    throw new RecoveryError('backup_refused', 'The backup has no canary, and so no key that belongs to it')
}

const createLoader = (options: LoadOptions) => {
  const { client } = options
  let header: BackupHeader | undefined
  let rebuild: Rebuild = []
  let copy: CopyInto | undefined

  const begin = async (given: BackupHeader): Promise<void> => {
    header = given
    await options.admit(header)
    await openStaging(client, header)
    rebuild = await stripStaging(client)
  }
  const beginTable = async (name: string, columns: string[]): Promise<void> => {
    const table = `${STAGING}.${quoted(name)}`
    await client.query('BEGIN')
    // In the transaction that empties it, rows can be written as they will be, once.
    await client.query(`TRUNCATE ${table}`)
    copy = copyInto(client, `COPY ${table} (${columnList(columns)}) FROM STDIN (FORMAT binary, FREEZE true)`)
  }
  const endTable = async (name: string, rows: number): Promise<void> => {
    const copied = await copy!.end()
    if (filters[name] !== undefined)
      await client.query(`DELETE FROM ${STAGING}.${quoted(name)} WHERE (${filters[name]}) IS NOT TRUE`)
    await client.query('COMMIT')
    if (copied !== rows)
      throw new RecoveryError('backup_refused', `The table ${name} has ${copied} rows instead of ${rows}`)
    if (name === 'KeyCanary') await requireKeys(options, header!)
  }

  const take = async (event: BackupEvent): Promise<Loaded | undefined> => {
    if (event.kind === 'data') await copy!.write(event.chunk)
    else if (event.kind === 'header') await begin(event.header)
    else if (event.kind === 'table') await beginTable(event.table.name, event.table.columns)
    else if (event.kind === 'tableEnd') await endTable(event.table.name, event.rows)
    else return { header: header!, rebuild, ...event.summary }
    return undefined
  }
  return { take }
}

/** What is wrong with a backup is told to whoever restores it; what PostgreSQL says of its rows, too. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof BackupFormatError)
    return new RecoveryError(error.code === 'newer_format' ? 'backup_newer' : 'backup_refused', error.message)
  // Class 22 is data exception, 23 integrity constraint violation, 08P01 protocol violation.
  if (error instanceof pg.DatabaseError && /^(22|23|08P01)/.test(error.code ?? ''))
    return new RecoveryError('backup_refused', `The backup does not fit its tables: ${error.message}`, { cause: error })
  return error
}

/** Runs `work`, and throws RecoveryError where the backup is at fault. */
export const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Reads a backup into the staging schema and checks it: its format, digests, tables and keys. Throws RecoveryError. */
export const loadBackup = (chunks: AsyncIterable<Uint8Array>, options: LoadOptions): Promise<Loaded> =>
  refusing(async () => {
    const loader = createLoader(options)
    let loaded: Loaded | undefined
    for await (const event of readBackup(chunks)) loaded = await loader.take(event)
    return loaded!
  })
