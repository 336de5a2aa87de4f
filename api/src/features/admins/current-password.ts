import type { AdminIdentity, Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { addressKey, guardPassword } from '../login/attempts.ts'

/**
 * Checks the caller's own password before a password of an admin is set, the caller's or another's: a browser that was left
 * open, or a script in its page, must neither keep its admin out nor give itself a login that lasts; nor must a command line
 * whose code was approved. Wrong ones are limited, as those of users are who confirm by their password. Programs that call
 * with the token of a login by password may leave it out.
 * Throws `invalid_input`, `incorrect_password`, LimitExceededError.
 */
export const requireCurrentPassword = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  context: Context<AdminIdentity>,
  given: string | undefined,
): Promise<void> => {
  const { adminId, isConsole = false, isByCode = false } = context.identity
  if (given === undefined && !isConsole && !isByCode) return
  if (given === undefined)
    throw new Problem('invalid_input', { issues: [{ path: 'currentPassword', message: 'is required' }] })
  const { passwordHash } = await db.prisma.admin.findUniqueOrThrow({ where: { id: adminId } })
  // Counted by id: an admin may be renamed between two guesses.
  const refund = await guardPassword(attempts, `own admin ${adminId}`, context.ip)
  const { ok } = await verifyPassword(passwordHash, given, addressKey(context.ip))
  if (!ok) {
    await record(db.prisma, context, { action: 'admin.login-refused', targetId: String(adminId) })
    throw new Problem('incorrect_password', {
      issues: [{ path: 'currentPassword', message: 'is not your current password' }],
    })
  }
  await refund()
}
