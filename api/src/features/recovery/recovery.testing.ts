import { Readable } from 'node:stream'
import { type BackupHeader, createWriter, readBackup } from '@openauth/backup-format'
import { recoveryPaths, RESTORE_PART, type RestoreProgress } from '@openauth/client'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { adminCredentials } from '../../testing.ts'

/** Backup and restore as a client without a library makes them. */
export const recoveryClient = (url: string, token: string | undefined, password = adminCredentials.password) => {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const part = (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
    fetch(`${url}${recoveryPaths.restores}/${id}/data?offset=${offset}`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  const finish = async (id: string): Promise<RestoreProgress[]> => {
    const answer = await fetch(`${url}${recoveryPaths.restores}/${id}/finish`, {
      method: 'POST',
      headers: authorization,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RestoreProgress)
  }
  const begin = async (installation: string, more: object = {}): Promise<string> => {
    const answer = await post(recoveryPaths.restores, { password, installation, ...more })
    const body = (await answer.json()) as { data?: { id: string }; code?: string }
    if (!body.data) throw Object.assign(new Error(JSON.stringify(body)), { code: body.code })
    return body.data.id
  }
  /** Sends all parts; throws the answer of the one that is refused. */
  const send = async (
    id: string,
    backup: Uint8Array<ArrayBuffer>,
    size = RESTORE_PART,
    received = 0,
  ): Promise<void> => {
    for (let offset = 0; offset < backup.length; offset += size) {
      const answer = await part(id, received + offset, backup.subarray(offset, offset + size))
      if (answer.status === 200) continue
      const body = (await answer.json()) as { code: string; message: string }
      throw Object.assign(new Error(body.message), { code: body.code })
    }
  }
  return {
    post,
    part,
    begin,
    send,
    finish,
    backup: async (): Promise<Buffer<ArrayBuffer>> => {
      const answer = await post(recoveryPaths.backups, { password })
      if (!answer.ok) throw Object.assign(new Error(`HTTP ${answer.status}`), await answer.json())
      return Buffer.from(await answer.arrayBuffer())
    },
    abort: (id: string) => fetch(`${url}${recoveryPaths.restores}/${id}`, { method: 'DELETE', headers: authorization }),
    restore: async (installation: string, backup: Uint8Array<ArrayBuffer>, more: object = {}) => {
      const id = await begin(installation, more)
      await send(id, backup)
      return (await finish(id)).at(-1)!
    },
  }
}

/** COPY's signature, no flags, no extension, and the end. https://www.postgresql.org/docs/current/sql-copy.html */
export const emptyTable = Buffer.concat([
  Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
  Buffer.alloc(8),
  Buffer.from([0xff, 0xff]),
])

interface TableContent {
  data: Uint8Array
  rows: number
}

/** What of a true backup is changed. */
export interface MadeUp {
  header?: (header: BackupHeader) => BackupHeader
  data?: (name: string, data: Uint8Array) => Uint8Array
  /** The content of tables, in place of theirs. */
  tables?: Record<string, TableContent>
}

/** Header and tables of a backup. */
export const partsOf = async (backup: Uint8Array) => {
  let header: BackupHeader | undefined
  const tables = new Map<string, TableContent>()
  let chunks: Uint8Array[] = []
  for await (const event of readBackup(Readable.from([backup]))) {
    if (event.kind === 'header') header = event.header
    if (event.kind === 'table') chunks = []
    if (event.kind === 'data') chunks.push(event.chunk)
    if (event.kind === 'tableEnd') tables.set(event.table.name, { data: Buffer.concat(chunks), rows: event.rows })
  }
  return { header: header!, tables }
}

/** A backup that somebody has made up of a true one: with another header, other tables, other data. */
export const madeUp = async (backup: Uint8Array, change: MadeUp): Promise<Buffer<ArrayBuffer>> => {
  const writer = createWriter()
  const { header, tables } = await partsOf(backup)
  const changed = change.header?.(header) ?? header
  const parts: Uint8Array[] = [...writer.begin(changed)]
  for (const { name } of changed.tables) {
    const { data, rows } = change.tables?.[name] ?? tables.get(name) ?? { ...tables.get('KeyCanary')!, rows: 1 }
    parts.push(...writer.beginTable(name), ...writer.data(change.data?.(name, data) ?? data), ...writer.endTable(rows))
  }
  parts.push(...writer.end())
  return Buffer.concat(parts)
}

/** The rows of a table as a backup without filters has them. */
export const rowsOf = async (
  pool: pg.Pool,
  table: string,
  backup: Uint8Array,
): Promise<Record<string, TableContent>> => {
  const { header } = await partsOf(backup)
  const columns = header.tables.find(({ name }) => name === table)!.columns.map((name) => `"${name}"`)
  const connection = await pool.connect()
  const copied = connection.query(copyTo(`COPY "${table}" (${columns.join(', ')}) TO STDOUT (FORMAT binary)`))
  const chunks: Buffer[] = []
  for await (const chunk of copied as AsyncIterable<Buffer>) chunks.push(chunk)
  connection.release()
  return { [table]: { data: Buffer.concat(chunks), rows: copied.rowCount } }
}
