import { type ChainFacts, type NetworkFacts, type WalletChain } from './chains/chain.ts'
import { chains } from './chains/index.ts'

type Chains = typeof chains
type NetworkOf<C> = C extends { networks: infer N } ? keyof N & string : never

/** The EVM networks. */
export type EvmNetwork = NetworkOf<Chains['evm']>
/** All networks of the wallets. */
export type Network = NetworkOf<Chains[keyof Chains]>

/** Names in their order; at least one, as lists of allowed values must have. */
type Names<N extends string> = readonly [N, ...N[]]

const allChains: readonly ChainFacts[] = Object.values(chains)

const namesOf = <N extends string>(...some: readonly ChainFacts[]): Names<N> =>
  some.flatMap((chain) => Object.keys(chain.networks)) as unknown as Names<N>

export const evmNetworks = namesOf<EvmNetwork>(chains.evm)
export const networks = namesOf<Network>(...allChains)

const chainOf = new Map(allChains.flatMap((chain) => Object.keys(chain.networks).map((name) => [name, chain] as const)))

export const networkFacts = Object.fromEntries(allChains.flatMap((chain) => Object.entries(chain.networks))) as Record<
  Network,
  NetworkFacts
>

/** Test networks, whose tokens have no value. */
export const testNetworks: readonly Network[] = networks.filter((network) => networkFacts[network].isTest)

/** Stands for a chain's own token in token references. */
export const NATIVE = 'native'

export const isEvmNetwork = (network: Network): network is EvmNetwork =>
  (evmNetworks as readonly string[]).includes(network)

/** The chain of the wallet that a network uses. */
export const walletChainOf = (network: Network): WalletChain => chainOf.get(network)!.wallet

/** Whether a text names a token of a network, by its form; false for what is no network. */
export const isTokenOf = (network: string, token: string): boolean => {
  const chain = chainOf.get(network)
  return chain !== undefined && (token === NATIVE || chain.tokenForm?.test(token) === true)
}

/** Whether a text has the form of an address of any chain. */
export const isAddressForm = (text: string): boolean => allChains.some(({ addressForm }) => addressForm.test(text))

/** The chains' titles, for a sentence: `Solana, Ethereum or Vara`. */
export const chainTitles = allChains
  .map(({ title }) => title)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1')
