import { type Network, networks } from '@openauth/client'
import type { Settings } from '../../../env.ts'
import { adapterOf } from './index.ts'
import type { NodeWatch } from '../../nodes/node-watch.ts'
import type { AcceptChainOf, Nodes } from '../../nodes/nodes.ts'

/** How often to check for a restarted chain, if that is accepted. Milliseconds. */
const RECHECK_MS = 2_000

/**
 * Creates a client per endpoint for the lifetime of the server. A client stores the chain of its endpoint and refuses
 * another one unless `accept` is given. The outcome of each call is noted in the watch.
 */
export const createNodes = (rpcUrls: Settings['rpcUrls'], { watch }: NodeWatch, accept?: AcceptChainOf): Nodes => {
  const connect = (network: Network, url: string): object => {
    const accepting = accept && {
      acceptChain: (genesisHash: string) => accept(network, url, genesisHash),
      trustForMs: RECHECK_MS,
    }
    return watch(network, url, adapterOf(network).connect({ network, url, ...accepting }))
  }
  const clientsOf = (network: Network) => new Map(rpcUrls[network].map((url) => [url, connect(network, url)]))
  return Object.fromEntries(networks.map((network) => [network, clientsOf(network)])) as unknown as Nodes
}
