import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { BackupFormatError, type BackupHeader, type BackupSummary, readBackup } from '@openauth/backup-format'
import { failed } from '../failure.ts'
import { unreadable } from '../file-failure.ts'
import { decrypt, type Key } from './age.ts'

export interface CheckedBackup {
  header: BackupHeader
  summary: BackupSummary
  tables: { name: string; rows: number; bytes: number }[]
}

/** The size of a file. Throws a Failure where there is none. */
export const sizeOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (!found.isFile()) throw failed(`${path} is no file`)
  return found.size
}

/** The decrypted bytes of a backup. `onBytes` is told how many of the file were read. */
export const openBackup = (path: string, key: Key, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> => {
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      onBytes(bytes)
      yield chunk
    }
  }
  return decrypt(counted(), key)
}

/** What is wrong with a backup, as a Failure. */
export const asFailure = (error: unknown): unknown =>
  error instanceof BackupFormatError ? failed(error.message) : error

/** Reads a backup to its end and compares all digests and counts. Throws a Failure at the first that differs. */
export const checkBackup = async (chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<CheckedBackup> => {
  const found: Partial<CheckedBackup> & Pick<CheckedBackup, 'tables'> = { tables: [] }
  try {
    for await (const event of readBackup(chunks)) {
      signal?.throwIfAborted()
      if (event.kind === 'header') found.header = event.header
      if (event.kind === 'tableEnd') found.tables.push({ name: event.table.name, rows: event.rows, bytes: event.bytes })
      if (event.kind === 'end') found.summary = event.summary
    }
  } catch (error) {
    throw asFailure(error)
  }
  return found as CheckedBackup
}
