import * as z from 'zod'
import { Id, Instant, placeFields } from './fields.ts'
import { identityFields, type Provider, providers } from './providers.ts'

const nullable = z.string().nullable()

const identityShape = Object.fromEntries(Object.values(identityFields).map((field) => [field, nullable])) as Record<
  (typeof identityFields)[Provider],
  typeof nullable
>

const common = z.object({
  id: Id,
  ...identityShape,
  referCode: z.string().describe('8 of A–Z and 0–9, unique in its app'),
  avatar: nullable,
  displayName: nullable,
  createdAt: Instant,
  lastSeenAt: Instant,
  disabled: z.boolean(),
})

/** A user in answers to operators and partners. */
export const User = common
  .extend({
    disabledBy: z
      .enum(['admin', 'app'])
      .nullable()
      .describe('who disabled the user: an operator or the app; null if the user is not disabled'),
    externalId: nullable.describe("the partner's own id of the user, unique in its app"),
  })
  .meta({ id: 'User' })
export type User = z.input<typeof User>

/** A user in answers to the user. */
export const UserProfile = common
  .extend({
    referrer: Id.nullable(),
    deletionDueAt: Instant.nullable().describe(
      'when the account is deleted, as the user asked; null without a request',
    ),
  })
  .meta({ id: 'UserProfile' })
export type UserProfile = z.input<typeof UserProfile>

export const Wallets = z
  .object({
    solWallet: z.string().describe('base58'),
    ethWallet: z.string().describe('EIP-55 checksummed'),
    dotWallet: z.string().describe('SS58, generic prefix 42'),
  })
  .meta({ id: 'Wallets' })
export type Wallets = z.input<typeof Wallets>

export const Referral = z
  .object({
    referralChain: z.array(Id).describe('the user, then up to 10 referrers upwards'),
    referrals1: z.array(Id).describe('users that the user invited, in order of invitation: the first 1,000'),
    referrals2: z.array(Id).describe('users that those invited, in order of invitation: the first 1,000'),
    totalReferrals1: z.int().describe('number of users that the user invited, including those that are not listed'),
    totalReferrals2: z.int().describe('number of users that those invited, including those that are not listed'),
  })
  .meta({ id: 'Referral' })

export const Session = z
  .object({
    id: Id,
    method: z.string().describe('the login method; `support` for an admin who acts in the name of the user'),
    ip: nullable,
    ...placeFields,
    userAgent: nullable,
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

export const Identity = z
  .object({ provider: z.enum(providers), subject: z.string(), display: z.string(), createdAt: Instant })
  .meta({ id: 'Identity' })
