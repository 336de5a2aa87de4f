import { decimalAmount } from './decimal-amount.ts'
import type { Network } from './networks.ts'

/** What people call a network, its own token, and where its public explorer has pages. */
export interface NetworkFacts {
  title: string
  /** Of the network's own token. */
  symbol: string
  /** Digits of the own token's amounts after the decimal point: lamports 9, wei 18, planck of Vara 12. */
  decimals: number
  /** The explorer's pages with `{id}` in place of a transaction's hash or signature, and of a wallet's address. */
  transactionPage: string
  addressPage: string
}

const etherscan = (title: string, symbol: string, site: string): NetworkFacts => ({
  title,
  symbol,
  decimals: 18,
  transactionPage: `${site}/tx/{id}`,
  addressPage: `${site}/address/{id}`,
})

export const networkFacts: Record<Network, NetworkFacts> = {
  solana: {
    title: 'Solana',
    symbol: 'SOL',
    decimals: 9,
    transactionPage: 'https://explorer.solana.com/tx/{id}',
    addressPage: 'https://explorer.solana.com/address/{id}',
  },
  mainnet: etherscan('Ethereum', 'ETH', 'https://etherscan.io'),
  sepolia: etherscan('Sepolia', 'ETH', 'https://sepolia.etherscan.io'),
  bsc: etherscan('BNB Smart Chain', 'BNB', 'https://bscscan.com'),
  bscTestnet: etherscan('BSC Testnet', 'tBNB', 'https://testnet.bscscan.com'),
  base: etherscan('Base', 'ETH', 'https://basescan.org'),
  baseSepolia: etherscan('Base Sepolia', 'ETH', 'https://sepolia.basescan.org'),
  moonbeam: etherscan('Moonbeam', 'GLMR', 'https://moonscan.io'),
  vara: {
    title: 'Vara',
    symbol: 'VARA',
    decimals: 12,
    transactionPage: 'https://vara.subscan.io/extrinsic/{id}',
    addressPage: 'https://vara.subscan.io/account/{id}',
  },
}

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
