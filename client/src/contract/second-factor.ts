import { z } from 'zod'
import * as endpoints from './endpoints/second-factor.ts'
import {
  plainSecondFactor,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
  TOTP_DIGITS,
} from './facts/second-factor.ts'
import { AdminId, Empty, Instant, submittedPassword } from './fields.ts'
import { route } from './route.ts'

/** What is accepted, before it is normalized: people type spaces and hyphens. */
const typedForm = (letter: string, length: number): string => `(?:[\\s-]*${letter}){${length}}`

const typed = z.string().max(64).overwrite(plainSecondFactor)

/** A code of an authenticator, or a recovery code, as a person types it. */
export const secondFactorCode = typed
  .regex(
    new RegExp(`^(?:[0-9]{${TOTP_DIGITS}}|[${RECOVERY_LETTERS}]{${RECOVERY_LENGTH}})$`),
    `must be the ${TOTP_DIGITS} digits of your authenticator, or a recovery code`,
  )
  .meta({
    pattern: `^(?:${typedForm('[0-9]', TOTP_DIGITS)}|${typedForm('[0-9A-Za-z]', RECOVERY_LENGTH)})[\\s-]*$`,
    description: `the ${TOTP_DIGITS} digits that the authenticator shows, or a recovery code, which works once`,
  })

const authenticatorCode = typed
  .regex(new RegExp(`^[0-9]{${TOTP_DIGITS}}$`), `must be the ${TOTP_DIGITS} digits of your authenticator`)
  .meta({
    pattern: `^${typedForm('[0-9]', TOTP_DIGITS)}[\\s-]*$`,
    description: `the ${TOTP_DIGITS} digits that the authenticator shows`,
  })

const currentPassword = submittedPassword(0).describe('your own password')

const recoveryCodes = z
  .array(z.string())
  .describe('each works once in place of a code. They are shown this once: keep them apart from the authenticator')

/** Errors of a call that a code confirms. */
export const secondFactorErrors = ['second_factor_required', 'incorrect_code', 'too_many_attempts'] as const

const byId = z.object({ id: AdminId, currentPassword })

/** The second factor of an admin's login: a time-based code (RFC 6238), and recovery codes for its loss. */
export const secondFactor = {
  status: route(endpoints.secondFactor.status, {
    summary: 'Show whether your logins need a second factor',
    description: 'Since when an authenticator is set up, and how many recovery codes are left.',
    input: z.object({}),
    output: z.object({ since: Instant.nullable(), recoveryCodesLeft: z.int() }).meta({ id: 'SecondFactor' }),
  }),
  begin: route(endpoints.secondFactor.begin, {
    summary: 'Begin to set an authenticator up',
    description:
      'Returns a new secret for an authenticator. Nothing changes until a code of it confirms it, within an hour. Where one is set up already, remove it first.',
    input: z.object({ currentPassword }),
    output: z.object({
      secret: z.string().describe('base 32 (RFC 4648), for typing'),
      uri: z
        .string()
        .describe(
          'the same as an otpauth address, for a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format)',
        ),
    }),
    limited: true,
    errors: ['incorrect_password', 'second_factor_exists'],
  }),
  confirm: route(endpoints.secondFactor.confirm, {
    summary: 'Confirm the new authenticator by a code of it',
    description: `From now on logins need a code. Returns ${RECOVERY_CODES} recovery codes. Your other sessions end.`,
    input: z.object({ code: authenticatorCode }),
    output: z.object({ recoveryCodes }),
    limited: true,
    errors: ['incorrect_code', 'second_factor_exists', 'second_factor_not_begun'],
  }),
  renewCodes: route(endpoints.secondFactor.renewCodes, {
    summary: 'Replace your recovery codes',
    description: 'The former ones stop working.',
    input: z.object({ currentPassword, code: secondFactorCode }),
    output: z.object({ recoveryCodes }),
    limited: true,
    errors: ['incorrect_password', 'incorrect_code', 'second_factor_not_set_up'],
  }),
  remove: route(endpoints.secondFactor.remove, {
    summary: 'Remove your authenticator and your recovery codes',
    description: 'Logins need the password alone again.',
    input: z.object({ currentPassword, code: secondFactorCode }),
    output: Empty,
    limited: true,
    errors: ['incorrect_password', 'incorrect_code', 'second_factor_not_set_up'],
  }),
  reset: route(endpoints.secondFactor.reset, {
    summary: "Remove another admin's second factor",
    description:
      'For an admin who has lost the authenticator and all recovery codes. Its sessions end, and it is in the audit trail.',
    input: byId,
    output: Empty,
    limited: true,
    errors: ['admin_not_found', 'incorrect_password', 'second_factor_not_set_up'],
  }),
}
