import type { Network } from '@openauth/client'
import type { ReadClaims } from '../tokens/token-names.ts'
import { adapterOf } from '../transfers/chains/index.ts'
import { nodeAt } from '../nodes/nodes.ts'
import type { WalletNeeds } from './needs.ts'

/** Reads the metadata that tokens claim, from a node of the network. */
export const claimReader =
  (deps: WalletNeeds, { network, rpcUrl }: { network: Network; rpcUrl?: string | undefined }): ReadClaims =>
  async (addresses) => {
    const adapter = adapterOf(network)
    if (!adapter.readClaims) return new Map()
    return adapter.readClaims(nodeAt(deps.nodes, network, rpcUrl).rpc, addresses)
  }
