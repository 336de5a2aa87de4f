import { networkFacts } from './contract/networks.ts'
import { ANY } from './contract/facts/wallet-policies.ts'
import { type PartnerLimit, type WalletLimit, type WalletPolicy } from './contract/wallet-policies.ts'
import { policyAmount, policyTokenName } from './policy-amount.ts'
import { englishPolicy, type PolicyLanguage } from './policy-language.ts'

const titles: Readonly<Record<string, { title: string }>> = networkFacts

/** What the clauses are made with: phrases, lists and tokens of a language. */
const wordsOf = (language: PolicyLanguage) => ({
  phrase: language.phrase,
  all: (items: string[]) => new Intl.ListFormat(language.tag, { type: 'conjunction' }).format(items),
  any: (items: string[]) => new Intl.ListFormat(language.tag, { type: 'disjunction' }).format(items),
  token: (ref: string) => policyTokenName(ref, language),
  amount: (ref: string, units: string) => policyAmount(ref, units, language),
})
type Words = ReturnType<typeof wordsOf>

const networkClause = ({ networks, rpcUrls }: WalletPolicy, { phrase, all }: Words): string => {
  const where = networks.includes(ANY)
    ? phrase('everyNetwork')
    : networks.length === 0
      ? phrase('noNetwork')
      : phrase('someNetworks', { networks: all(networks.map((name) => titles[name]?.title ?? name)) })
  if (rpcUrls.includes(ANY)) return where
  return rpcUrls.length === 0
    ? phrase('noEndpoint', { networks: where })
    : phrase('someEndpoints', { networks: where, endpoints: all(rpcUrls) })
}

const addressClause = ({ allowAddresses, denyAddresses }: WalletPolicy, { phrase }: Words): string => {
  if (denyAddresses.includes(ANY)) return phrase('noAddress')
  const addresses = allowAddresses.includes(ANY)
    ? phrase('anyAddress')
    : allowAddresses.length === 0
      ? phrase('noAddress')
      : phrase('someAddresses', { count: allowAddresses.length })
  return denyAddresses.length > 0 ? phrase('exceptAddresses', { addresses, count: denyAddresses.length }) : addresses
}

const tokenClause = ({ tokens }: WalletPolicy, { phrase, all, token }: Words): string => {
  if (tokens.includes(ANY)) return phrase('anyToken')
  return tokens.length === 0 ? phrase('noToken') : phrase('someTokens', { tokens: all(tokens.map(token)) })
}

const limitText = ({ token, perTransaction, perDay }: WalletLimit, { phrase, all, amount }: Words): string[] => {
  const most = [
    ...(perTransaction === null ? [] : [phrase('atATime', { amount: amount(token, perTransaction) })]),
    ...(perDay === null ? [] : [phrase('inADay', { amount: amount(token, perDay) })]),
  ]
  return most.length > 0 ? [phrase('atMost', { amounts: all(most) })] : []
}

const limitClause = ({ limits }: WalletPolicy, words: Words): string[] => {
  const texts = limits.flatMap((limit) => limitText(limit, words))
  return texts.length > 0 ? [words.phrase('spend', { limits: words.all(texts) })] : []
}

/** The rules that allow or refuse an action. Their phrases have the same names. */
const actions = [
  'messageSigning',
  'privateKeyExport',
  'approvals',
  'authorityChanges',
  'durableNonces',
  'unknownPrograms',
  'unreadableInstructions',
] as const

const isUnlimited = ({ perDay }: PartnerLimit): boolean => perDay === null

/** What app secrets may send of tokens that no limit names; `isAlone` where no limit names any. */
const restText = (others: PartnerLimit | undefined, isAlone: boolean, { phrase, amount }: Words): string => {
  if (!others || isUnlimited(others)) return phrase(isAlone ? 'partnersAnyAmount' : 'partnersRestAnyAmount')
  if (others.perDay === '0') return phrase(isAlone ? 'partnersNothing' : 'partnersRestNothing')
  return amount(ANY, others.perDay!)
}

/** What app secrets may send of all wallets together. */
const partnerText = ({ partnerLimits }: WalletPolicy, words: Words): string => {
  const { phrase, all, any, token: name, amount } = words
  const named = partnerLimits.filter(({ token }) => token !== ANY)
  const most = named.flatMap(({ token, perDay }) => (perDay && perDay !== '0' ? [amount(token, perDay)] : []))
  const none = named.filter(({ perDay }) => perDay === '0').map(({ token }) => name(token))
  const free = named.filter(isUnlimited).map(({ token }) => name(token))
  const parts = [
    ...(most.length > 0 ? [phrase('atMost', { amounts: all(most) })] : []),
    ...(none.length > 0 ? [phrase('partnersNoToken', { tokens: any(none) })] : []),
    ...(free.length > 0 ? [phrase('partnersFree', { tokens: all(free) })] : []),
  ]
  const others = partnerLimits.find(({ token }) => token === ANY)
  return [...parts, restText(others, parts.length === 0, words)].join('; ')
}

/**
 * A wallet policy read back as one sentence, from the effective rules: in English, or in the language that is given.
 * Amounts of a network's own token are in units that people use, those of other tokens in smallest units. Pure: for
 * consoles, without the server.
 */
export const policySentence = (policy: WalletPolicy, language: PolicyLanguage = englishPolicy): string => {
  const words = wordsOf(language)
  const { phrase, all, any } = words
  const allowedActions = actions.filter((name) => policy[name]).map((name) => phrase(name))
  const refused = actions.filter((name) => !policy[name]).map((name) => phrase(name))
  const clauses = [networkClause(policy, words), addressClause(policy, words), tokenClause(policy, words)]
  const allowed = all([...clauses, ...limitClause(policy, words), ...allowedActions])
  const partners = partnerText(policy, words)
  return refused.length > 0
    ? phrase('sentence', { allowed, refused: any(refused), partners })
    : phrase('sentenceAllAllowed', { allowed, partners })
}
