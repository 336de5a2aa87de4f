import * as z from 'zod'
import * as endpoints from './endpoints/second-factor.ts'
import {
  plainSecondFactor,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
  TOTP_DIGITS,
} from './facts/second-factor.ts'
import { AdminId, Empty, emptyAsUndefined, Instant, submittedPassword } from './fields.ts'
import { Assertion } from './passkey-credential.ts'
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

export const newRecoveryCodes = z
  .array(z.string())
  .describe('each works once in place of a code. They are shown this once: keep them apart from the authenticator')

/** How the holder of a second factor confirms a call: by one of them, for admins who have one. */
export const factorProof = {
  code: emptyAsUndefined(secondFactorCode),
  passkey: Assertion.optional().describe('the result of `navigator.credentials.get`, in place of a code'),
}

/** Errors of a call that a code or a passkey confirms. */
export const factorProofErrors = ['second_factor_required', 'incorrect_code', 'passkey_refused'] as const

/** Errors of such a call that anybody may make. */
export const secondFactorErrors = [...factorProofErrors, 'too_many_attempts'] as const

const byId = z.object({ id: AdminId, currentPassword })

/** The second factor of an admin's login: a time-based code (RFC 6238) or a passkey, and recovery codes for their loss. */
export const secondFactor = {
  status: route(endpoints.secondFactor.status, {
    summary: 'Show whether your logins need a second factor',
    description: 'Since when an authenticator is set up, and how many passkeys and recovery codes there are.',
    input: z.object({}),
    output: z
      .object({
        since: Instant.nullable().describe('of the authenticator; null without one'),
        passkeys: z.int(),
        recoveryCodesLeft: z.int(),
      })
      .meta({ id: 'SecondFactor' }),
  }),
  begin: route(endpoints.secondFactor.begin, {
    summary: 'Begin to set an authenticator up',
    description:
      'Returns a new secret for an authenticator. Nothing changes until a code of it confirms it, within an hour. Where one is set up already, remove it first. Where you have a passkey, confirm by it or by a recovery code.',
    input: z.object({ currentPassword, ...factorProof }),
    output: z.object({
      secret: z.string().describe('base 32 (RFC 4648), for typing'),
      uri: z
        .string()
        .describe(
          'the same as an otpauth address, for a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format)',
        ),
    }),
    limited: true,
    errors: ['incorrect_password', 'second_factor_exists', ...factorProofErrors],
  }),
  confirm: route(endpoints.secondFactor.confirm, {
    summary: 'Confirm the new authenticator by a code of it',
    description: `From now on logins need a code. Returns ${RECOVERY_CODES} recovery codes. Your other sessions end.`,
    input: z.object({ code: authenticatorCode }),
    output: z.object({ recoveryCodes: newRecoveryCodes }),
    limited: true,
    errors: ['incorrect_code', 'second_factor_exists', 'second_factor_not_begun'],
  }),
  renewCodes: route(endpoints.secondFactor.renewCodes, {
    summary: 'Replace your recovery codes',
    description: 'The former ones stop working.',
    input: z.object({ currentPassword, ...factorProof }),
    output: z.object({ recoveryCodes: newRecoveryCodes }),
    limited: true,
    errors: ['incorrect_password', 'second_factor_not_set_up', ...factorProofErrors],
  }),
  remove: route(endpoints.secondFactor.remove, {
    summary: 'Remove your authenticator',
    description: 'Without a passkey the recovery codes go too, and logins need the password alone again.',
    input: z.object({ currentPassword, ...factorProof }),
    output: Empty,
    limited: true,
    errors: ['incorrect_password', 'second_factor_not_set_up', ...factorProofErrors],
  }),
  reset: route(endpoints.secondFactor.reset, {
    summary: "Remove another admin's second factor",
    description:
      'For an admin who has lost authenticator, passkeys and all recovery codes, which are removed. Its sessions end, and it is in the audit trail.',
    input: byId,
    output: Empty,
    limited: true,
    errors: ['admin_not_found', 'incorrect_password', 'second_factor_not_set_up'],
  }),
}
