import { randomUUID } from 'node:crypto'
import type { contract, HandlerResult } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Statement, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Place } from '../../lib/places.ts'
import { IDLE_LIMIT, latestSessionEnd } from '../admins/sessions.ts'
import { record } from '../audit/record.ts'
import { addressKey } from '../login/attempts.ts'
import { oneTimeDigest } from '../login/one-time.ts'

interface Polled {
  id: string
  /** Whether it was polled again before its interval was over. */
  isEarly: boolean
  isDenied: boolean
  adminId: number | null
}

/** RFC 8628, section 3.5: a device that is told to slow down waits 5 seconds longer from then on. */
const SLOW_DOWN = 5

/** Counts the poll, and reads the state, in one statement: of two polls at once the second is early. */
const poll: Statement = {
  name: 'device-login-poll',
  text: `
    WITH seen AS (
      SELECT id, "lastPolledAt" + make_interval(secs => interval) > clock_timestamp() AS early
      FROM "DeviceLogin" WHERE "deviceDigest" = $1 AND "expiresAt" > now() FOR NO KEY UPDATE
    )
    UPDATE "DeviceLogin" d SET
      "lastPolledAt" = clock_timestamp(),
      interval = d.interval + CASE WHEN seen.early THEN ${SLOW_DOWN} ELSE 0 END
    FROM seen WHERE d.id = seen.id
    RETURNING d.id, coalesce(seen.early, false) AS "isEarly", d."deniedAt" IS NOT NULL AS "isDenied",
      (SELECT "adminId" FROM "AdminSession" s WHERE s.id = d."sessionId") AS "adminId"`,
}

interface Issued {
  username: string
  deviceName: string | null
}

/**
 * Turns an approval into a session. The admin's row is locked first, as by a change of the password, which ends the approving session and
 * so the approval; the row of the device is deleted by the statement that makes the session, so that of two polls one gets it.
 */
const issue = async (
  tx: Tx,
  { id, adminId }: Polled,
  sessionId: string,
  { ip, userAgent, country, city }: Pick<Context, 'ip' | 'userAgent'> & Place,
) => {
  const admins = await tx.$queryRaw<{ username: string }[]>`
    SELECT username FROM "Admin" WHERE id = ${adminId} AND "deletedAt" IS NULL FOR NO KEY UPDATE`
  const [admin] = admins
  if (!admin) return undefined
  const [made] = await tx.$queryRaw<Pick<Issued, 'deviceName'>[]>`
    WITH used AS (
      DELETE FROM "DeviceLogin" d USING "AdminSession" s
      WHERE d.id = ${id}::uuid AND s.id = d."sessionId" AND s."adminId" = ${adminId} AND s."expiresAt" > now()
        AND d."deniedAt" IS NULL AND d."expiresAt" > now()
      RETURNING d."deviceName"
    )
    INSERT INTO "AdminSession" (id, "adminId", ip, country, city, "userAgent", "deviceName", "expiresAt")
    SELECT ${sessionId}::uuid, ${adminId}, ${ip}, ${country}, ${city}, ${userAgent}, coalesce(used."deviceName", ''),
      now() + make_interval(secs => ${IDLE_LIMIT}::int)
    FROM used RETURNING "deviceName"`
  return made && { ...admin, ...made }
}

/** Answers a poll of a device. Throws the errors of RFC 8628, section 3.5, LimitExceededError. */
export const pollDeviceLogin = async (
  { db, attempts, tokens, findPlace }: Pick<Platform, 'db' | 'attempts' | 'tokens' | 'findPlace'>,
  deviceCode: string,
  context: Context,
): Promise<HandlerResult<typeof contract.deviceLogins.poll>> => {
  await attempts.consume(['devicePollByIp', addressKey(context.ip)])
  const [polled] = await db.query<Polled>(poll, [oneTimeDigest(deviceCode)])
  if (!polled) throw new Problem('expired_token')
  if (polled.isDenied) throw new Problem('access_denied')
  if (polled.isEarly) throw new Problem('slow_down')
  const { adminId } = polled
  if (adminId === null) throw new Problem('authorization_pending')
  const sessionId = randomUUID()
  const issued = await db.transaction(async (tx) => {
    const made = await issue(tx, polled, sessionId, { ...context, ...findPlace(context.ip) })
    const by = { actor: 'admin', actorId: String(adminId) } as const
    if (made)
      await record(tx, context, {
        action: 'admin.device-login',
        by,
        targetId: String(adminId),
        details: { sessionId, deviceName: made.deviceName },
      })
    return made
  })
  if (!issued) throw new Problem('expired_token')
  return { token: await tokens.signAdmin({ adminId, sessionId }, latestSessionEnd()), username: issued.username }
}
