import { ANY, nativeAmountOf, NATIVE, networkFacts } from '@openauth/client'
import type { Client } from '@openauth/client'
import type { MessageId, Translate } from '../../i18n/i18n.ts'
import { isNetwork, partsOfRef } from '../../lib/token-amount.ts'

/** A user's rules as the API answers them: those of its own, and those that apply. */
export type Policies = Awaited<ReturnType<Client['walletPolicies']['getOfUser']>>
type Effective = Policies['effective']

/** The rules that a user can have of its own; limits of partners are the app's alone. */
export type RuleName = Exclude<keyof Effective, 'partnerLimits'>

export const ruleTitles: Record<RuleName, MessageId> = {
  networks: 'policies.ruleNetworks',
  tokens: 'policies.ruleTokens',
  limits: 'policies.ruleLimits',
  allowAddresses: 'policies.ruleAllow',
  denyAddresses: 'policies.ruleDeny',
  rpcUrls: 'policies.ruleRpc',
  messageSigning: 'policies.ruleMessages',
  privateKeyExport: 'policies.ruleExport',
  approvals: 'policies.ruleApprovals',
  authorityChanges: 'policies.ruleAuthority',
  durableNonces: 'policies.ruleNonces',
  unknownPrograms: 'policies.rulePrograms',
  unreadableInstructions: 'policies.ruleInstructions',
}

/** The titles of all rules: those of a user, and the limits of the app's secrets. */
export const policyTitles: Record<keyof Effective, MessageId> = { ...ruleTitles, partnerLimits: 'policies.rulePartner' }

/** `solana:native` as `SOL (Solana)`; a network's name alone as its title. */
const named = (text: string, t: Translate): string => {
  if (text === ANY) return t('policies.anyOther')
  const { network, token } = partsOfRef(text)
  if (!isNetwork(network)) return text
  const { title, symbol } = networkFacts[network]
  if (token === '') return title
  return token === NATIVE ? `${symbol} (${title})` : `${token} (${title})`
}

const limitText = (
  {
    token,
    perTransaction = null,
    perDay = null,
  }: { token: string; perTransaction?: string | null; perDay?: string | null },
  t: Translate,
): string => {
  const { network, token: address } = partsOfRef(token)
  const isNative = address === NATIVE && isNetwork(network)
  const amount = (units: string) => (isNative ? nativeAmountOf(network, units) : units)
  const parts = [
    ...(perTransaction === null ? [] : [t('policies.perTransaction', { amount: amount(perTransaction) })]),
    ...(perDay === null ? [] : [t('policies.perDay', { amount: amount(perDay) })]),
  ]
  return `${named(token, t)}: ${parts.join(', ') || t('policies.noLimit')}`
}

/** The entries of a rule as people read them. */
export const ruleText = (name: keyof Effective, policy: Effective, t: Translate): string[] => {
  if (name === 'limits' || name === 'partnerLimits') {
    const limits = policy[name]
    return limits.length === 0 ? [t('policies.noLimit')] : limits.map((limit) => limitText(limit, t))
  }
  const value = policy[name]
  if (typeof value === 'boolean') return [t(value ? 'policies.allowed' : 'policies.denied')]
  if (value.includes(ANY)) return [t('policies.everything')]
  return value.length === 0 ? [t('policies.nothing')] : value.map((entry) => named(entry, t))
}
