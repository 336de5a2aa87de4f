import * as z from 'zod'
import * as endpoints from './endpoints/wallet-policies.ts'
import { ANY } from './facts/wallet-policies.ts'
import { decimal, Id, Instant } from './fields.ts'
import { chainTitles, isAddressForm, NATIVE, networkFacts, networks } from './networks.ts'
import { TokenRef } from './token-ref.ts'
import { route } from './route.ts'

const units = z.string().regex(/^\d{1,78}$/, 'must be a whole number of smallest units, in decimal digits')

const Limit = z.strictObject({
  token: TokenRef.describe('network:native or network:address'),
  perTransaction: units
    .nullable()
    .default(null)
    .describe('maximum smallest units of one transaction, its fee included'),
  perDay: units.nullable().default(null).describe('maximum smallest units in 24 hours, fees included'),
})
export type WalletLimit = z.output<typeof Limit>

const PartnerLimit = z.strictObject({
  token: z
    .union([z.literal(ANY), TokenRef])
    .describe('network:native or network:address; * stands for every token without an entry, except on test networks'),
  perDay: units
    .nullable()
    .describe(
      'maximum smallest units that all wallets of the app together may send in 24 hours, fees included; null: no limit',
    ),
})
export type PartnerLimit = z.output<typeof PartnerLimit>

const addresses = z
  .array(
    z
      .string()
      .trim()
      .refine((text) => text === ANY || isAddressForm(text), {
        error: `must be an address of ${chainTitles} as the chain writes it, or *`,
      }),
  )
  .max(1000)

/** The rules of a wallet policy; a signature must satisfy all. */
const rules = {
  networks: z
    .array(z.enum([ANY, ...networks]))
    .max(20)
    .describe('networks that the wallets may use'),
  rpcUrls: z.array(z.string().max(2048)).max(100).describe("the server's endpoints that may be used"),
  tokens: z
    .array(z.union([z.literal(ANY), TokenRef]))
    .max(1000)
    .describe('tokens that may leave a wallet, each as network:native or network:address'),
  limits: z
    .array(Limit)
    .max(100)
    .describe('maximum amounts by token; the list replaces the stored one, so name every entry that shall stay'),
  partnerLimits: z
    .array(PartnerLimit)
    .max(100)
    .describe(
      'limits of sends by app secrets from all wallets of the app in 24 hours; an entry replaces the default limit of its token, * all defaults; the list replaces the stored one',
    ),
  allowAddresses: addresses.describe('addresses that a wallet may pay and programs that it may call'),
  denyAddresses: addresses.describe('addresses that are denied even if another rule allows them; * denies all'),
  messageSigning: z.boolean().describe('allow signing messages'),
  privateKeyExport: z.boolean().describe('allow private key export, if the app has it enabled'),
  approvals: z.boolean().describe('allow permitting others to move tokens later (Approve)'),
  authorityChanges: z
    .boolean()
    .describe('allow transferring accounts to others (SetAuthority, Assign, CloseAccount in favour of others)'),
  durableNonces: z.boolean().describe('allow signing transactions that never expire'),
  unknownPrograms: z
    .boolean()
    .describe(
      'allow programs that this server cannot decode, which includes all on Vara; off by default once a limiting rule is set',
    ),
  unreadableInstructions: z.boolean().describe('allow instructions of known programs that this server cannot decode'),
} as const

/** A list that is made of several: the maximum of each is none of it. */
const ofAnyLength = <E extends z.ZodType>(rule: z.ZodArray<E>) => z.array(rule.element).describe(rule.description ?? '')

/** The rules that apply: limits and denied addresses are those of app, user and defaults together. */
export const WalletPolicy = z
  .object({
    ...rules,
    limits: ofAnyLength(rules.limits),
    partnerLimits: ofAnyLength(rules.partnerLimits),
    denyAddresses: ofAnyLength(rules.denyAddresses),
  })
  .meta({ id: 'WalletPolicy' })
export type WalletPolicy = z.output<typeof WalletPolicy>

/** The default limits of a stolen app secret. Prices of other tokens are unknown, so their limit is 0 until an admin sets one. */
export const defaultPartnerLimits: PartnerLimit[] = [
  { token: ANY, perDay: '0' },
  ...networks.flatMap((network) => {
    const { partnerPerDay: perDay } = networkFacts[network]
    return perDay === undefined ? [] : [{ token: `${network}:${NATIVE}`, perDay }]
  }),
]

/** The defaults of rules that neither app nor user sets. */
export const defaultWalletPolicy: WalletPolicy = {
  networks: [ANY],
  rpcUrls: [ANY],
  tokens: [ANY],
  limits: [],
  partnerLimits: defaultPartnerLimits,
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

/** Changes of rules: missing ones stay, null restores the default. */
export const RuleChanges = z.strictObject(own)
export type RuleChanges = z.output<typeof RuleChanges>

export const OwnWalletPolicy = z.object(own).meta({ id: 'OwnWalletPolicy' })
export type OwnWalletPolicy = z.output<typeof OwnWalletPolicy>

const Policies = z
  .object({
    own: OwnWalletPolicy.describe('the rules set here; others come from the app or the defaults'),
    effective: WalletPolicy.describe('the rules that apply'),
    updatedAt: Instant.nullable().describe('of the rules set here; null if none ever was'),
    sentence: z.string().describe('the rules that apply as one English sentence'),
  })
  .meta({ id: 'WalletPolicies' })

/** Enough for all lists at their maximum length. Bytes. */
const bodyLimit = 524_288

const expectedUpdatedAt = decimal(Instant.nullable())
  .optional()
  .describe(
    '`updatedAt` as it was read: the change is refused with `changed_meanwhile` if somebody else made one since',
  )

const ofApp = z.object({ appId: Id })
const ofUser = z.object({ appId: Id, id: Id })

/** Partner limits belong to the app: they bound the sends of its secrets from all wallets. */
const { partnerLimits: _, ...changesOfUser } = changes

/** The wallet policies of apps and users. A user's rule replaces the app's rule of the same name. */
export const walletPolicies = {
  get: route(endpoints.walletPolicies.get, {
    summary: 'Show the wallet policy of an app',
    description: '`own` has the rules that are set for the app, `effective` those that apply.',
    input: ofApp,
    output: Policies,
    errors: ['app_not_found'],
  }),
  update: route(endpoints.walletPolicies.update, {
    summary: "Change rules of an app's wallet policy; missing rules stay, null restores the default",
    description: 'A rule applies from the next send to every user of the app without an own rule of that name.',
    input: ofApp.extend({ ...changes, expectedUpdatedAt }),
    bodyLimit,
    output: Policies,
    errors: ['app_not_found', 'changed_meanwhile'],
  }),
  getOfUser: route(endpoints.walletPolicies.getOfUser, {
    summary: 'Show the wallet policy of a user',
    description: '`own` has the rules that are set for this user, `effective` those that apply.',
    input: ofUser,
    output: Policies,
    errors: ['user_not_found'],
  }),
  updateOfUser: route(endpoints.walletPolicies.updateOfUser, {
    summary: "Change rules of a user's wallet policy; missing rules stay, null restores the app's rule",
    description: 'A rule of the user replaces the rule of the app of the same name.',
    input: ofUser.extend({ ...changesOfUser, expectedUpdatedAt }),
    bodyLimit,
    output: Policies,
    errors: ['user_not_found', 'changed_meanwhile'],
  }),
}
