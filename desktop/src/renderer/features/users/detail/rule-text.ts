import { ANY, nativeAmountOf, NATIVE, networkFacts, networks } from '@openauth/client'
import type { Client, Network } from '@openauth/client'
import type { MessageId, Translate } from '../../../i18n/i18n.ts'

/** A user's rules as the API answers them: those of its own, and those that apply. */
export type Policies = Awaited<ReturnType<Client['walletPolicies']['getOfUser']>>
type Effective = Policies['effective']

/** The rules that a user can have of its own; limits of partners are the app's alone. */
export type RuleName = Exclude<keyof Effective, 'partnerLimits'>

export const ruleTitles: Record<RuleName, MessageId> = {
  networks: 'users.ruleNetworks',
  tokens: 'users.ruleTokens',
  limits: 'users.ruleLimits',
  allowAddresses: 'users.ruleAllow',
  denyAddresses: 'users.ruleDeny',
  rpcUrls: 'users.ruleRpc',
  messageSigning: 'users.ruleMessages',
  privateKeyExport: 'users.ruleExport',
  approvals: 'users.ruleApprovals',
  authorityChanges: 'users.ruleAuthority',
  durableNonces: 'users.ruleNonces',
  unknownPrograms: 'users.rulePrograms',
  unreadableInstructions: 'users.ruleInstructions',
}
export const ruleNames = Object.keys(ruleTitles) as RuleName[]

const isNetwork = (name: string): name is Network => (networks as readonly string[]).includes(name)

const refTitle = (ref: string): { network: string; token: string } => {
  const colon = ref.indexOf(':')
  const network = colon < 0 ? ref : ref.slice(0, colon)
  return { network, token: colon < 0 ? '' : ref.slice(colon + 1) }
}

/** `solana:native` as `SOL (Solana)`; a network's name alone as its title. */
const named = (text: string): string => {
  const { network, token } = refTitle(text)
  if (!isNetwork(network)) return text
  const { title, symbol } = networkFacts[network]
  if (token === '') return title
  return token === NATIVE ? `${symbol} (${title})` : `${token} (${title})`
}

const limitText = (
  { token, perTransaction = null, perDay = null }: Effective['limits'][number],
  t: Translate,
): string => {
  const { network, token: address } = refTitle(token)
  const isNative = address === NATIVE && isNetwork(network)
  const amount = (units: string) => (isNative ? nativeAmountOf(network, units) : units)
  const parts = [
    ...(perTransaction === null ? [] : [t('users.perTransaction', { amount: amount(perTransaction) })]),
    ...(perDay === null ? [] : [t('users.perDay', { amount: amount(perDay) })]),
  ]
  return `${named(token)}: ${parts.join(', ') || t('users.noLimit')}`
}

/** The entries of a rule as people read them. */
export const ruleText = (name: RuleName, policy: Effective, t: Translate): string[] => {
  if (name === 'limits')
    return policy.limits.length === 0 ? [t('users.noLimit')] : policy.limits.map((l) => limitText(l, t))
  const value = policy[name]
  if (typeof value === 'boolean') return [t(value ? 'users.allowed' : 'users.denied')]
  if (value.includes(ANY)) return [t('users.everything')]
  return value.length === 0 ? [t('users.nothing')] : value.map(named)
}
