import { z } from 'zod'
import { Empty, Id, Instant, text, unless } from './fields.ts'
import { LoginResult } from './login.ts'
import { route } from './route.ts'

/** What `navigator.credentials` takes and gives, as JSON (WebAuthn level 3, section 5.1); looked into by the server. */
const Json = z.record(z.string(), z.unknown())

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
  list: route({
    method: 'GET',
    path: '/user/passkeys',
    auth: 'user',
    summary: "List the user's passkeys",
    input: z.object({}),
    output: z.array(Passkey),
  }),
  remove: route({
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    auth: 'user',
    summary: "Remove one of the user's passkeys, never the last way to log in",
    input: z.object({ id: z.string().max(1400) }),
    output: Empty,
    errors: ['passkey_not_found', 'last_identity'],
  }),
  registerOptions: route({
    method: 'POST',
    path: '/user/passkeys/register/options',
    auth: 'user',
    summary: 'Begin to register a passkey: options for navigator.credentials.create',
    input: z.object({ uri }),
    output: Json,
    errors: ['login_method_disabled', 'origin_not_allowed'],
  }),
  registerVerify: route({
    method: 'POST',
    path: '/user/passkeys/register/verify',
    auth: 'user',
    summary: 'Finish to register a passkey',
    input: z.object({ response: Json, name: unless(text(1, 64)) }),
    output: Passkey,
    errors: ['login_method_disabled', 'passkey_refused'],
  }),
  loginOptions: route({
    method: 'POST',
    path: '/user/passkeys/login/options',
    auth: 'public',
    summary: 'Begin a login with a passkey: options for navigator.credentials.get',
    input: z.object({ appId: Id, uri }),
    output: Json,
    errors: ['app_not_found', 'login_method_disabled', 'origin_not_allowed', 'too_many_attempts'],
  }),
  loginVerify: route({
    method: 'POST',
    path: '/user/passkeys/login/verify',
    auth: 'public',
    summary: 'Log in with a passkey',
    input: z.object({ appId: Id, response: Json }),
    output: LoginResult,
    errors: ['app_not_found', 'login_method_disabled', 'passkey_refused', 'user_disabled', 'too_many_attempts'],
  }),
}
