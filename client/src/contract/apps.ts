import * as z from 'zod'
import { expectedUpdatedAt } from './cursors.ts'
import { Brand, BrandChanges } from './brand.ts'
import * as endpoints from './endpoints/apps.ts'
import {
  clearable,
  decimal,
  Empty,
  flag,
  HttpUrl,
  Id,
  Instant,
  name as nameText,
  Origin,
  OverlapSeconds,
  visibleText,
} from './fields.ts'
import { clientIdNames, credentialNames } from './providers.ts'
import { newNameErrors } from './errors.ts'
import { appSecretForm } from './facts/app-secrets.ts'
import { switchNames } from './facts/apps.ts'
import { MAX_DELETION_GRACE } from './facts/privacy.ts'
import { route } from './route.ts'
import { isMark, storedSecret } from './stored-secrets.ts'

const each = <N extends string, T extends z.ZodType>(names: readonly N[], schema: T) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, T>

const name = nameText(1, 64)
const setting = z.string().trim().max(8192)
const credential = setting.refine((text) => !isMark(text), 'is the mark that stands for a stored secret, not a secret')

/** The settings of the app's clients at its providers; null and an empty text stand for none. */
export const ProviderSettings = z.object({
  ...each(clientIdNames, clearable(setting)),
  ...each(credentialNames, clearable(credential)),
})

const documentVersion = visibleText(1, 40)

const nullableText = { description: clearable(visibleText(1, 1000)), logoUrl: clearable(HttpUrl) }

/** The settings that an admin can change. */
const editable = {
  name,
  ...nullableText,
  termsUrl: clearable(HttpUrl).describe('the terms of the app; they count with a version only'),
  termsVersion: clearable(documentVersion).describe('such as 2026-11; users are asked to accept another one anew'),
  privacyUrl: clearable(HttpUrl).describe('the privacy policy; it counts with a version only'),
  privacyVersion: clearable(documentVersion).describe('of the privacy policy'),
  ...each(switchNames, flag(z.boolean())),
  jwtTTL: decimal(
    z.int().min(0).max(315_360_000).describe("seconds of a sliding session; 0 is the server's default, 30 days"),
  ),
  credentialDelaySeconds: decimal(
    z
      .int()
      .min(0)
      .max(2_592_000)
      .describe('how long a new way to log in confirms no account change; a day from the start'),
  ),
  deletionGraceSeconds: decimal(
    z
      .int()
      .min(0)
      .max(MAX_DELETION_GRACE)
      .describe('how long a user who asked for the deletion of the account can cancel it; a week from the start'),
  ),
  telegramMaxAgeSeconds: decimal(z.int().min(30).max(2_592_000).describe('how old Telegram init data may be')),
  redirectOrigins: z
    .array(Origin)
    .max(100)
    .describe('exact origins of the pages that log users in, such as https://example.com'),
  brand: BrandChanges.nullable().describe(
    "names, texts, colour and pictures of the players' front end: missing fields stay, null clears",
  ),
  ...ProviderSettings.shape,
}

export const App = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    logoUrl: z.string().nullable(),
    termsUrl: z.string().nullable(),
    termsVersion: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    privacyVersion: z.string().nullable(),
    ...each(switchNames, z.boolean()),
    jwtTTL: z.int(),
    credentialDelaySeconds: z.int(),
    deletionGraceSeconds: z.int(),
    telegramMaxAgeSeconds: z.int(),
    redirectOrigins: z.array(z.string()),
    brand: Brand,
    ...each(clientIdNames, z.string().nullable()),
    ...each(credentialNames, storedSecret(z.string().nullable())),
    createdAt: Instant,
    updatedAt: Instant.describe('of the settings'),
  })
  .meta({ id: 'App' })
export type App = z.input<typeof App>

const byId = z.object({ id: Id })

export const apps = {
  list: route(endpoints.apps.list, {
    summary: 'List apps by name',
    description: 'Every app of the server with its settings. Credentials of providers are included.',
    input: z.object({}),
    output: z.array(App),
  }),
  create: route(endpoints.apps.create, {
    summary: 'Create an app',
    description:
      'The app starts with username login switched on and all other login methods off. Its secret is read with `apps.secret`.',
    input: z.object({ name }),
    output: App,
    status: 201,
    errors: ['app_exists', ...newNameErrors],
  }),
  get: route(endpoints.apps.get, {
    summary: 'Show an app',
    description: 'Returns one app with its settings and the credentials that it has at providers.',
    input: byId,
    output: App,
    errors: ['app_not_found'],
  }),
  update: route(endpoints.apps.update, {
    summary: "Change an app's settings; missing fields stay, null clears",
    description:
      'Settings apply to the next call. A login method also needs the settings of its provider before it works.',
    input: byId.extend({ ...z.object(editable).partial().shape, expectedUpdatedAt }),
    output: App,
    errors: ['app_not_found', 'app_exists', 'changed_meanwhile', ...newNameErrors],
  }),
  duplicate: route(endpoints.apps.duplicate, {
    summary: 'Create an app with the settings of another',
    description:
      'Copies switches, times, texts, origins, brand, wallet policy and known tokens. Does not copy what belongs to one app alone: ' +
      'users, app secrets, and the client ids and credentials at providers.',
    input: byId.extend({ name }),
    output: App,
    status: 201,
    errors: ['app_not_found', 'app_exists', ...newNameErrors],
  }),
  delete: route(endpoints.apps.delete, {
    summary: "Delete an app; its secret and its users' tokens stop at once",
    description: 'The users stay in the database but no call can reach them. Another app can take the name.',
    input: byId,
    output: Empty,
    errors: ['app_not_found'],
  }),
  secret: route(endpoints.apps.secret, {
    summary: 'Reveal the app secret and the public key that verifies user tokens; the reveal is audited',
    description:
      "The app secret is the credential of the partner's server. Partners verify user tokens offline with the public key, or with `/.well-known/jwks.json`, which also has the keys before and after a rotation.",
    input: byId,
    output: z.object({
      appSecret: z.string().describe(`${appSecretForm}: the bearer credential of the app group`),
      jwtSecret: z.string().describe('PEM (SPKI) of the Ed25519 key that signs user tokens now'),
    }),
    errors: ['app_not_found'],
  }),
  rotateSecret: route(endpoints.apps.rotateSecret, {
    summary: 'Rotate the app secret; the old one stays valid for the overlap, at most ten secrets at a time',
    description:
      "Choose the overlap that the partner's servers need to switch. With 0 the old secret is invalid at once.",
    input: byId.extend({
      overlapSeconds: OverlapSeconds,
    }),
    output: z.object({ appSecret: z.string(), previousExpiresAt: Instant }),
    errors: ['app_not_found'],
  }),
}
