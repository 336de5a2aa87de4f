import { randomBytes, randomInt } from 'node:crypto'
import {
  type contract,
  type HandlerInput,
  type HandlerResult,
  shownUserCode,
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
} from '@openauth/client'
import type { Context } from '../../handler.ts'
import { isUniqueViolation, type Statement } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { isConsoleFor } from '../../console-settings.ts'
import { Problem } from '../../errors.ts'
import { shownName } from '../../lib/shown-name.ts'
import { addressKey } from '../login/attempts.ts'
import { oneTimeDigest } from '../login/one-time.ts'

/** Seconds in which a code is typed and polled for (RFC 8628, section 5.1, advises a short time). */
const LIFETIME = 10 * 60
/** Seconds between two polls; the default of RFC 8628, section 3.2. */
const POLL_INTERVAL = 5
/** Codes that wait at once. With 20^8 codes, one in 2.5 million typed at random is then somebody's. */
const MOST_WAITING = 10_000
/** UTF-16 units of a machine's name. */
const LONGEST_NAME = 64

/** 256 random bits: a device code cannot be guessed (RFC 8628, section 5.2). */
const newDeviceCode = (): string => randomBytes(32).toString('base64url')

/** 34 random bits, which a person types; guesses are limited instead (RFC 8628, section 5.1). */
const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join('')

const insert: Statement = {
  name: 'device-login-start',
  text: `
    INSERT INTO "DeviceLogin" (id, "deviceDigest", "userDigest", "deviceName", ip, "userAgent", interval, "expiresAt")
    SELECT gen_random_uuid(), $1, $2, $3, $4, $5, ${POLL_INTERVAL}, now() + make_interval(secs => ${LIFETIME})
    WHERE (SELECT count(*) FROM "DeviceLogin" WHERE "expiresAt" > now()) < ${MOST_WAITING}
    RETURNING id`,
}

type Started = HandlerResult<typeof contract.deviceLogins.start>

/** Stores a new pair of codes. Tries again in the rare case that another device waits with the same user code. */
const store = async ({ db }: Pick<Platform, 'db'>, name: string | null, context: Context, tries = 3) => {
  const [deviceCode, userCode] = [newDeviceCode(), newUserCode()]
  const { ip, userAgent } = context
  const digests = [oneTimeDigest(deviceCode), oneTimeDigest(userCode)]
  try {
    const rows = await db.query(insert, [...digests, name, ip, userAgent])
    if (rows.length === 0) throw new Problem('too_many_device_logins', { retryAfter: 60 })
    return { deviceCode, userCode }
  } catch (error) {
    if (tries <= 1 || !isUniqueViolation(error)) throw error
    return store({ db }, name, context, tries - 1)
  }
}

/** Starts the login of a device. Throws `too_many_device_logins`, LimitExceededError. */
export const startDeviceLogin = async (
  { db, attempts, settings }: Pick<Platform, 'db' | 'attempts' | 'settings'>,
  { deviceName }: HandlerInput<typeof contract.deviceLogins.start>,
  context: Context,
): Promise<Started> => {
  await attempts.consume(['deviceStartByIp', addressKey(context.ip)])
  const { deviceCode, userCode } = await store({ db }, shownName(deviceName, LONGEST_NAME), context)
  return {
    deviceCode,
    userCode: shownUserCode(userCode),
    verificationUri: isConsoleFor(settings, context.message) ? `${settings.publicUrl}/console/device` : null,
    expiresIn: LIFETIME,
    interval: POLL_INTERVAL,
  }
}
