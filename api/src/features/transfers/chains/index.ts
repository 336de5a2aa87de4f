import { type Network, networks } from '@openauth/client'
import type { ChainAdapter } from '../adapter.ts'
import { evm } from './evm/adapter.ts'
import { solana } from './solana/adapter.ts'
import { vara } from './vara/adapter.ts'

/** The chains of this server. */
const adapters: readonly ChainAdapter[] = [solana, evm, vara]

const adapterByNetwork = new Map(adapters.flatMap((adapter) => adapter.networks.map((network) => [network, adapter])))

for (const network of networks)
  if (!adapterByNetwork.has(network))
    throw new Error(`The contract has the network ${network}, and no adapter serves it`)

/** The adapter of a network of the contract. */
export const adapterOf = (network: Network): ChainAdapter => adapterByNetwork.get(network)!
