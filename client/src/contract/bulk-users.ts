import * as z from 'zod'
import { BULK_USERS } from './facts/users.ts'
import { Email } from './credential-fields.ts'
import * as endpoints from './endpoints/admin-users.ts'
import { decimal, ExternalId, HttpUrl, Id, PastInstant, text, Username } from './fields.ts'
import { loginMethods, type Provider, providers } from './providers.ts'
import { route } from './route.ts'

/** Names that their owner could not log in with are refused; addresses of wallets are checked by the server. */
const subjectRules: Partial<Record<Provider, z.ZodType>> = { username: Username, email: Email }

/** A way to log in, as its provider knows the account. */
export const BulkIdentity = z
  .object({
    provider: z.enum(providers),
    subject: text(1, 512).describe(
      "the provider's id of the account; an e-mail address, a user name, an address of a wallet; of oidc the issuer, a blank, and the account's id",
    ),
    display: text(1, 320).nullish().describe('how people know the account; default: the subject'),
  })
  .superRefine(({ provider, subject }, context) => {
    const issue = subjectRules[provider]?.safeParse(subject).error?.issues[0]?.message
    if (issue) context.addIssue({ code: 'custom', path: ['subject'], message: issue })
  })

/** Half a surrogate pair, which the database cannot store. */
const HALF_PAIR = /\p{Cs}/u

const unstorable = (value: object, path: PropertyKey[] = []): PropertyKey[] | undefined => {
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string' && HALF_PAIR.test(entry)) return [...path, key]
    const found = entry instanceof Object ? unstorable(entry as object, [...path, key]) : undefined
    if (found) return found
  }
  return undefined
}

/** A user of another system, as it is imported and as it is exported. Fields that are null count as absent. */
export const BulkUser = z
  .object({
    id: Id.nullish().describe('kept, where the other system has UUIDs; default: a new one'),
    identities: z.array(BulkIdentity).max(providers.length).default([]).describe('at most one of each provider'),
    externalId: ExternalId.nullish().describe("the partner's own id of the user, unique in the app"),
    displayName: text(1, 64).nullish(),
    avatar: HttpUrl.nullish(),
    referCode: z
      .string()
      .regex(/^[A-Z0-9]{8}$/, 'must be 8 characters of A–Z and 0–9')
      .nullish(),
    createdAt: PastInstant.nullish(),
    lastSeenAt: PastInstant.nullish(),
    disabled: z.boolean().nullish(),
    passwordHash: z
      .string()
      .max(1024)
      .nullish()
      .describe('argon2, bcrypt, scrypt (also of Firebase) or PBKDF2; needs an identity of the provider username'),
  })
  .refine(({ id, externalId, identities }) => Boolean(id ?? externalId ?? identities[0]), {
    error: 'must have an id, an external id or an identity, by which the user is known again',
  })
  .superRefine(({ identities }, context) => {
    for (const [index, { provider }] of identities.entries()) {
      const isFirst = identities.findIndex((other) => other.provider === provider) === index
      const path = ['identities', index, 'provider']
      if (!isFirst) context.addIssue({ code: 'custom', path, message: 'has two identities, and may have one' })
    }
  })
  .superRefine((user, context) => {
    const path = unstorable(user)
    if (path) context.addIssue({ code: 'custom', path, message: 'is not well-formed text' })
  })
export type BulkUser = z.output<typeof BulkUser>

export interface RowIssue {
  path: string
  message: string
}

/** A row of an import: a user, or what is wrong with it. A wrong row is judged by itself, so it does not refuse the call. */
export type BulkRow = { user: BulkUser } | { issues: RowIssue[] }

/** Only the first messages of a row are told. */
const TOLD_ISSUES = 5

const Row = BulkUser.transform((user): BulkRow => ({ user })).catch((failed): BulkRow => {
  // The JSON Schema of the input asks for a default without an error.
  const issues = (failed as typeof failed | undefined)?.error.issues ?? []
  return { issues: issues.slice(0, TOLD_ISSUES).map(({ path, message }) => ({ path: path.join('.'), message })) }
})

export const verdicts = ['created', 'exists', 'refused'] as const

const Verdict = z
  .object({
    verdict: z.enum(verdicts).describe('`exists`: the app has this user, which stays as it is'),
    id: Id.nullable().describe('the id of the user; null for a refused row, and for one that a dry run would create'),
    issues: z
      .array(z.object({ path: z.string().describe('the field of the row'), message: z.string() }))
      .describe('why the row is refused'),
  })
  .meta({ id: 'BulkVerdict' })

const scope = { appId: Id.describe('the app') }

/** A user in an export: what an import takes. */
const ExportedUser = z
  .object({
    id: Id,
    identities: z.array(z.object({ provider: z.enum(providers), subject: z.string(), display: z.string() })),
    externalId: z.string().nullable(),
    displayName: z.string().nullable(),
    avatar: z.string().nullable(),
    referCode: z.string(),
    createdAt: z.int().describe('Milliseconds since the epoch'),
    lastSeenAt: z.int().describe('Milliseconds since the epoch'),
    disabled: z.boolean(),
  })
  .meta({ id: 'ExportedUser' })

/** Calls that move many users into an app, and out of it. */
export const bulkUsers = {
  bulkImport: route(endpoints.users.bulkImport, {
    summary: 'Import users of another system, with a verdict for each',
    description:
      'A row is judged by itself: a wrong one is refused with its reasons and does not affect others. A row is a user that exists if ' +
      'its id, external id or identities are those of one user of the app; that user is left unchanged, so the call can be repeated. ' +
      'A row whose id, external id and identities are of several users, or contradict those of the one, is refused. ' +
      'Users that are created get new wallets. A password hash is replaced at the first login, and is kept only for users with a user name.',
    input: z.object({
      ...scope,
      users: z.array(Row).min(1).max(BULK_USERS),
      dryRun: z.boolean().default(false).describe('judge every row and store nothing'),
    }),
    bodyLimit: 2_097_152,
    output: z.object({
      created: z.int().describe('of a dry run: how many would be'),
      existing: z.int(),
      refused: z.int(),
      verdicts: z.array(Verdict).describe('one of each row, in their order'),
      logins: z
        .array(
          z.object({
            method: z.enum(loginMethods),
            users: z.int().describe('created users that can log in by it, if it is enabled'),
            enabled: z.boolean().describe('whether the app has it on'),
          }),
        )
        .describe('how the created users can log in; a user may have several ways'),
      withoutLogin: z.int().describe('created users that have no way to log in'),
      unusedPasswords: z.int().describe('created users whose hash was not kept, since they have no user name'),
    }),
    errors: ['app_not_found', 'changed_meanwhile'],
  }),
  bulkExport: route(endpoints.users.bulkExport, {
    summary: 'Export the users of an app, page by page, as the import takes them',
    description:
      'Sorted by registration. Follow `nextCursor` until it is null. Each page is audited. It has neither password hashes nor keys: ' +
      'no call gives them away.',
    input: z.object({
      ...scope,
      cursor: z.string().max(100).optional().describe('`nextCursor` of the page before'),
      limit: decimal(z.int().min(1).max(BULK_USERS).default(BULK_USERS).describe(`1 to ${BULK_USERS}`)),
    }),
    output: z.array(ExportedUser),
    meta: z
      .object({
        nextCursor: z.string().nullable().describe('null on the last page'),
        laterCursor: z
          .string()
          .nullable()
          .describe(
            'the `nextCursor` that the next page will have, unless a user appears in it meanwhile; null where that is unknown',
          ),
      })
      .meta({ id: 'ExportMeta' }),
    errors: ['app_not_found'],
    hot: true,
  }),
}
