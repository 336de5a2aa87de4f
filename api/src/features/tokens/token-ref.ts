import { isEvmNetwork, type Network } from '@openauth/client'

export interface TokenKey {
  network: string
  /** `native`, or the token's address; of EVM networks in lower case, since they are written in two ways. */
  address: string
}

/** The key of a token on a network. */
export const keyOfToken = (network: Network, address: string): TokenKey => ({
  network,
  address: isEvmNetwork(network) ? address.toLowerCase() : address,
})

/** A key in one text: `solana:native`. */
export const refOf = ({ network, address }: TokenKey): string => `${network}:${address}`
