import { z } from 'zod'

/** The EVM chains that a send may name. */
export const evmNetworks = ['mainnet', 'sepolia', 'bsc', 'bscTestnet', 'base', 'baseSepolia', 'moonbeam'] as const
export type EvmNetwork = (typeof evmNetworks)[number]

/** Every chain on which the wallets act. */
export const networks = ['solana', ...evmNetworks, 'vara'] as const
export type Network = (typeof networks)[number]

/** The word for a chain's own token where tokens are listed. */
export const NATIVE = 'native'

export const isEvmNetwork = (network: Network): network is EvmNetwork =>
  (evmNetworks as readonly string[]).includes(network)

/** Which of a user's three wallets acts on a network. */
export const walletChainOf = (network: Network): 'solana' | 'ethereum' | 'polkadot' =>
  network === 'solana' ? 'solana' : network === 'vara' ? 'polkadot' : 'ethereum'

const PLACE = /^([A-Za-z]+):(\S{1,80})$/

/** `solana:native`, `base:0x833…`: a token and the chain it is on. */
export const TokenRef = z.string().refine(
  (text) => {
    const network = PLACE.exec(text)?.[1]
    return network !== undefined && (networks as readonly string[]).includes(network)
  },
  { error: `must be a network, a colon and ${NATIVE} or the token's address, such as solana:${NATIVE}` },
)
