import type { Network } from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { Settings } from '../../env.ts'
import { type EvmChainName, EVM_CHAIN_NAMES, evmChains } from '../../lib/ethereum/chains.ts'
import { createEvmRpc, type EvmRpc } from '../../lib/ethereum/rpc.ts'
import { createSolanaRpc, type SolanaRpc } from '../../lib/solana/rpc.ts'
import { createVaraRpc, type VaraRpc } from '../../lib/vara/rpc.ts'
import type { NodeWatch } from './node-watch.ts'

/** The client of one endpoint of a network. */
export type RpcOf<N extends Network> = N extends 'solana' ? SolanaRpc : N extends 'vara' ? VaraRpc : EvmRpc

/** The nodes of the settings by network and address. */
export type Nodes = { readonly [N in Network]: ReadonlyMap<string, RpcOf<N>> }

const clientsOf = <T>(urls: readonly string[], create: (url: string) => T): ReadonlyMap<string, T> =>
  new Map(urls.map((url) => [url, create(url)]))

/** Called with the genesis hash of an endpoint's chain. */
export type AcceptChainOf = (network: Network, url: string, genesisHash: string) => Promise<void>

/** How often to check for a restarted chain, if that is accepted. Milliseconds. */
const RECHECK_MS = 2_000

/**
 * Creates a client per endpoint for the lifetime of the server. A client stores the chain of its endpoint and refuses
 * another one unless `accept` is given. The outcome of each call is noted in the watch.
 */
export const createNodes = (rpcUrls: Settings['rpcUrls'], { watch }: NodeWatch, accept?: AcceptChainOf): Nodes => {
  const accepting = (network: Network, url: string) =>
    accept && { acceptChain: (genesisHash: string) => accept(network, url, genesisHash), trustForMs: RECHECK_MS }
  const evmOf = (name: EvmChainName) => (url: string) =>
    watch(name, url, createEvmRpc({ url, chain: evmChains[name], ...accepting(name, url) }))
  return {
    solana: clientsOf(rpcUrls.solana, (url) =>
      watch(
        'solana',
        url,
        createSolanaRpc({ url, ...accepting('solana', url), ...(accept && { recheckMs: RECHECK_MS }) }),
      ),
    ),
    vara: clientsOf(rpcUrls.vara, (url) => watch('vara', url, createVaraRpc({ url, ...accepting('vara', url) }))),
    ...(Object.fromEntries(EVM_CHAIN_NAMES.map((name) => [name, clientsOf(rpcUrls[name], evmOf(name))])) as Record<
      EvmChainName,
      ReadonlyMap<string, EvmRpc>
    >),
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/**
 * The node with an address of the server's list; default: the network's first. Throws `rpc_not_allowed` for addresses that
 * are not on the list.
 */
export const nodeAt = <N extends Network>(
  nodes: Nodes,
  network: N,
  rpcUrl: string | undefined,
): { url: string; rpc: RpcOf<N> } => {
  const known = nodes[network] as ReadonlyMap<string, RpcOf<N>>
  for (const [url, rpc] of known)
    if (rpcUrl === undefined || withoutSlash(rpcUrl) === withoutSlash(url)) return { url, rpc }
  throw known.size === 0
    ? new Problem('rpc_not_allowed', { message: `This server has no RPC endpoint of ${network}` })
    : new Problem('rpc_not_allowed')
}
