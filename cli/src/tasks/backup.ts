import { PassThrough } from 'node:stream'
import { once } from 'node:events'
import { encrypt } from '../backup/age.ts'
import { readKey, readLock, readOwnPassword } from '../backup/locks.ts'
import { asFailure, checkBackup, type CheckedBackup, openBackup, sizeOf } from '../backup/read-file.ts'
import { fetchBackup } from '../backup/server-stream.ts'
import type { Context } from '../context.ts'
import { wrongUse } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import type { RunTask } from '../task.ts'
import { plainView, type View } from '../view.ts'
import { requireNoFile, writeNewFile } from '../whole-file.ts'
import { withProgress } from '../with-progress.ts'

/** `openauth-2026-11-26T10-15.backup.age` */
const defaultName = (): string => `openauth-${new Date().toISOString().slice(0, 16).replace(':', '-')}.backup.age`

/** Passes chunks on, and lets `checkBackup` read them on the way: a backup that came in damaged is not kept. */
const checkedOnTheWay = (chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) => {
  const copy = new PassThrough()
  const checking = checkBackup(copy)
  checking.catch(() => copy.destroy())
  let bytes = 0
  const passed = async function* () {
    for await (const chunk of chunks) {
      if (!copy.destroyed && !copy.write(chunk)) await Promise.race([once(copy, 'drain'), checking])
      bytes += chunk.length
      onBytes(bytes)
      yield chunk
    }
    copy.end()
    // Before the last byte is written: without it the file gets no name.
    await checking
  }
  return { checking, passed: passed() }
}

/** Of backups, verified and restored ones. */
export const backupView: View = { ...plainView, instants: new Set(['createdAt']) }

const describe = ({ header, summary }: CheckedBackup) => ({
  createdAt: header.createdAt,
  version: header.version,
  installation: header.installation,
  keks: header.keks.join(', '),
  tables: header.tables.length,
  rows: summary.rows,
  bytes: summary.bytes,
})

/** How large a backup becomes, as PostgreSQL estimates it: the bar needs a total. */
const expectedBytes = async (context: Context): Promise<number> => {
  const { largestTables } = (await context.call('database', 'status')) as { largestTables: { bytes: number }[] }
  return Math.max(1, largestTables.reduce((sum, { bytes }) => sum + bytes, 0) * 0.6)
}

/**
 * Asks for the backup once somebody reads it, which is after the passphrase was stretched: a small one would be sent whole
 * meanwhile, and the audit trail would call it complete, although Ctrl-C leaves no file.
 */
async function* fetched(context: Context, password: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* await fetchBackup(context, password, signal)
}

/** Writes an encrypted backup of the database into a new file. */
export const backup: RunTask = async (context, { argument, options }) => {
  const path = argument ?? defaultName()
  await requireNoFile(path)
  const lock = await readLock(context, options)
  const password = await readOwnPassword(context, options)
  const total = await expectedBytes(context)
  const result = await interruptible(
    () => 'Stopped. Nothing was written.',
    (signal) =>
      withProgress(context, 'Backing up', async (onStep) => {
        const show = (done: number) => onStep({ done, total: Math.max(total, done), failed: 0, unit: 'bytes' })
        let received = 0
        const { passed, checking } = checkedOnTheWay(fetched(context, password, signal), (bytes) =>
          show((received = bytes)),
        )
        checking.catch(() => {})
        const fileBytes = await writeNewFile(path, await encrypt(passed, lock)).catch((error: unknown) => {
          throw asFailure(error)
        })
        const checked = await checking
        onStep({ done: received, total: received, failed: 0, unit: 'bytes' })
        return { ...checked, fileBytes }
      }),
  )
  context.out.data({ file: path, fileBytes: result.fileBytes, ...describe(result) }, backupView)
  context.out.note(
    'The keys are not in it. Where they are in a keyring file, back that up on the server: openauth keys backup <file>',
  )
}

/** Reads a backup to its end and says what it holds. Needs no server. */
export const verify: RunTask = async (context, { argument, options }) => {
  if (argument === undefined) throw wrongUse('Name the file of the backup')
  const total = await sizeOf(argument)
  const key = await readKey(context, options)
  const checked = await withProgress(context, 'Verifying', (onStep) =>
    checkBackup(openBackup(argument, key, (done) => onStep({ done, total, failed: 0, unit: 'bytes' }))),
  )
  context.out.data(describe(checked), backupView)
}
