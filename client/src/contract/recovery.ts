import * as z from 'zod'
import { approvalReason } from './approval-reason.ts'
import type { ErrorCode } from './errors.ts'
import { submittedPassword } from './fields.ts'

// Backup and restore are streams, and so no routes of the contract. These are the shapes around the streams; facts/recovery.ts has their paths.

const password = submittedPassword(1).describe(
  "the caller's own password: a stolen token alone neither reads nor replaces all data",
)

export const BeginBackup = z.object({ password })

export const BeginRestore = z.object({
  password,
  installation: z.string().describe('whose data are replaced, by `database.status`'),
  replacesOther: z.boolean().default(false).describe('a backup of another installation may replace users of this one'),
  approvalReason,
})

/** Why a backup or a restore does not go on. */
export const recoveryErrorCodes = [
  'recovery_busy',
  'restore_not_found',
  'restore_out_of_step',
  'wrong_installation',
  'other_installation',
  'backup_refused',
  'backup_newer',
  'backup_keys_missing',
  'restore_blocked',
  'restore_aborted',
] as const satisfies readonly ErrorCode[]
export type RecoveryErrorCode = (typeof recoveryErrorCodes)[number]

/** What a restore does after the last byte, in this order; the last of them replaces the data. */
export const restorePhases = ['constraints', 'migrations', 'statistics', 'switch'] as const

/** A line of the answer of `finish`: how far it is, or its end. */
export const RestoreProgress = z.union([
  z.object({ phase: z.enum(restorePhases), done: z.int(), total: z.int() }),
  z.object({
    restored: z.object({ rows: z.int(), bytes: z.int(), createdAt: z.int(), migrated: z.array(z.string()) }),
  }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
export type RestoreProgress = z.output<typeof RestoreProgress>
