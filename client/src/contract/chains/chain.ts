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
  /** A test network, whose tokens have no value. */
  isTest?: true
  /**
   * What the app secrets of an app may send of the own token in 24 hours until an admin sets another limit: a few hundred dollars,
   * which a stolen secret costs at most. In smallest units.
   */
  partnerPerDay?: string
}

/** The chains that a user has a wallet on. `polkadot` is also Vara's: the key is the same, the address has another prefix. */
export const walletChains = ['solana', 'ethereum', 'polkadot'] as const
export type WalletChain = (typeof walletChains)[number]

/** What people call the wallet of each chain, and the field of answers that has its address. */
export const walletFacts = {
  solana: { title: 'Solana', field: 'solWallet' },
  ethereum: { title: 'Ethereum', field: 'ethWallet' },
  polkadot: { title: 'Polkadot', field: 'dotWallet' },
} as const satisfies Record<WalletChain, { title: string; field: string }>

/** What clients and rules know of a chain: networks that share addresses, tokens and an adapter of the server. */
export interface ChainFacts {
  title: string
  /** Whose wallet sends on it. */
  wallet: WalletChain
  addressForm: RegExp
  /** The addresses of its tokens; undefined where wallets send its own token alone. */
  tokenForm?: RegExp
  /** Addresses that differ only in case are one address. */
  isCaseless?: true
  /** Its sends are messages to programs: no wallet is paid by one. */
  programsOnly?: true
  /** How a serialized transaction is written, that the wallet policy can be tried on; undefined where none can be read. */
  transactionForm?: 'base64' | 'hex'
  networks: Record<string, NetworkFacts>
}

/** A whole number of tokens, or one with zeros behind it, in smallest units. */
export const smallestUnits = (units: number, decimals: number): string => `${units}${'0'.repeat(decimals)}`
