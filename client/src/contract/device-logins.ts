import * as z from 'zod'
import * as endpoints from './endpoints/device-logins.ts'
import { plainUserCode, USER_CODE_LENGTH, USER_CODE_LETTERS } from './facts/device-logins.ts'
import { Empty, emptyAsUndefined, Id, Instant, submittedPassword } from './fields.ts'
import { route } from './route.ts'

/** The letters among which anything else may stand: what is accepted, before it is normalized. */
const typedCode = `^[^A-Za-z]*(?:[${USER_CODE_LETTERS}${USER_CODE_LETTERS.toLowerCase()}][^A-Za-z]*){${USER_CODE_LENGTH}}$`

const userCode = z
  .string()
  .max(32)
  .overwrite(plainUserCode)
  .regex(
    new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`),
    `must have ${USER_CODE_LENGTH} letters, as the terminal shows them`,
  )
  .meta({ pattern: typedCode, description: 'as the terminal shows it, such as BCDF-GHJK' })

const currentPassword = emptyAsUndefined(submittedPassword(0)).describe(
  'your own password; required unless your session began by password within the last 15 minutes',
)

export const DeviceLogin = z
  .object({
    id: Id,
    deviceName: z.string().nullable().describe('what the machine that asks calls itself; it can claim anything'),
    ip: z.string().describe('the address that asks'),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    expiresAt: Instant,
    needsPassword: z.boolean().describe('whether an approval needs `currentPassword`'),
  })
  .meta({ id: 'DeviceLogin' })

/** Admin logins of a command line by a code that an admin approves in the console (RFC 8628). */
export const deviceLogins = {
  start: route(endpoints.deviceLogins.start, {
    reader: 'Operators',
    summary: 'Start the login of a device by a code',
    description:
      'Device authorization (RFC 8628). Show `userCode` and `verificationUri` to the person, who signs in to the console there and types ' +
      'the code. Meanwhile poll with `deviceCode`, which is a secret, no more often than every `interval` seconds. Both codes end with `expiresIn`.',
    input: z.object({
      deviceName: emptyAsUndefined(z.string().max(256)).describe(
        'what the machine is called, which whoever approves is shown; control and invisible characters are removed',
      ),
    }),
    output: z.object({
      deviceCode: z.string(),
      userCode: z.string().describe('such as BCDF-GHJK'),
      verificationUri: z
        .string()
        .nullable()
        .describe('where the console asks for the code; null where this server serves no console'),
      expiresIn: z.int().describe('seconds'),
      interval: z.int().describe('seconds'),
    }),
    status: 201,
    errors: ['too_many_device_logins'],
  }),
  poll: route(endpoints.deviceLogins.poll, {
    reader: 'Operators',
    summary: 'Ask whether the login of a device is approved',
    description:
      'Returns an admin token once, after the approval. Until then the error is `authorization_pending`; `slow_down` asks to wait 5 seconds ' +
      'longer between calls from then on. `access_denied` and `expired_token` are final.',
    input: z.object({ deviceCode: z.string().max(128) }),
    output: z.object({ token: z.string(), username: z.string() }),
    errors: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'],
  }),
  show: route(endpoints.deviceLogins.show, {
    summary: 'Show the device that waits for approval of a code',
    description:
      'Returns which machine asks for an admin session, from which address and since when. Approve it only if you have started it yourself.',
    input: z.object({ userCode }),
    output: DeviceLogin,
    limited: true,
    errors: ['device_login_not_found'],
  }),
  approve: route(endpoints.deviceLogins.approve, {
    summary: 'Approve the login of a device: it gets a session with all your rights',
    description:
      'The code is used up. The session is listed among yours, with the name of the machine. It is not issued if yours ends before the device asks for it.',
    input: z.object({ id: Id, userCode, currentPassword }),
    output: Empty,
    limited: true,
    errors: ['device_login_not_found', 'incorrect_password', 'fresh_login_required'],
  }),
  deny: route(endpoints.deviceLogins.deny, {
    summary: 'Deny the login of a device',
    description: 'The code is used up, and the device is told that it was denied.',
    input: z.object({ id: Id, userCode }),
    output: Empty,
    limited: true,
    errors: ['device_login_not_found'],
  }),
}
