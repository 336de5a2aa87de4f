/** The EVM networks. */
export const evmNetworks = ['mainnet', 'sepolia', 'bsc', 'bscTestnet', 'base', 'baseSepolia', 'moonbeam'] as const
export type EvmNetwork = (typeof evmNetworks)[number]

/** All networks of the wallets. */
export const networks = ['solana', ...evmNetworks, 'vara'] as const
export type Network = (typeof networks)[number]

/** Test networks, whose tokens have no value. */
export const testNetworks: readonly Network[] = ['sepolia', 'bscTestnet', 'baseSepolia']

/** Stands for a chain's own token in token references. */
export const NATIVE = 'native'

export const isEvmNetwork = (network: Network): network is EvmNetwork =>
  (evmNetworks as readonly string[]).includes(network)

/** The chains that a user has a wallet on. `polkadot` is also Vara's: the key is the same, the address has another prefix. */
export const walletChains = ['solana', 'ethereum', 'polkadot'] as const
export type WalletChain = (typeof walletChains)[number]

/** The chain of the wallet that a network uses. */
export const walletChainOf = (network: Network): WalletChain =>
  network === 'solana' ? 'solana' : network === 'vara' ? 'polkadot' : 'ethereum'
