import { Readable } from 'node:stream'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { requireCurrentPassword } from '../admins/current-password.ts'
import { record } from '../audit/record.ts'
import { openRecoverySession, type RecoverySession } from './database-session.ts'
import { type BackupCounts, takeBackup } from './take-backup.ts'

type BackupDeps = Pick<Platform, 'db' | 'attempts'>

/** The chunks of a backup, with an audit line at its end, whichever that is, and before another may begin. */
async function* audited(
  deps: BackupDeps,
  context: Context<AdminIdentity>,
  session: RecoverySession,
): AsyncGenerator<Buffer> {
  const counts: BackupCounts = { rows: 0, bytes: 0 }
  let isWhole = false
  try {
    yield* takeBackup(deps.db, session.client, counts)
    isWhole = true
  } finally {
    // Waiting for the end of a COPY that nobody reads would last forever.
    if (!isWhole) await session.abort()
    const { bytes, rows: done } = counts
    await record(deps.db.prisma, context, {
      action: isWhole ? 'backup.complete' : 'backup.interrupt',
      details: { bytes, done },
    }).finally(session.close)
  }
}

/** The chunks, as long as somebody reads them: `stop` is called where the next is not asked for within the patience. */
async function* whileRead(
  chunks: AsyncIterable<Buffer>,
  patience: number,
  stop: (error: Error) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const late = setTimeout(() => stop(new Error('The backup was stopped: nobody read on')), patience)
    try {
      yield chunk
    } finally {
      clearTimeout(late)
    }
  }
}

interface Caller {
  /** Aborted when the caller is gone, whatever the database is at. */
  left: AbortSignal
  /** How long the backup waits for its reader, in milliseconds: it may be gone without a word. */
  patience: number
}

/**
 * Begins a backup for an admin who shows the own password. Its audit line is written before the first byte. The stream ends the
 * work when it is destroyed, and when nobody reads on. Throws `incorrect_password`, RecoveryError `recovery_busy`.
 */
export const startBackup = async (
  deps: BackupDeps,
  context: Context<AdminIdentity>,
  password: string,
  { left, patience }: Caller,
): Promise<Readable> => {
  await requireCurrentPassword(deps, context, password)
  const session = await openRecoverySession(deps.db)
  const abort = () => void session.abort()
  left.addEventListener('abort', abort)
  try {
    left.throwIfAborted()
    await record(deps.db.prisma, context, { action: 'backup.begin' })
    const chunks = audited(deps, context, session)
    // What can be refused is refused now, while the answer can still be an error.
    const first = await chunks.next()
    const read = whileRead(resumed(first, chunks), patience, (error) => stream.destroy(error))
    const stream = Readable.from(read, { objectMode: false, highWaterMark: 512 * 1024 })
    stream.once('close', () => left.removeEventListener('abort', abort))
    return stream
  } catch (error) {
    left.removeEventListener('abort', abort)
    await session.close()
    throw error
  }
}

async function* resumed(first: IteratorResult<Buffer>, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (!first.done) yield first.value
    yield* chunks
  } finally {
    await chunks.return(undefined)
  }
}
