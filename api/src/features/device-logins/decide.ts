import { timingSafeEqual } from 'node:crypto'
import type { AdminIdentity, Context } from '../../handler.ts'
import { isForeignKeyViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { requireCurrentPassword } from '../admins/current-password.ts'
import { record } from '../audit/record.ts'
import { addressKey } from '../login/attempts.ts'
import { oneTimeDigest } from '../login/one-time.ts'

type AdminContext = Context<AdminIdentity>

/** How long after a login by password a session may approve devices without the password. Milliseconds. */
const FRESH_FOR = 15 * 60_000

const waiting = () => ({ deniedAt: null, sessionId: null, expiresAt: { gt: new Date() } })

/** Whether the caller must give the password: the session is old, or began by a code itself, which would breed sessions. */
const needsPassword = async ({ db }: Pick<Platform, 'db'>, { identity }: AdminContext): Promise<boolean> => {
  const session = await db.prisma.adminSession.findUnique({ where: { id: identity.sessionId } })
  if (!session) throw new Problem('unauthorized')
  return session.deviceName !== null || session.createdAt.getTime() < Date.now() - FRESH_FOR
}

/**
 * Finds the device that waits with a code. Each code that is typed is counted, so that nobody finds the codes of others by
 * guessing; the right one is refunded. Throws `device_login_not_found`, LimitExceededError.
 */
const findWaiting = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  userCode: string,
  { identity, ip }: AdminContext,
) => {
  const counters = [
    ['deviceCodeByAdmin', String(identity.adminId)],
    ['deviceCodeByIp', addressKey(ip)],
  ] as const
  await attempts.consume(...counters)
  const userDigest = oneTimeDigest(userCode)
  const found = await db.prisma.deviceLogin.findFirst({ where: { userDigest, ...waiting() } })
  if (!found || !timingSafeEqual(found.userDigest, userDigest)) throw new Problem('device_login_not_found')
  await attempts.refund(...counters)
  return found
}

/** Shows the device that waits with a code. */
export const showDeviceLogin = async (
  deps: Pick<Platform, 'db' | 'attempts'>,
  userCode: string,
  context: AdminContext,
) => ({
  ...(await findWaiting(deps, userCode, context)),
  needsPassword: await needsPassword(deps, context),
})

interface Decided {
  id: string
  userCode: string
}

/** Of several decisions about a device one is made: the statement has an effect only while it waits. */
const decide = async (
  { db }: Pick<Platform, 'db'>,
  { id, userCode }: Decided,
  change: { sessionId: string } | { deniedAt: Date },
  note: (tx: Tx, device: { deviceName: string | null; ip: string }) => Promise<void>,
): Promise<void> =>
  db
    .transaction(async (tx) => {
      const [device] = await tx.deviceLogin.updateManyAndReturn({
        where: { id, userDigest: oneTimeDigest(userCode), ...waiting() },
        data: change,
      })
      if (!device) throw new Problem('device_login_not_found')
      await note(tx, device)
    })
    // The session that approves has ended since the call began.
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new Problem('unauthorized') : error
    })

/** Approves the device that waits with this id and this code: what was shown is what is approved. */
export const approveDeviceLogin = async (
  deps: Pick<Platform, 'db' | 'attempts'>,
  decided: Decided & { currentPassword?: string | undefined },
  context: AdminContext,
): Promise<void> => {
  const { userCode, currentPassword } = decided
  await findWaiting(deps, userCode, context)
  if (currentPassword !== undefined) await requireCurrentPassword(deps, context, currentPassword)
  else if (await needsPassword(deps, context)) throw new Problem('fresh_login_required')
  await decide(deps, decided, { sessionId: context.identity.sessionId }, (tx, { deviceName, ip }) =>
    record(tx, context, {
      action: 'device-login.approve',
      targetId: decided.id,
      details: { deviceName, deviceAddress: ip },
    }),
  )
}

/** Denies it. The device is told so when it asks next. */
export const denyDeviceLogin = async (
  deps: Pick<Platform, 'db' | 'attempts'>,
  decided: Decided,
  context: AdminContext,
): Promise<void> => {
  await findWaiting(deps, decided.userCode, context)
  await decide(deps, decided, { deniedAt: new Date() }, (tx, { deviceName, ip }) =>
    record(tx, context, {
      action: 'device-login.deny',
      targetId: decided.id,
      details: { deviceName, deviceAddress: ip },
    }),
  )
}
