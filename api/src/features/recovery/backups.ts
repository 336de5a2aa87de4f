import { Readable } from 'node:stream'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { requireCurrentPassword } from '../admins/current-password.ts'
import { record } from '../audit/record.ts'
import { openRecoverySession, type RecoverySession } from './database-session.ts'
import { type BackupCounts, takeBackup } from './take-backup.ts'

type BackupDeps = Pick<Platform, 'db' | 'attempts'>

/** The chunks of a backup, with an audit line at its end, whichever that is. */
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
    await session.close()
    const { bytes, rows: done } = counts
    await record(deps.db.prisma, context, {
      action: isWhole ? 'backup.complete' : 'backup.interrupt',
      details: { bytes, done },
    })
  }
}

/**
 * Begins a backup for an admin who shows the own password. Its audit line is written before the first byte. The stream ends the
 * work when it is destroyed. Throws `incorrect_password`, RecoveryError `recovery_busy`.
 */
export const startBackup = async (
  deps: BackupDeps,
  context: Context<AdminIdentity>,
  password: string,
): Promise<Readable> => {
  await requireCurrentPassword(deps, context, password)
  const session = await openRecoverySession(deps.db)
  try {
    await record(deps.db.prisma, context, { action: 'backup.begin' })
    const chunks = audited(deps, context, session)
    // What can be refused is refused now, while the answer can still be an error.
    const first = await chunks.next()
    return Readable.from(resumed(first, chunks), { objectMode: false, highWaterMark: 512 * 1024 })
  } catch (error) {
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
