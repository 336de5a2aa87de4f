import { canonicalRef, tokenRef, ANY, type Network, type WalletPolicy } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { canonicalAddress } from '../../lib/addresses.ts'
import { counter } from '../../lib/metrics/counters.ts'
import { amountText, digitsText } from './amount-text.ts'

/** Smallest units of a token that leave a wallet, fees included. A null token is the chain's own. */
export interface Spending {
  token: string | null
  amount: bigint
  /**
   * The part that is no payment but accompanies one, such as the rent of a recipient's token account or a usual fee.
   */
  incidental: bigint
  /** The part that is a fee: it is charged even where the transaction fails. */
  fee: bigint
  /** Of a token, where the transaction tells them; unknown ones leave amounts in smallest units in what people read. */
  decimals?: number | undefined
}

/** Adds a fee in the chain's own token. It counts towards limits and is not a payment. */
export const withFee = (spends: Spending[], fee: bigint): Spending[] => {
  if (fee === 0n) return spends
  const noSpending = { token: null, amount: 0n, incidental: 0n, fee: 0n }
  const own = spends.find(({ token }) => token === null) ?? noSpending
  const total = { ...own, amount: own.amount + fee, incidental: own.incidental + fee, fee: own.fee + fee }
  return [total, ...spends.filter(({ token }) => token !== null)]
}

export type RiskyRule =
  | 'approvals'
  | 'authorityChanges'
  | 'durableNonces'
  | 'unknownPrograms'
  | 'unreadableInstructions'

/** The effects of a transaction, from decoding it and from its simulation. */
export interface TransactionImpact {
  network: Network
  rpcUrl: string
  spends: Spending[]
  /** Recipients, and the programs or contracts that are called. Each must be allowed. */
  counterparties: string[]
  /** All other addresses of the transaction. None of these, nor of the counterparties, may be denied. */
  mentions: string[]
  /** Risks that are off unless a rule allows them, each with the reason why it is assumed. */
  risks: Partial<Record<RiskyRule, string>>
  /** The recipient cannot be determined: the transaction is refused where any address is denied. */
  unknownPayee?: true
  /** The signed bytes fix the amounts. Without it, a program can behave unlike its simulation. */
  fixedAmounts?: true
}

/** Endpoints are compared without a trailing slash. */
const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

const includesItem = (
  list: readonly string[],
  item: string,
  canonicalForm: (text: string) => string = canonicalAddress,
): boolean => list.some((each) => each === ANY || canonicalForm(each) === canonicalForm(item))

/** A rule that a transaction misses, and the criterion that it does not meet. */
export interface Miss {
  rule: keyof WalletPolicy
  why: string
}

const refusals = counter(
  'openauth_policy_refusals_total',
  'Signatures and exports that the rules of a wallet refused, by rule.',
  'rule',
)

/** The error of a refusal, with the rule that caused it; counted by that rule. */
export const policyRefused = (rule: keyof WalletPolicy, why: string): Problem => {
  refusals.count(rule)
  return new Problem('policy_refused', {
    message: `The rules of this app do not allow it: ${why} (rule ${rule})`,
    issues: [{ path: rule, message: why }],
  })
}

function* networkMisses(policy: WalletPolicy, { network, rpcUrl }: TransactionImpact): Generator<Miss> {
  if (!policy.networks.some((each) => each === ANY || each === network))
    yield { rule: 'networks', why: `wallets do not act on ${network}` }
  if (!includesItem(policy.rpcUrls, rpcUrl, withoutTrailingSlash))
    yield { rule: 'rpcUrls', why: 'this RPC endpoint may not be used' }
}

function* counterpartyMisses(policy: WalletPolicy, impact: TransactionImpact): Generator<Miss> {
  const { counterparties, mentions, unknownPayee } = impact
  const denied = new Set(policy.denyAddresses.map(canonicalAddress))
  if (unknownPayee && denied.size > 0)
    yield { rule: 'denyAddresses', why: 'nobody can tell whom it pays, and some are denied' }
  for (const address of [...counterparties, ...mentions])
    if (denied.has(ANY) || denied.has(canonicalAddress(address)))
      yield { rule: 'denyAddresses', why: `${address} is denied` }
  for (const address of counterparties)
    if (!includesItem(policy.allowAddresses, address))
      yield { rule: 'allowAddresses', why: `${address} is not among the allowed addresses` }
}

const atATime = (token: { ref: string; decimals: number | undefined }, most: string, amount: bigint): string =>
  `at most ${amountText(token, most)} may leave at a time, not ${digitsText(token, amount)}`

function* spendMisses(policy: WalletPolicy, { network, spends }: TransactionImpact): Generator<Miss> {
  for (const { token, amount, incidental, decimals } of spends) {
    const ref = tokenRef(network, token)
    if (amount > incidental && !includesItem(policy.tokens, ref, canonicalRef))
      yield { rule: 'tokens', why: `${ref} may not leave the wallet` }
    for (const limit of policy.limits)
      if (
        canonicalRef(limit.token) === canonicalRef(ref) &&
        limit.perTransaction !== null &&
        amount > BigInt(limit.perTransaction)
      )
        yield { rule: 'limits', why: atATime({ ref, decimals }, limit.perTransaction, amount) }
  }
}

function* riskMisses(policy: WalletPolicy, { risks }: TransactionImpact): Generator<Miss> {
  for (const [rule, why] of Object.entries(risks) as [RiskyRule, string][]) if (!policy[rule]) yield { rule, why }
}

/**
 * What a transaction misses of all rules but the daily limits, in the order in which a signature is refused. Every rule
 * must allow the transaction, so that the first miss decides.
 */
export function* missesOf(policy: WalletPolicy, impact: TransactionImpact): Generator<Miss> {
  yield* networkMisses(policy, impact)
  yield* riskMisses(policy, impact)
  yield* counterpartyMisses(policy, impact)
  yield* spendMisses(policy, impact)
}

/** Applies all rules but the daily limits. Throws `policy_refused`. */
export const enforcePolicy = (policy: WalletPolicy, impact: TransactionImpact): void => {
  for (const { rule, why } of missesOf(policy, impact)) throw policyRefused(rule, why)
}

/** The daily limits that apply to a transaction. */
export const dailyLimits = (
  policy: WalletPolicy,
  { network, spends }: TransactionImpact,
): { ref: string; token: string | null; amount: bigint; decimals: number | undefined; most: bigint }[] =>
  spends.flatMap(({ token, amount, decimals }) => {
    const ref = tokenRef(network, token)
    return policy.limits
      .filter((limit) => limit.perDay !== null && canonicalRef(limit.token) === canonicalRef(ref))
      .map(({ perDay }) => ({ ref, token, amount, decimals, most: BigInt(perDay!) }))
  })
