import { type contract, type HandlerInput, TOTP_DIGITS } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { withDataKey } from '../keys/data-keys.ts'
import { passkeyRefused } from '../webauthn/ceremony.ts'
import { guardCode } from './guard-code.ts'
import { usePasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type Assertion = HandlerInput<typeof contract.setup.loginByPasskey>['response']
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

/** How a second factor was proved. */
export type UsedFactor = 'code' | 'recovery-code' | 'passkey'

/** What a caller shows of a second factor. */
export interface FactorProof {
  code?: string | undefined
  passkey?: Assertion | undefined
}

/**
 * Checks a code of an admin whose password was right: digits of the authenticator, or a recovery code. Each is counted, and
 * refunded where it is right. Throws `incorrect_code`, LimitExceededError.
 */
const checkCode = async (deps: Needs, adminId: number, code: string, context: Context): Promise<UsedFactor> => {
  const refund = await guardCode(deps, adminId, context)
  const isTotp = code.length === TOTP_DIGITS
  const isRight = await (isTotp
    ? useTotp(deps.db.prisma, deps, { adminId, code, confirmed: true })
    : useRecoveryCode(deps.db.prisma, adminId, code))
  if (!isRight) throw new Problem('incorrect_code', { issues: [{ path: 'code', message: 'is wrong or was used' }] })
  await refund()
  return isTotp ? 'code' : 'recovery-code'
}

/**
 * Checks the second factor of an admin whose password was right: a code, or an answer of one of the admin's passkeys to a
 * challenge of the session, or of a login where `sessionId` is null.
 * Throws `second_factor_required`, `incorrect_code`, `passkey_refused`, LimitExceededError.
 */
export const checkSecondFactor = async (
  deps: Needs,
  { adminId, sessionId }: { adminId: number; sessionId: string | null },
  { code, passkey }: FactorProof,
  context: Context,
): Promise<UsedFactor> => {
  if (code !== undefined) return checkCode(deps, adminId, code, context)
  if (!passkey) throw new Problem('second_factor_required')
  const used = await usePasskey(deps, passkey, sessionId)
  if (used.adminId !== adminId) throw passkeyRefused()
  return 'passkey'
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

/** Whether an admin has an authenticator. */
export const hasTotp = async (tx: Tx, adminId: number): Promise<boolean> =>
  (await tx.adminTotp.count({ where: { adminId, confirmedAt: { not: null } } })) > 0

/** Whether an admin's logins need a second factor. */
export const hasSecondFactor = async (tx: Tx, adminId: number): Promise<boolean> =>
  (await hasTotp(tx, adminId)) || (await tx.adminPasskey.count({ where: { adminId } })) > 0
