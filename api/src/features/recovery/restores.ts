import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BeginRestore, RestoreProgress } from '@openauth/client'
import type pg from 'pg'
import type { z } from 'zod'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { requireCurrentPassword } from '../admins/current-password.ts'
import { requireRestoreApproval } from '../approvals/restore.ts'
import { record } from '../audit/record.ts'
import { openRecoverySession, removeLeftovers } from './database-session.ts'
import { RecoveryError } from './errors.ts'
import { installationOf } from './installation.ts'
import type { Loaded } from './load.ts'
import { type Restore, startRestore } from './restore.ts'
import { quoted } from './tables.ts'

type RestoreDeps = Pick<Platform, 'db' | 'attempts' | 'keys' | 'settings' | 'mailer'>
type AdminContext = Context<AdminIdentity>

interface Running {
  id: string
  context: AdminContext
  restore: Restore
  /** One part at a time. */
  isBusy: boolean
  isFinishing: boolean
  idle: NodeJS.Timeout
}

const gone = () =>
  new RecoveryError(
    'restore_not_found',
    'There is no such restore here: it ended, or goes on at another server of this installation',
  )

/** The audit line of a restore, among those of the restored data. */
const noteRestored =
  ({ identity, ip }: AdminContext, username: string, begunAt: Date) =>
  async (client: pg.Client, schema: string, { rows, bytes, header }: Loaded): Promise<void> => {
    const details = { bytes, done: rows, from: new Date(header.createdAt).toISOString(), display: username }
    for (const [action, at] of [
      ['restore.begin', begunAt],
      ['restore.complete', new Date()],
    ] as const)
      await client.query(
        `INSERT INTO ${quoted(schema)}."AuditEvent" (id, "createdAt", actor, "actorId", action, ip, details)
         VALUES ($1, $2, 'admin', $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [randomUUID(), at, String(identity.adminId), action, ip, JSON.stringify(details)],
      )
  }

/** Refuses to replace the data for an admin who was signed out or demoted while the new ones were prepared, which takes minutes. */
const authorizeFor =
  ({ identity }: AdminContext) =>
  async (client: pg.Client, live: string): Promise<void> => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM ${quoted(live)}."AdminSession" s JOIN ${quoted(live)}."Admin" a ON a.id = s."adminId"
       WHERE s.id = $1 AND s."expiresAt" > now() AND a.id = $2 AND a."deletedAt" IS NULL AND a.role = 'owner' FOR SHARE`,
      [identity.sessionId, identity.adminId],
    )
    if (rowCount === 0)
      throw new RecoveryError(
        'restore_aborted',
        'You were signed out, or are no owner any more. The data are unchanged',
      )
  }

/** The session of a restore that was stopped may hold its lock a moment longer. */
const removePrepared = async (db: Platform['db']): Promise<void> => {
  for (let tries = 0; tries < 20; tries += 1) {
    if (await removeLeftovers(db).catch(() => true)) return
    await pause(100)
  }
}

/** Refuses a backup of another installation over one with users, unless that was confirmed. */
const admitFor =
  ({ db }: RestoreDeps, own: string, replacesOther: boolean) =>
  async ({ installation }: { installation: string }): Promise<void> => {
    if (replacesOther || installation === own) return
    if ((await db.prisma.user.findFirst({ select: { id: true } })) === null) return
    throw new RecoveryError(
      'other_installation',
      `The backup is of the installation ${installation}, and ${own}, which it would replace, has users. Confirm that with --replace-other`,
    )
  }

type Begin = z.output<typeof BeginRestore>

/** Lets an admin begin a restore who shows the own password and names whose data are replaced. */
const openRestore = async (deps: RestoreDeps, given: Begin, context: AdminContext): Promise<Restore> => {
  const { db, keys } = deps
  await requireCurrentPassword(deps, context, given.password)
  const own = await installationOf(db)
  if (own !== given.installation)
    throw new RecoveryError(
      'wrong_installation',
      `This server has the data of the installation ${own}, and not of ${given.installation}`,
    )
  await requireRestoreApproval(deps, given, context)
  const { username } = await db.prisma.admin.findUniqueOrThrow({ where: { id: context.identity.adminId } })
  const session = await openRecoverySession(db)
  try {
    await record(db.prisma, context, { action: 'restore.begin' })
    const admit = admitFor(deps, own, given.replacesOther)
    const note = noteRestored(context, username, new Date())
    return await startRestore({ session, keys, admit, authorize: authorizeFor(context), note })
  } catch (error) {
    await session.close()
    throw error
  }
}

/** The restore that runs on this server: one at most, since one of an installation is under way at a time. */
const createRunning = ({ db }: RestoreDeps, patience: number) => {
  let running: Running | undefined

  const stop = async (reason: string): Promise<void> => {
    const stopped = running
    if (!stopped) return
    running = undefined
    clearTimeout(stopped.idle)
    await stopped.restore.abort()
    await record(db.prisma, stopped.context, { action: 'restore.interrupt', details: { reason } }).finally(() =>
      removePrepared(db),
    )
  }
  const start = (restore: Restore, context: AdminContext): string => {
    const id = randomBytes(16).toString('hex')
    const late = () => void stop('no data came in for a while').catch(() => {})
    const idle = setTimeout(late, patience).unref()
    running = { id, context, restore, isBusy: false, isFinishing: false, idle }
    return id
  }
  const find = ({ identity }: AdminContext, id: string): Running => {
    if (running?.id !== id || running.context.identity.adminId !== identity.adminId) throw gone()
    return running
  }
  /** Does a step of a restore, which a failure ends. */
  const during = async <T>(found: Running, step: () => Promise<T>): Promise<T> => {
    try {
      return await step()
    } catch (error) {
      if (running === found) await stop((error as Error).message)
      throw error
    }
  }
  const end = (found: Running) => {
    if (running === found) running = undefined
  }
  return { start, stop, find, during, end }
}

/** The calls of a restore, which waits for its next part for `patience` milliseconds: whoever sent the last may be gone without a word. */
export const createRestores = (deps: RestoreDeps, patience: number) => {
  const { start, stop, find, during, end } = createRunning(deps, patience)

  const write = async (context: AdminContext, id: string, offset: number, part: Uint8Array) => {
    const found = find(context, id)
    const { restore } = found
    if (found.isBusy || found.isFinishing || offset !== restore.received())
      throw new RecoveryError('restore_out_of_step', `The next part begins at ${restore.received()}`)
    found.isBusy = true
    found.idle.refresh()
    await during(found, () => restore.write(part)).finally(() => {
      found.isBusy = false
    })
    found.idle.refresh()
    return { received: restore.received() }
  }

  const finish = async (context: AdminContext, id: string, report: (progress: RestoreProgress) => void) => {
    const found = find(context, id)
    if (found.isBusy || found.isFinishing)
      throw new RecoveryError('restore_out_of_step', 'It is being finished already')
    found.isFinishing = true
    clearTimeout(found.idle)
    const restored = await during(found, () => found.restore.finish(report))
    end(found)
    return restored
  }

  return {
    begin: async (given: Begin, context: AdminContext): Promise<{ id: string }> => ({
      id: start(await openRestore(deps, given, context), context),
    }),
    write,
    finish,
    /** Stops a restore of the caller's. Throws `restore_not_found`. */
    abort: async (context: AdminContext, id: string) => {
      find(context, id)
      await stop('by the admin')
    },
    /** Stops what is under way, when the server stops. */
    close: () => stop('the server stops'),
  }
}

export type Restores = ReturnType<typeof createRestores>
