import { z } from 'zod'
import { Id } from './fields.ts'
import { networks, TokenRef } from './networks.ts'
import { route } from './route.ts'

/** In a list of what is allowed: everything. */
export const ANY = '*'

const units = z.string().regex(/^\d{1,78}$/, 'must be a whole number of smallest units, in decimal digits')

const Limit = z.object({
  token: TokenRef.describe('network:native or network:address'),
  perTransaction: units
    .nullable()
    .default(null)
    .describe('smallest units that one transaction may take, at most, its fee included'),
  perDay: units
    .nullable()
    .default(null)
    .describe('smallest units that all of the last 24 hours may take, at most, fees included'),
})
export type WalletLimit = z.output<typeof Limit>

/** Solana and SS58 in base58, Ethereum's 20 bytes and Vara's 32 in hex. */
const ADDRESS = /^([1-9A-HJ-NP-Za-km-z]{32,50}|0x[0-9a-fA-F]{40}|0x[0-9a-fA-F]{64})$/

const addresses = z
  .array(
    z
      .string()
      .trim()
      .refine((text) => text === ANY || ADDRESS.test(text), {
        error: 'must be an address of Solana, Ethereum or Vara as the chain writes it, or *',
      }),
  )
  .max(1000)

/** Every rule that a wallet's signature must pass. */
const rules = {
  networks: z
    .array(z.enum([ANY, ...networks]))
    .max(20)
    .describe('chains on which the wallets act'),
  rpcUrls: z.array(z.string().max(2048)).max(100).describe("of the server's endpoints, those that may be used"),
  tokens: z
    .array(z.union([z.literal(ANY), TokenRef]))
    .max(1000)
    .describe('tokens that may leave a wallet, each as network:native or network:address'),
  limits: z.array(Limit).max(100).describe('amounts of a token, at most'),
  allowAddresses: addresses.describe('whom a wallet may pay, and which programs it may call'),
  denyAddresses: addresses.describe('whom it may not, whatever else allows it; * denies everybody'),
  messageSigning: z.boolean().describe('messages may be signed'),
  privateKeyExport: z.boolean().describe('private keys may be shown, where the app has that on at all'),
  approvals: z.boolean().describe('others may be given leave to move tokens later (Approve)'),
  authorityChanges: z
    .boolean()
    .describe('accounts may pass to others (SetAuthority, Assign, CloseAccount to somebody else)'),
  durableNonces: z.boolean().describe('transactions that never expire may be signed'),
  unknownPrograms: z
    .boolean()
    .describe(
      'programs may be called that this server cannot read, which are all on Vara; off, unless said otherwise, once anything is limited',
    ),
  unreadableInstructions: z.boolean().describe('known programs may be called in ways that this server cannot read'),
} as const

export const WalletPolicy = z.object(rules).meta({ id: 'WalletPolicy' })
export type WalletPolicy = z.output<typeof WalletPolicy>

/** Where neither app nor user has a rule of its own. */
export const defaultWalletPolicy: WalletPolicy = {
  networks: [ANY],
  rpcUrls: [ANY],
  tokens: [ANY],
  limits: [],
  allowAddresses: [ANY],
  denyAddresses: [],
  messageSigning: true,
  privateKeyExport: true,
  approvals: false,
  authorityChanges: false,
  durableNonces: false,
  unknownPrograms: true,
  unreadableInstructions: false,
}

type Own = { [N in keyof typeof rules]: z.ZodOptional<z.ZodNullable<(typeof rules)[N]>> }

const own = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.nullable().optional()])) as Own

const changes = Object.fromEntries(
  Object.entries(rules).map(([name, rule]) => [
    name,
    rule
      .nullable()
      .optional()
      .describe(rule.description ?? name),
  ]),
) as Own

export const OwnWalletPolicy = z.object(own).meta({ id: 'OwnWalletPolicy' })
export type OwnWalletPolicy = z.output<typeof OwnWalletPolicy>

const Policies = z
  .object({
    own: OwnWalletPolicy.describe('the rules set here; the others are those of the app, or the usual ones'),
    effective: WalletPolicy.describe('what is judged by'),
  })
  .meta({ id: 'WalletPolicies' })

/** Every list as long as it may be. */
const bodyLimit = 524_288

const ofApp = z.object({ appId: Id })
const ofUser = z.object({ appId: Id, id: Id })

/** What wallets may be used for: an app's rules, and in their place, rule by rule, those of one of its users. */
export const walletPolicies = {
  get: route({
    method: 'GET',
    path: '/admin/apps/{appId}/wallet-policy',
    auth: 'admin',
    summary: "Show what an app's wallets may be used for",
    description: '`own` has the rules that are set for the app, `effective` those that apply.',
    input: ofApp,
    output: Policies,
    errors: ['app_not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: '/admin/apps/{appId}/wallet-policy',
    auth: 'admin',
    summary: "Change rules of an app's wallets; what is left out stays, null goes back to the usual",
    description: 'A rule applies to the next send of every user of the app that has no such rule of its own.',
    input: ofApp.extend(changes),
    bodyLimit,
    output: Policies,
    errors: ['app_not_found'],
  }),
  getOfUser: route({
    method: 'GET',
    path: '/admin/apps/{appId}/users/{id}/wallet-policy',
    auth: 'admin',
    summary: "Show what a user's wallets may be used for",
    description: '`own` has the rules that are set for this user, `effective` those that apply.',
    input: ofUser,
    output: Policies,
    errors: ['user_not_found'],
  }),
  updateOfUser: route({
    method: 'PATCH',
    path: '/admin/apps/{appId}/users/{id}/wallet-policy',
    auth: 'admin',
    summary: "Change rules of a user's wallets, each in place of the app's; null goes back to the app's",
    description: 'A rule of the user replaces the rule of the app of the same name.',
    input: ofUser.extend(changes),
    bodyLimit,
    output: Policies,
    errors: ['user_not_found'],
  }),
}
