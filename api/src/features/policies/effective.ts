import {
  ANY,
  defaultWalletPolicy,
  OwnWalletPolicy,
  type PartnerLimit,
  type WalletLimit,
  type WalletPolicy,
} from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { canonicalRef } from '../tokens/token-ref.ts'
import type { TransactionImpact } from './enforce-policy.ts'

/** The rules as stored. Rows of older versions of this server may lack some. */
const ownRules = (stored: unknown): OwnWalletPolicy => OwnWalletPolicy.parse(stored ?? {})

const isSet = ([, rule]: [string, unknown]): boolean => rule !== undefined && rule !== null

/** The limits of a user: per token its own, or else the app's. */
const limitsOf = (app: WalletLimit[] = [], user: WalletLimit[] = []): WalletLimit[] => {
  const own = new Set(user.map(({ token }) => canonicalRef(token)))
  return [...app.filter(({ token }) => !own.has(canonicalRef(token))), ...user]
}

/** The partner limits of an app: per token its own, or else the default. A limit of `*` replaces all defaults. */
const partnerLimitsOf = (own: PartnerLimit[] = []): PartnerLimit[] => {
  const ownTokens = new Set(own.map(({ token }) => canonicalRef(token)))
  const defaults = ownTokens.has(ANY) ? [] : defaultWalletPolicy.partnerLimits
  return [...defaults.filter(({ token }) => !ownTokens.has(canonicalRef(token))), ...own]
}

/**
 * Whether any rule restricts the wallet: then unreadable programs are off by default, since they could circumvent the
 * rule.
 */
const isStrict = ({ networks, tokens, limits, allowAddresses, denyAddresses }: WalletPolicy): boolean =>
  limits.length > 0 ||
  denyAddresses.length > 0 ||
  ![networks, tokens, allowAddresses].every((list) => list.includes(ANY))

/**
 * The policy that applies: rule by rule the user's own, or else the app's, or else the default. Limits are merged by
 * token. Denied addresses of app and user add up, so that no user's rule allows what the app denies. Unreadable
 * programs are allowed unless a rule restricts the wallet, or `unknownPrograms` is set. With `limitsPartner` the
 * caller is a partner, and its limits count as a restriction.
 */
export const effectivePolicy = (
  app: OwnWalletPolicy,
  user: OwnWalletPolicy = {},
  { limitsPartner = false }: { limitsPartner?: boolean } = {},
): WalletPolicy => {
  const rules = { ...defaultWalletPolicy }
  for (const own of [app, user]) Object.assign(rules, Object.fromEntries(Object.entries(own).filter(isSet)))
  const policy = {
    ...rules,
    limits: limitsOf(app.limits ?? undefined, user.limits ?? undefined),
    partnerLimits: partnerLimitsOf(app.partnerLimits ?? undefined),
    denyAddresses: [...new Set([...(app.denyAddresses ?? []), ...(user.denyAddresses ?? [])])],
  }
  const isUnknownProgramsSet = [app, user].some(({ unknownPrograms }) => typeof unknownPrograms === 'boolean')
  if (isUnknownProgramsSet) return policy
  const isLimited = isStrict(policy) || (limitsPartner && policy.partnerLimits.some(({ perDay }) => perDay !== null))
  return { ...policy, unknownPrograms: policy.unknownPrograms && !isLimited }
}

/** Whether the signed bytes fix the amount, as on Vara; on other chains a program can behave unlike its simulation. */
const hasFixedAmount = ({ network }: Pick<TransactionImpact, 'network'>): boolean => network === 'vara'

/** The policy by which a transaction is judged. `isPartner`: the app's secret requests it. */
export const judgingPolicy = (
  { app, user }: { app: OwnWalletPolicy; user: OwnWalletPolicy },
  impact: Pick<TransactionImpact, 'network'>,
  { isPartner }: { isPartner: boolean },
): WalletPolicy => effectivePolicy(app, user, { limitsPartner: isPartner && !hasFixedAmount(impact) })

/** The current rules of an app and one of its users. */
export const readOwnRules = async (
  tx: Tx,
  { appId, userId }: { appId: string; userId?: string },
): Promise<{ app: OwnWalletPolicy; user: OwnWalletPolicy }> => {
  const ownerId = { in: [appId, ...(userId ? [userId] : [])] }
  const rows = await tx.walletPolicy.findMany({ where: { ownerId }, select: { ownerId: true, rules: true } })
  const of = (id: string | undefined) => ownRules(rows.find((row) => row.ownerId === id)?.rules)
  return { app: of(appId), user: of(userId) }
}

/** The current policy of a user's wallets. */
export const policyOf = async (tx: Tx, owner: WalletOwner): Promise<WalletPolicy> => {
  const { app, user } = await readOwnRules(tx, owner)
  return effectivePolicy(app, user)
}
