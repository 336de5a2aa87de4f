import type { Network } from '@openauth/client'
import { Problem } from '../../errors.ts'

/** The clients of the settings' endpoints by network and address, as the network's adapter connects them. */
export type Nodes = Readonly<Record<Network, ReadonlyMap<string, object>>>

/** Called with the genesis hash of an endpoint's chain. */
export type AcceptChainOf = (network: Network, url: string, genesisHash: string) => Promise<void>

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/**
 * The node with an address of the server's list; default: the network's first. Its client is for the network's adapter, which
 * connected it. Throws `rpc_not_allowed` for addresses that are not on the list.
 */
export const nodeAt = (nodes: Nodes, network: Network, rpcUrl: string | undefined): { url: string; rpc: object } => {
  const known = nodes[network]
  for (const [url, rpc] of known)
    if (rpcUrl === undefined || withoutSlash(rpcUrl) === withoutSlash(url)) return { url, rpc }
  throw known.size === 0
    ? new Problem('rpc_not_allowed', { message: `This server has no RPC endpoint of ${network}` })
    : new Problem('rpc_not_allowed')
}
