import { areDecimals, decimalAmount } from './contract/decimal-amount.ts'
import { networkFacts } from './contract/networks.ts'
import { NATIVE, type Network, networks } from './contract/networks.ts'
import { ANY } from './contract/facts/wallet-policies.ts'
import { englishPolicy, type PolicyLanguage } from './policy-language.ts'

/** What is known of a token beside its reference; of a network's own token the network's facts are taken. */
export interface TokenUnit {
  decimals?: number | null | undefined
  /** Only where the server or the app vouches for it. */
  symbol?: string | null | undefined
}

const isNetwork = (text: string): text is Network => (networks as readonly string[]).includes(text)

/** The network, address and unit of a token's reference; undefined of another text, such as `*`. */
const tokenOf = (ref: string, unit: TokenUnit) => {
  const colon = ref.indexOf(':')
  const network = ref.slice(0, colon)
  if (!isNetwork(network)) return undefined
  const address = ref.slice(colon + 1)
  const { title, ...facts } = networkFacts[network]
  const { symbol, decimals } = address === NATIVE ? facts : unit
  return { network: title, address, symbol, decimals }
}

/** What people call a token: `SOL on Solana`, or its address where it has no symbol that is vouched for. */
export const policyTokenName = (
  ref: string,
  { phrase }: PolicyLanguage = englishPolicy,
  unit: TokenUnit = {},
): string => {
  if (ref === ANY) return phrase('anyOtherToken')
  const token = tokenOf(ref, unit)
  if (!token) return ref
  const { network, address, symbol } = token
  return symbol ? phrase('nativeToken', { symbol, network }) : phrase('otherToken', { address, network })
}

/** An amount of a token without its name: as people write it where the decimals are known, else in smallest units. */
export const policyDigits = (ref: string, units: string, unit: TokenUnit = {}): string => {
  const decimals = tokenOf(ref, unit)?.decimals
  return areDecimals(decimals) ? decimalAmount(units, decimals) : units
}

/** An amount of a token: `1.5 SOL on Solana`, or smallest units where the token's decimals are not known. */
export const policyAmount = (
  ref: string,
  units: string,
  language: PolicyLanguage = englishPolicy,
  unit: TokenUnit = {},
): string => {
  const { phrase } = language
  const token = tokenOf(ref, unit)
  const name = policyTokenName(ref, language, unit)
  if (!token || !areDecimals(token.decimals)) return phrase('units', { units, token: name })
  const { network, symbol } = token
  const amount = policyDigits(ref, units, unit)
  return symbol ? phrase('amount', { amount, symbol, network }) : phrase('amountOfToken', { amount, token: name })
}
