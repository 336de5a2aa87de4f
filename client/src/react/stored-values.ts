import type { z } from 'zod'
import type { PublicConfig } from '../contract/account.ts'
import type { ConnectionButton } from '../contract/oidc-connections.ts'
import { termsDocuments } from '../contract/facts/privacy.ts'
import { identityFields, loginMethods } from '../contract/providers.ts'
import type { UserProfile } from '../contract/users.ts'

/** Whether a value has a type. Formats and lengths are the server's to judge. */
type Check<T> = (value: unknown) => value is T

const string: Check<string> = (value) => typeof value === 'string'
const number: Check<number> = (value) => typeof value === 'number'
const boolean: Check<boolean> = (value) => typeof value === 'boolean'
const nullableString: Check<string | null> = (value): value is string | null => value === null || string(value)
const oneOf =
  <T extends string>(names: readonly T[]): Check<T> =>
  (value): value is T =>
    names.includes(value as T)
const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check)

/** The compiler asks for a check of every field, of exactly its type; values of newer servers may have more fields. */
const objectOf =
  <T extends object>(checks: { [K in keyof Required<T>]: Check<T[K]> }): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(checks).every(([key, check]) => check((value as Record<string, unknown>)[key]))

type IdentityField = (typeof identityFields)[keyof typeof identityFields]
const identities = Object.fromEntries(Object.values(identityFields).map((field) => [field, nullableString])) as Record<
  IdentityField,
  Check<string | null>
>

export const isProfile = objectOf<UserProfile>({
  id: string,
  referCode: string,
  createdAt: number,
  lastSeenAt: number,
  disabled: boolean,
  avatar: nullableString,
  displayName: nullableString,
  referrer: nullableString,
  deletionDueAt: (value): value is number | null => value === null || number(value),
  ...identities,
})

export type Config = z.input<typeof PublicConfig>

export const isConfig = objectOf<Config>({
  production: boolean,
  brand: string,
  message: string,
  googleClientId: nullableString,
  discordApplicationId: nullableString,
  methods: listOf(oneOf(loginMethods)),
  connections: listOf(objectOf<z.input<typeof ConnectionButton>>({ key: string, title: string })),
  privateKeyExport: boolean,
  documents: listOf(
    objectOf<Config['documents'][number]>({ document: oneOf(termsDocuments), url: string, version: string }),
  ),
  termsRequired: boolean,
  legacyLanding: boolean,
})
