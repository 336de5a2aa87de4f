import { approvalReasonOf } from '../approvals.ts'
import { readKey, readOwnPassword } from '../backup/locks.ts'
import { checkBackup, openBackup, sizeOf } from '../backup/read-file.ts'
import { beginRestore, type RestoreCall } from '../backup/server-stream.ts'
import { isInteractive } from '../cli-environment.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure, notSignedIn, wrongUse } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import type { RunTask } from '../task.ts'
import { timeText } from '../times.ts'
import { waitFor } from '../wait.ts'
import { withProgress } from '../with-progress.ts'
import { backupView } from './backup.ts'

/** What the operator types to confirm: the server's host, with its port where that is not the usual one. */
const nameOf = ({ endpoint }: Context): string => new URL(endpoint).host

const confirmServer = async (context: Context, given: unknown): Promise<void> => {
  const name = nameOf(context)
  const differs = `All data of ${name} are replaced. To confirm: --confirm ${name}`
  if (given !== undefined) {
    if (given === name) return
    throw wrongUse(differs)
  }
  if (!isInteractive(context.environment)) throw wrongUse(differs)
  const answer = await context.environment.prompts.text({
    label: `All data of ${name} are replaced, and all sessions end. Type ${name} to confirm`,
    check: (text) => (text === name ? undefined : `is not ${name}`),
  })
  if (answer !== name) throw new Failure(exitCodes.failed, 'Nothing was changed.')
}

const phases = {
  constraints: 'Indexes',
  migrations: 'Migrations',
  statistics: 'Statistics',
  switch: 'Replacing the data',
}

/** Sends the backup and waits for the end. */
const transfer = async (
  context: Context,
  call: RestoreCall,
  read: (onBytes: (bytes: number) => void) => AsyncIterable<Uint8Array>,
  total: number,
  signal: AbortSignal,
) => {
  try {
    await withProgress(context, 'Sending', (onStep) =>
      call.send(
        read((done) => onStep({ done, total, failed: 0, unit: 'bytes' })),
        () => {},
        signal,
      ),
    )
    let phase = ''
    return await call.finish((progress) => {
      if (!('phase' in progress) || progress.phase === phase) return
      phase = progress.phase
      context.out.progress(`${phases[progress.phase]} …`)
    }, signal)
  } catch (error) {
    await call.abort()
    throw error
  }
}

/** Milliseconds in which a server has noticed that its data were replaced, and in which it answers again. */
const NOTICED = 4000
const ANSWERS = 60_000

/** Waits until the server has read the new data: the next command must not find it in between. */
const untilReread = async ({ call, out, environment }: Context): Promise<void> => {
  const started = Date.now()
  let wasAway = false
  out.progress('The server reads the data anew …')
  while (Date.now() - started < ANSWERS) {
    await waitFor(environment, 250)
    const answers = await call('setup', 'config').then(
      () => true,
      () => false,
    )
    wasAway ||= !answers
    if (answers && (wasAway || Date.now() - started > NOTICED)) return
  }
  out.warn('The server does not answer yet. Look at its output')
}

/** Replaces all data of the server by those of a backup, after it was read to its end. */
export const restore: RunTask = async (context, { argument, options }) => {
  if (argument === undefined) throw wrongUse('Name the file of the backup')
  if (context.token === undefined) throw notSignedIn(context.endpoint)
  const total = await sizeOf(argument)
  const key = await readKey(context, options)
  const { header, summary } = await withProgress(context, 'Verifying', (onStep) =>
    checkBackup(openBackup(argument, key, (done) => onStep({ done, total, failed: 0, unit: 'bytes' }))),
  )
  const { installation } = (await context.call('database', 'status')) as { installation: string }
  context.out.note(
    `A backup of ${timeText(header.createdAt, context.out.format.utc)} by version ${header.version}, ${summary.rows} rows, of the installation ` +
      `${header.installation}${header.installation === installation ? '' : `; this server is of ${installation}`}.`,
  )
  await confirmServer(context, options['confirm'])
  const password = await readOwnPassword(context, options)
  const replacesOther = options['replaceOther'] === true
  const restored = await interruptible(
    () =>
      'Stopped. The data of the server are unchanged, unless it was replacing them already: openauth db status shows the last restore.',
    async (signal) => {
      const approvalReason = approvalReasonOf(context)
      const asked = { password, installation, replacesOther, ...(approvalReason && { approvalReason }) }
      const call = await beginRestore(context, asked, signal)
      return transfer(context, call, (onBytes) => openBackup(argument, key, onBytes), total, signal)
    },
  )
  if (!context.environment.env['OPENAUTH_TOKEN'])
    await context.save({ ...context.profile, token: undefined, username: undefined, app: undefined })
  await untilReread(context)
  context.out.data(restored, backupView)
  context.out.note(
    'All sessions have ended: openauth login. What was revoked after the backup is valid again, treasuries are paused, and sends ' +
      'after it are on the chains only. Next: openauth keys verify',
  )
}
