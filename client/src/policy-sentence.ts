import { nativeAmountOf, networkFacts } from './contract/network-facts.ts'
import { NATIVE, type Network, networks } from './contract/networks.ts'
import { ANY, type PartnerLimit, type WalletLimit, type WalletPolicy } from './contract/wallet-policies.ts'

const listed = (items: string[], word: 'and' | 'or' = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 'es'}`

const isNetwork = (text: string): text is Network => (networks as readonly string[]).includes(text)

const partsOf = (ref: string): { network: string; address: string } => {
  const colon = ref.indexOf(':')
  return { network: ref.slice(0, colon), address: ref.slice(colon + 1) }
}

/** What people call a token: `SOL on Solana`, or its address where it has no name of the network's. */
const tokenName = (ref: string): string => {
  const { network, address } = partsOf(ref)
  if (!isNetwork(network)) return ref
  const { symbol, title } = networkFacts[network]
  return address === NATIVE ? `${symbol} on ${title}` : `the token ${address} on ${title}`
}

const amountOf = (ref: string, units: string): string => {
  const { network, address } = partsOf(ref)
  if (isNetwork(network) && address === NATIVE) return `${nativeAmountOf(network, units)} ${tokenName(ref)}`
  return `${units} smallest units of ${ref === ANY ? 'any other token' : tokenName(ref)}`
}

const networkClause = ({ networks: allowed, rpcUrls }: WalletPolicy): string => {
  const where = allowed.includes(ANY)
    ? 'on every network'
    : allowed.length === 0
      ? 'on no network'
      : `on ${listed(allowed.map((name) => (isNetwork(name) ? networkFacts[name].title : name)))} only`
  const endpoints = rpcUrls.includes(ANY)
    ? ''
    : rpcUrls.length === 0
      ? ' through no endpoint'
      : ` through ${listed(rpcUrls)} only`
  return `act ${where}${endpoints}`
}

const addressClause = ({ allowAddresses, denyAddresses }: WalletPolicy): string => {
  if (denyAddresses.includes(ANY)) return 'pay and call nobody'
  const allowed = allowAddresses.includes(ANY)
    ? 'pay and call any address'
    : allowAddresses.length === 0
      ? 'pay and call nobody'
      : `pay and call ${counted(allowAddresses.length, 'address')} only`
  return denyAddresses.length > 0 ? `${allowed} except ${counted(denyAddresses.length, 'denied address')}` : allowed
}

const tokenClause = ({ tokens }: WalletPolicy): string => {
  if (tokens.includes(ANY)) return 'send any token'
  return tokens.length === 0 ? 'send no token' : `send ${listed(tokens.map(tokenName))} only`
}

const limitText = ({ token, perTransaction, perDay }: WalletLimit): string[] => {
  const most = [
    ...(perTransaction === null ? [] : [`${amountOf(token, perTransaction)} at a time`]),
    ...(perDay === null ? [] : [`${amountOf(token, perDay)} in 24 hours`]),
  ]
  return most.length > 0 ? [`at most ${listed(most)}`] : []
}

const limitClause = ({ limits }: WalletPolicy): string[] => {
  const texts = limits.flatMap(limitText)
  return texts.length > 0 ? [`spend ${listed(texts)}, fees included`] : []
}

const actions = {
  messageSigning: 'sign messages',
  privateKeyExport: 'show the private key where the app allows it',
  approvals: 'let others move tokens later',
  authorityChanges: 'hand accounts to others',
  durableNonces: 'sign transactions that never expire',
  unknownPrograms: 'call programs that the server cannot read',
  unreadableInstructions: 'sign instructions that the server cannot read',
} as const satisfies Partial<Record<keyof WalletPolicy, string>>

const actionClauses = (policy: WalletPolicy): { may: string[]; mayNot: string[] } => {
  const names = Object.keys(actions) as (keyof typeof actions)[]
  const of = (allowed: boolean) => names.filter((name) => policy[name] === allowed).map((name) => actions[name])
  return { may: of(true), mayNot: of(false) }
}

const isUnlimited = ({ perDay }: PartnerLimit): boolean => perDay === null

/** What app secrets may send of all wallets together. */
const partnerClause = ({ partnerLimits }: WalletPolicy): string => {
  const others = partnerLimits.find(({ token }) => token === ANY)
  const own = partnerLimits.filter(({ token, perDay }) => token !== ANY && perDay !== null && perDay !== '0')
  const none = partnerLimits.filter(({ token, perDay }) => token !== ANY && perDay === '0')
  const free = partnerLimits.filter((limit) => limit.token !== ANY && isUnlimited(limit))
  const most = own.map(({ token, perDay }) => amountOf(token, perDay!))
  const rest =
    !others || isUnlimited(others) ? 'any amount' : others.perDay === '0' ? 'nothing' : amountOf(ANY, others.perDay!)
  const parts = [
    ...(most.length > 0 ? [`at most ${listed(most)}`] : []),
    ...(none.length > 0
      ? [
          `no ${listed(
            none.map(({ token }) => tokenName(token)),
            'or',
          )}`,
        ]
      : []),
    ...(free.length > 0 ? [`any amount of ${listed(free.map(({ token }) => tokenName(token)))}`] : []),
  ]
  const rested =
    parts.length === 0 ? rest : others && rest.endsWith('any other token') ? rest : `${rest} of other tokens`
  return `app secrets together send ${[...parts, rested].join('; ')} in 24 hours`
}

/**
 * A wallet policy read back as one English sentence, from the effective rules. Amounts of a network's own token are in
 * units that people use, those of other tokens in smallest units. Pure: for consoles, without the server.
 */
export const policySentence = (policy: WalletPolicy): string => {
  const { may, mayNot } = actionClauses(policy)
  const allowed = [
    ...[networkClause(policy), addressClause(policy), tokenClause(policy), ...limitClause(policy)],
    ...may,
  ]
  const refused = mayNot.length > 0 ? `, and may not ${listed(mayNot, 'or')}` : ''
  return `Wallets may ${listed(allowed)}${refused}; ${partnerClause(policy)}.`
}
