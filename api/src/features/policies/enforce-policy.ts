import { ANY, NATIVE, type Network, type WalletPolicy } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { readVaraAddress } from '../../lib/vara/addresses.ts'

/** Smallest units of a token, or of the chain's own (null), that leave a wallet, fees included. */
export interface Spending {
  token: string | null
  amount: bigint
  /** The part of it that is no payment but comes with one, such as the rent of a recipient's token account or a usual fee. */
  incidental: bigint
  /** The part of it that is a fee: it is gone even where the transaction fails. */
  fee: bigint
}

/** Adds a fee of the chain's own token to what leaves a wallet. It counts towards limits and is no payment. */
export const withFee = (spends: Spending[], fee: bigint): Spending[] => {
  if (fee === 0n) return spends
  const none = { token: null, amount: 0n, incidental: 0n, fee: 0n }
  const own = spends.find(({ token }) => token === null) ?? none
  const total = { ...own, amount: own.amount + fee, incidental: own.incidental + fee, fee: own.fee + fee }
  return [total, ...spends.filter(({ token }) => token !== null)]
}

export type RiskyRule =
  | 'approvals'
  | 'authorityChanges'
  | 'durableNonces'
  | 'unknownPrograms'
  | 'unreadableInstructions'

/** What a signature would do, as decoded from what is to be signed and as its simulation came out. */
export interface TransactionImpact {
  network: Network
  rpcUrl: string
  spends: Spending[]
  /** Whom it pays and which programs or contracts it calls; those must be allowed. */
  counterparties: string[]
  /** Everything else that it names; none of all may be denied. */
  mentions: string[]
  /** What it does that only a rule allows, with why it is taken to. */
  risks: Partial<Record<RiskyRule, string>>
  /** Where nobody can tell whom it pays: then nothing may be denied to anybody. */
  unknownPayee?: true
}

/** One spelling of each address: hex is written in either case, a Vara account also in base58 with a prefix. */
const same = (address: string): string => {
  if (/^0x/i.test(address)) return address.toLowerCase()
  return isVaraAddress(address) ? readVaraAddress(address) : address
}

/** SS58 of an account: 35 bytes and up, where Solana's addresses have 32. */
const isVaraAddress = (text: string): boolean => {
  if (text.length < 46) return false
  try {
    return readVaraAddress(text) !== ''
  } catch {
    return false
  }
}

/** Endpoints are compared without the slash at their end. */
const bare = (url: string): string => url.replace(/\/+$/, '')

const has = (list: readonly string[], item: string, form: (text: string) => string = same): boolean =>
  list.some((each) => each === ANY || form(each) === form(item))

/** How policies write a token: `solana:native`, `base:0x…`. */
export const tokenRef = (network: Network, token: string | null): string => `${network}:${token ?? NATIVE}`

/** A token's reference in the one form that counts, whatever case its address was written in. */
export const tokenKey = (ref: string): string => {
  const colon = ref.indexOf(':')
  return ref.slice(0, colon + 1) + same(ref.slice(colon + 1))
}

/** The refusal, with the rule that made it. */
export const policyRefused = (rule: keyof WalletPolicy, why: string): Problem =>
  new Problem('policy_refused', {
    message: `The rules of this app do not allow it: ${why} (rule ${rule})`,
    issues: [{ path: rule, message: why }],
  })

const enforceNetworks = (policy: WalletPolicy, { network, rpcUrl }: TransactionImpact): void => {
  if (!policy.networks.some((each) => each === ANY || each === network))
    throw policyRefused('networks', `wallets do not act on ${network}`)
  if (!has(policy.rpcUrls, rpcUrl, bare)) throw policyRefused('rpcUrls', 'this RPC endpoint may not be used')
}

const enforceCounterparties = (policy: WalletPolicy, impact: TransactionImpact): void => {
  const { counterparties, mentions, unknownPayee } = impact
  const denied = new Set(policy.denyAddresses.map(same))
  if (unknownPayee && denied.size > 0)
    throw policyRefused('denyAddresses', 'nobody can tell whom it pays, and some are denied')
  for (const address of [...counterparties, ...mentions])
    if (denied.has(ANY) || denied.has(same(address))) throw policyRefused('denyAddresses', `${address} is denied`)
  const stranger = counterparties.find((address) => !has(policy.allowAddresses, address))
  if (stranger !== undefined) throw policyRefused('allowAddresses', `${stranger} is not among the allowed addresses`)
}

const enforceSpends = (policy: WalletPolicy, { network, spends }: TransactionImpact): void => {
  for (const { token, amount, incidental } of spends) {
    const ref = tokenRef(network, token)
    if (amount > incidental && !has(policy.tokens, ref, tokenKey))
      throw policyRefused('tokens', `${ref} may not leave the wallet`)
    for (const limit of policy.limits)
      if (
        tokenKey(limit.token) === tokenKey(ref) &&
        limit.perTransaction !== null &&
        amount > BigInt(limit.perTransaction)
      )
        throw policyRefused('limits', `at most ${limit.perTransaction} of ${ref} may leave at a time, not ${amount}`)
  }
}

const enforceRisks = (policy: WalletPolicy, { risks }: TransactionImpact): void => {
  for (const [rule, why] of Object.entries(risks) as [RiskyRule, string][])
    if (!policy[rule]) throw policyRefused(rule, why)
}

/** Judges all but what goes by the day. Every rule must allow it; what denies wins. Throws `policy_refused`. */
export const enforcePolicy = (policy: WalletPolicy, impact: TransactionImpact): void => {
  enforceNetworks(policy, impact)
  enforceRisks(policy, impact)
  enforceCounterparties(policy, impact)
  enforceSpends(policy, impact)
}

/** The limits over a day that a transaction falls under. */
export const dailyLimits = (
  policy: WalletPolicy,
  { network, spends }: TransactionImpact,
): { ref: string; token: string | null; amount: bigint; most: bigint }[] =>
  spends.flatMap(({ token, amount }) => {
    const ref = tokenRef(network, token)
    return policy.limits
      .filter((limit) => limit.perDay !== null && tokenKey(limit.token) === tokenKey(ref))
      .map(({ perDay }) => ({ ref, token, amount, most: BigInt(perDay!) }))
  })
