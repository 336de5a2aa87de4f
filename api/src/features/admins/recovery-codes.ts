import { randomInt } from 'node:crypto'
import { RECOVERY_CODES, RECOVERY_LENGTH, RECOVERY_LETTERS, shownRecoveryCode } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { oneTimeDigest } from '../login/one-time.ts'

const newCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join('')

/** Replaces an admin's recovery codes, and returns the new ones as they are shown. Only their digests are stored. */
export const replaceRecoveryCodes = async (tx: Tx, adminId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.adminRecoveryCode.deleteMany({ where: { adminId } })
  await tx.adminRecoveryCode.createMany({ data: codes.map((code) => ({ adminId, digest: oneTimeDigest(code) })) })
  return codes.map(shownRecoveryCode)
}

/** Removes the recovery codes of an admin who has no second factor any more. */
export const dropUnneededCodes = (tx: Tx, adminId: number) => tx.$executeRaw`
  DELETE FROM "AdminRecoveryCode" WHERE "adminId" = ${adminId}
    AND NOT EXISTS (SELECT 1 FROM "AdminTotp" WHERE "adminId" = ${adminId} AND "confirmedAt" IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM "AdminPasskey" WHERE "adminId" = ${adminId})`

/** Uses a recovery code up; false for one that is wrong or used. One statement: of several calls at once one succeeds. */
export const useRecoveryCode = async (tx: Tx, adminId: number, code: string): Promise<boolean> =>
  (await tx.adminRecoveryCode.deleteMany({ where: { adminId, digest: oneTimeDigest(code) } })).count > 0
