import { decimalAmount } from './decimal-amount.ts'
import { type Network, networkFacts } from './networks.ts'

const fill = (template: string, id: string): string => template.replace('{id}', () => encodeURIComponent(id))

/** The explorer's page of a transaction. */
export const transactionPageOf = (network: Network, hash: string): string =>
  fill(networkFacts[network].transactionPage, hash)

/** The explorer's page of a wallet or account. */
export const addressPageOf = (network: Network, address: string): string =>
  fill(networkFacts[network].addressPage, address)

/** An amount of a network's own token as people write it. */
export const nativeAmountOf = (network: Network, units: string): string =>
  decimalAmount(units, networkFacts[network].decimals)

/**
 * The inverse of nativeAmountOf: what people write, in smallest units. Undefined for what is no amount, or has more digits
 * after the point than the network counts.
 */
export const nativeUnitsOf = (network: Network, amount: string): string | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d+))?$/.exec(amount.trim()) ?? []
  const { decimals } = networkFacts[network]
  if (whole === undefined || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString()
}
