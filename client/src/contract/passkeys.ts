import * as z from 'zod'
import * as endpoints from './endpoints/passkeys.ts'
import { Empty, Id, Instant, text, emptyAsUndefined } from './fields.ts'
import { LoginResult } from './login.ts'
import { Assertion, Registration } from './passkey-credential.ts'
import { passkeyPurpose } from './purpose.ts'
import { reauthenticated, reauthenticatedErrors } from './reauthentication.ts'
import { route } from './route.ts'

/** Options of `navigator.credentials` as JSON (WebAuthn level 3, section 5.1). */
const Options = z.record(z.string(), z.unknown())

export const Passkey = z
  .object({
    id: z.string().describe('the credential id, base64url'),
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Passkey' })

const uri = z.string().max(2048).describe("the address of the page that asks; its origin is on the app's list")

/** Passkeys (WebAuthn): a user registers one while logged in, and logs in with it from then on. */
export const passkeys = {
  list: route(endpoints.passkeys.list, {
    summary: "List the user's passkeys",
    description: 'Every passkey with the name that the user gave it and when it was last used.',
    input: z.object({}),
    output: z.array(Passkey),
  }),
  remove: route(endpoints.passkeys.remove, {
    // Not DELETE, whose input is in the query: a reauthentication token must not be in a URL.
    summary: "Remove one of the user's passkeys, never the last way to log in",
    description: 'A login with the passkey is refused from now on.',
    input: z.object({ id: z.string().max(1400), ...reauthenticated }),
    output: Empty,
    errors: ['passkey_not_found', 'last_identity', 'removal_too_early', ...reauthenticatedErrors],
  }),
  registerOptions: route(endpoints.passkeys.registerOptions, {
    summary: 'Begin to register a passkey: options for navigator.credentials.create',
    description: 'The options hold a challenge that works once, within minutes.',
    input: z.object({ uri, ...reauthenticated }),
    output: Options,
    errors: [
      'login_method_disabled',
      'origin_not_allowed',
      'too_many_passkeys',
      'too_many_attempts',
      ...reauthenticatedErrors,
    ],
  }),
  registerVerify: route(endpoints.passkeys.registerVerify, {
    summary: 'Finish to register a passkey',
    description: "Takes the result of `navigator.credentials.create` and stores the passkey's public key.",
    input: z.object({ response: Registration, name: emptyAsUndefined(text(1, 64)) }),
    output: Passkey,
    errors: ['login_method_disabled', 'passkey_refused', 'too_many_passkeys'],
  }),
  loginOptions: route(endpoints.passkeys.loginOptions, {
    optionalUser: true,
    summary: 'Begin a login or a reauthentication with a passkey: options for navigator.credentials.get',
    description: 'The options name no account: the browser offers the passkeys that it has for this site.',
    input: z.object({ appId: Id, uri, purpose: passkeyPurpose }),
    output: Options,
    errors: ['app_not_found', 'login_method_disabled', 'origin_not_allowed', 'too_many_attempts', 'unauthorized'],
  }),
  loginVerify: route(endpoints.passkeys.loginVerify, {
    summary: 'Log in with a passkey',
    description: 'Takes the result of `navigator.credentials.get` and returns the token of a new session.',
    input: z.object({ appId: Id, response: Assertion }),
    output: LoginResult,
    errors: ['app_not_found', 'login_method_disabled', 'passkey_refused', 'user_disabled', 'too_many_attempts'],
  }),
}
