import * as z from 'zod'
import * as endpoints from './endpoints/app-secrets.ts'
import { appSecretForm, appSecretKinds } from './facts/app-secrets.ts'
import { Empty, Id, Instant, name, OverlapSeconds } from './fields.ts'
import { route } from './route.ts'

export const AppSecret = z
  .object({
    id: Id.describe('the id by which transactions and the audit refer to it'),
    kind: z.enum(appSecretKinds).describe('what it gives access to: every call, or only calls that read'),
    name: z.string().nullable().describe('the name of a read secret; null for full secrets'),
    lastFour: z.string().nullable().describe('its last four characters; null for secrets of older versions'),
    createdAt: Instant,
    createdBy: z.string().nullable().describe('the username of the admin who created it; null if the server did'),
    lastUsedAt: Instant.nullable().describe('when a call last used it, to the minute; null if none did'),
    expiresAt: Instant.nullable().describe('when a rotated secret expires; null for secrets in use'),
  })
  .meta({ id: 'AppSecret' })
export type AppSecret = z.input<typeof AppSecret>

const appId = Id.describe('the app')

const NewAppSecret = AppSecret.extend({
  appSecret: z.string().describe(`${appSecretForm}: the bearer credential; shown only in this answer`),
})

/** The secrets of an app, without their values. The group `apps` reveals and rotates the full one. */
export const appSecrets = {
  list: route(endpoints.appSecrets.list, {
    summary: 'List the valid secrets of an app without their values, newest first',
    description:
      'One is the current full secret. The others are read secrets, and rotated secrets that are still valid.',
    input: z.object({ appId }),
    output: z.array(AppSecret),
    errors: ['app_not_found'],
  }),
  create: route(endpoints.appSecrets.create, {
    summary: 'Create a read secret; it is shown once',
    description:
      'For servers that look users up, read wallets or verify tokens: calls that change or sign anything refuse it with ' +
      '`read_secret`. An app has ten of them at most. The full secret comes with the app and is replaced by a rotation.',
    input: z.object({
      appId,
      kind: z.literal('read').default('read').describe('the only kind that this call creates'),
      name: name(1, 64).describe('a name, such as the server that uses it'),
    }),
    output: NewAppSecret.meta({ id: 'NewAppSecret' }),
    status: 201,
    errors: ['app_not_found', 'too_many_secrets'],
  }),
  rotate: route(endpoints.appSecrets.rotate, {
    summary: 'Replace a secret by a new one of the same kind and name; the old one stays valid for the overlap',
    description:
      'Switch its users to the new secret, see by `lastUsedAt` that nothing uses the old one, and revoke that or let it ' +
      'expire. Works for read secrets and for the current full secret.',
    input: z.object({ appId, secretId: Id.describe('the secret'), overlapSeconds: OverlapSeconds }),
    output: NewAppSecret.extend({
      previousExpiresAt: Instant.describe('when the replaced secret expires'),
    }).meta({ id: 'RotatedAppSecret' }),
    errors: ['app_not_found', 'app_secret_not_found', 'secret_rotated', 'too_many_secrets'],
  }),
  revoke: route(endpoints.appSecrets.revoke, {
    summary: 'Revoke a read secret or a rotated secret at once',
    description: 'The current full secret cannot be revoked. Rotate it instead, with or without an overlap.',
    input: z.object({ appId, secretId: Id.describe('the secret') }),
    output: Empty,
    errors: ['app_not_found', 'app_secret_not_found', 'current_secret'],
  }),
}
