import { type ChainFacts, type NetworkFacts, type WalletChain } from './chains/chain.ts'
import { chains } from './chains/index.ts'

type Chains = typeof chains
type NetworkOf<C> = C extends { networks: infer N } ? keyof N & string : never

/** The EVM networks. */
export type EvmNetwork = NetworkOf<Chains['evm']>
/** All networks of the wallets. */
export type Network = NetworkOf<Chains[keyof Chains]>
/** The networks on which a send pays an address. */
export type PaymentNetwork = NetworkOf<Exclude<Chains[keyof Chains], { programsOnly: true }>>

/** Names in their order; at least one, as lists of allowed values must have. */
type Names<N extends string> = readonly [N, ...N[]]

const allChains: readonly ChainFacts[] = Object.values(chains)

const namesOf = <N extends string>(...some: readonly ChainFacts[]): Names<N> =>
  some.flatMap((chain) => Object.keys(chain.networks)) as unknown as Names<N>

export const evmNetworks = namesOf<EvmNetwork>(chains.evm)
export const networks = namesOf<Network>(...allChains)
export const paymentNetworks = namesOf<PaymentNetwork>(...allChains.filter(({ programsOnly }) => !programsOnly))

const chainOf = new Map(allChains.flatMap((chain) => Object.keys(chain.networks).map((name) => [name, chain] as const)))

export const networkFacts = Object.fromEntries(allChains.flatMap((chain) => Object.entries(chain.networks))) as Record<
  Network,
  NetworkFacts
>

/** Test networks, whose tokens have no value. */
export const testNetworks: readonly Network[] = networks.filter((network) => networkFacts[network].isTest)

/** Stands for a chain's own token in token references. */
export const NATIVE = 'native'

/** The chain of the wallet that a network uses. */
export const walletChainOf = (network: Network): WalletChain => chainOf.get(network)!.wallet

/** Whether addresses that differ only in case are one address; false for what is no network. */
export const isCaseless = (network: string): boolean => chainOf.get(network)?.isCaseless ?? false

/** How serialized transactions of a network are written; undefined where none can be read. */
export const transactionFormOf = (network: Network): ChainFacts['transactionForm'] =>
  chainOf.get(network)!.transactionForm

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
