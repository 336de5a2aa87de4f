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
import { tokenKey } from './enforce-policy.ts'

/** The rules as stored; what an older version of this server wrote may lack some. */
const ownRules = (stored: unknown): OwnWalletPolicy => OwnWalletPolicy.parse(stored ?? {})

const isSet = ([, rule]: [string, unknown]): boolean => rule !== undefined && rule !== null

/** A user's limits of a token stand in place of the app's of that token; the app's of other tokens stay. */
const limitsOf = (app: WalletLimit[] = [], user: WalletLimit[] = []): WalletLimit[] => {
  const own = new Set(user.map(({ token }) => tokenKey(token)))
  return [...app.filter(({ token }) => !own.has(tokenKey(token))), ...user]
}

/** An app's limits of what its secrets send: each in place of the usual one of its token, `*` in place of all. */
const partnerLimitsOf = (own: PartnerLimit[] = []): PartnerLimit[] => {
  const named = new Set(own.map(({ token }) => tokenKey(token)))
  const usual = named.has(ANY) ? [] : defaultWalletPolicy.partnerLimits
  return [...usual.filter(({ token }) => !named.has(tokenKey(token))), ...own]
}

/** Whether anything is limited: then a program that nobody can read must not be a way around it. */
const isStrict = ({ networks, tokens, limits, allowAddresses, denyAddresses }: WalletPolicy): boolean =>
  limits.length > 0 ||
  denyAddresses.length > 0 ||
  ![networks, tokens, allowAddresses].every((list) => list.includes(ANY))

/**
 * What is judged by: rule by rule the user's own, or else the app's, or else the usual one. Limits go by their token, and
 * lists of denied addresses add up: what an app denies, no user's rule allows. Programs that cannot be read are allowed
 * unless some rule limits what a wallet does, or one says otherwise. `limitsPartner`: a partner asks, and its limits count.
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
  const saidOtherwise = [app, user].some(({ unknownPrograms }) => typeof unknownPrograms === 'boolean')
  if (saidOtherwise) return policy
  const isLimited = isStrict(policy) || (limitsPartner && policy.partnerLimits.some(({ perDay }) => perDay !== null))
  return { ...policy, unknownPrograms: policy.unknownPrograms && !isLimited }
}

/** The rules of an app and one of its users, as they are at this moment. */
export const readOwnRules = async (
  tx: Tx,
  { appId, userId }: { appId: string; userId?: string },
): Promise<{ app: OwnWalletPolicy; user: OwnWalletPolicy }> => {
  const ownerId = { in: [appId, ...(userId ? [userId] : [])] }
  const rows = await tx.walletPolicy.findMany({ where: { ownerId }, select: { ownerId: true, rules: true } })
  const of = (id: string | undefined) => ownRules(rows.find((row) => row.ownerId === id)?.rules)
  return { app: of(appId), user: of(userId) }
}

/** What a user's wallets may be used for, at this moment. */
export const policyOf = async (
  tx: Tx,
  owner: WalletOwner,
  asked: { limitsPartner?: boolean } = {},
): Promise<WalletPolicy> => {
  const { app, user } = await readOwnRules(tx, owner)
  return effectivePolicy(app, user, asked)
}
