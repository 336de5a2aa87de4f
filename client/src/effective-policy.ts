import { ANY } from './contract/facts/wallet-policies.ts'
import {
  defaultWalletPolicy,
  type OwnWalletPolicy,
  type PartnerLimit,
  type WalletLimit,
  type WalletPolicy,
} from './contract/wallet-policies.ts'
import { canonicalRef } from './token-ref.ts'

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
