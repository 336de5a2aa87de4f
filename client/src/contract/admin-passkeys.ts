import * as z from 'zod'
import * as endpoints from './endpoints/admin-passkeys.ts'
import { Empty, emptyAsUndefined, Id, Instant, submittedPassword, text } from './fields.ts'
import { Registration } from './passkey-credential.ts'
import { route } from './route.ts'
import { factorProof, factorProofErrors, newRecoveryCodes } from './second-factor.ts'

/** Options of `navigator.credentials` as JSON (WebAuthn level 3, section 5.1). */
export const PasskeyOptions = z.record(z.string(), z.unknown())

export const AdminPasskey = z
  .object({
    id: Id,
    name: z.string(),
    rpId: z.string().describe('the host of the console that it was made for, and works at'),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'AdminPasskey' })

const name = text(1, 64)
const currentPassword = submittedPassword(0).describe('your own password')

/** Passkeys of admins (WebAuthn): each signs in alone, and is a second factor beside the password. */
export const adminPasskeys = {
  list: route(endpoints.adminPasskeys.list, {
    summary: 'List your passkeys',
    description: 'Each with the name that you gave it, and when it was last used.',
    input: z.object({}),
    output: z.array(AdminPasskey),
  }),
  registerOptions: route(endpoints.adminPasskeys.registerOptions, {
    summary: 'Begin to register a passkey: options for navigator.credentials.create',
    description:
      'Needs your password, and a code or a passkey where you have a second factor. Works for the console in a browser only.',
    input: z.object({ currentPassword, ...factorProof }),
    output: PasskeyOptions,
    limited: true,
    errors: ['incorrect_password', 'too_many_passkeys', 'passkey_needs_console', ...factorProofErrors],
  }),
  register: route(endpoints.adminPasskeys.register, {
    summary: 'Finish to register a passkey',
    description:
      'Takes the result of `navigator.credentials.create`. A first second factor ends your other sessions, and comes with recovery codes: from then on the password alone signs nobody in.',
    input: z.object({ response: Registration, name: emptyAsUndefined(name) }),
    output: z.object({ passkey: AdminPasskey, recoveryCodes: newRecoveryCodes.nullable() }),
    status: 201,
    limited: true,
    errors: ['passkey_refused', 'too_many_passkeys'],
  }),
  confirmOptions: route(endpoints.adminPasskeys.confirmOptions, {
    summary: 'Begin to confirm a change by a passkey: options for navigator.credentials.get',
    description: 'The result is the `passkey` of a call that asks for a code or a passkey, in this session.',
    input: z.object({}),
    output: PasskeyOptions,
    limited: true,
    errors: ['passkey_needs_console'],
  }),
  rename: route(endpoints.adminPasskeys.rename, {
    summary: 'Rename one of your passkeys',
    description: 'Names are for you alone.',
    input: z.object({ id: Id, name }),
    output: AdminPasskey,
    errors: ['passkey_not_found'],
  }),
  remove: route(endpoints.adminPasskeys.remove, {
    summary: 'Remove one of your passkeys',
    description:
      'It signs nobody in from now on, and your other sessions end. With the last second factor the recovery codes go: logins need the password alone again.',
    input: z.object({ id: Id, currentPassword, ...factorProof }),
    output: Empty,
    limited: true,
    errors: ['incorrect_password', 'passkey_not_found', ...factorProofErrors],
  }),
}
