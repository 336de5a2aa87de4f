import { TOTP_DIGITS } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { withDataKey } from '../keys/data-keys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type Needs = Pick<Platform, 'db' | 'keys' | 'attempts' | 'clock'>

/** The data key of the server seals authenticators' secrets, each for its admin. */
const scope = { owner: 'server' } as const
const PURPOSE = 'admin-totp'

export const sealTotp = (tx: Tx, { keys }: Pick<Platform, 'keys'>, adminId: number, secret: string) =>
  withDataKey(tx, keys, scope, ({ seal }) => seal(PURPOSE, String(adminId), secret))

const openTotp = (tx: Tx, { keys }: Pick<Platform, 'keys'>, adminId: number, sealed: Uint8Array) =>
  withDataKey(tx, keys, scope, ({ open }) => open(PURPOSE, String(adminId), sealed))

/**
 * Uses a code of an admin's authenticator up; false for one that is wrong, or of a step that was used. One statement moves
 * the step on: a code that was seen over a shoulder, or sent twice at once, works once on all servers.
 */
const useTotp = async (
  tx: Tx,
  deps: Pick<Platform, 'keys' | 'clock'>,
  { adminId, code, confirmed }: { adminId: number; code: string; confirmed: boolean },
): Promise<boolean> => {
  const row = await tx.adminTotp.findUnique({ where: { adminId } })
  if (!row || (row.confirmedAt !== null) !== confirmed) return false
  const step = stepOf(await openTotp(tx, deps, adminId, row.sealedSecret), code, deps.clock())
  if (step === undefined) return false
  const { count } = await tx.adminTotp.updateMany({
    where: { adminId, sealedSecret: row.sealedSecret, confirmedAt: row.confirmedAt, lastStep: { lt: step } },
    data: { lastStep: step, ...(confirmed ? {} : { confirmedAt: new Date() }) },
  })
  return count > 0
}

/** How a code was right. */
export type UsedFactor = 'code' | 'recovery-code'

/**
 * Checks a code of an admin whose password was right: digits of the authenticator, or a recovery code. Each is counted, and
 * refunded where it is right. Throws `incorrect_code`, LimitExceededError.
 */
export const checkSecondFactor = async (deps: Needs, adminId: number, code: string): Promise<UsedFactor> => {
  const counted = ['secondFactorByAdmin', String(adminId)] as const
  await deps.attempts.consume(counted)
  const isTotp = code.length === TOTP_DIGITS
  const isRight = await (isTotp
    ? useTotp(deps.db.prisma, deps, { adminId, code, confirmed: true })
    : useRecoveryCode(deps.db.prisma, adminId, code))
  if (!isRight) throw new Problem('incorrect_code', { issues: [{ path: 'code', message: 'is wrong or was used' }] })
  await deps.attempts.refund(counted)
  return isTotp ? 'code' : 'recovery-code'
}

/** Confirms a new authenticator by its first code, in the caller's transaction. Throws `incorrect_code`. */
export const confirmTotp = async (
  tx: Tx,
  deps: Pick<Platform, 'keys' | 'clock'>,
  adminId: number,
  code: string,
): Promise<void> => {
  if (!(await useTotp(tx, deps, { adminId, code, confirmed: false })))
    throw new Problem('incorrect_code', { issues: [{ path: 'code', message: 'is wrong or was used' }] })
}

/** Whether an admin's logins need a second factor. */
export const hasSecondFactor = async (tx: Tx, adminId: number): Promise<boolean> =>
  (await tx.adminTotp.count({ where: { adminId, confirmedAt: { not: null } } })) > 0
