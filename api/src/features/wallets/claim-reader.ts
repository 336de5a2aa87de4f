import { type EvmNetwork, isEvmNetwork, type Network } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { loadLibrary } from '../transfers/chains/evm/load-library.ts'
import type { ReadClaims } from '../tokens/token-names.ts'
import { nodeAt } from './nodes.ts'

/** Reads the metadata that tokens claim, from a node of the network. */
export const claimReader =
  (deps: Deps, { network, rpcUrl }: { network: Network; rpcUrl?: string | undefined }): ReadClaims =>
  async (addresses) => {
    if (network === 'solana') {
      const { readTokenMetadata } = await import('../../lib/solana/token-metadata.ts')
      return readTokenMetadata(nodeAt(deps.nodes, network, rpcUrl).rpc, addresses)
    }
    if (!isEvmNetwork(network)) return new Map()
    const { rpc } = nodeAt(deps.nodes, network satisfies EvmNetwork, rpcUrl)
    const { tokenMetadata } = await loadLibrary()
    const claims = addresses.map(async (address) => [address, await tokenMetadata(rpc, address)] as const)
    return new Map(await Promise.all(claims))
  }
