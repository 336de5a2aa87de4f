import type { Network } from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { Settings } from '../../env.ts'
import { type EvmChainName, EVM_CHAIN_NAMES, evmChains } from '../../lib/ethereum/chains.ts'
import { createEvmRpc, type EvmRpc } from '../../lib/ethereum/rpc.ts'
import { createSolanaRpc, type SolanaRpc } from '../../lib/solana/rpc.ts'
import { createVaraRpc, type VaraRpc } from '../../lib/vara/rpc.ts'

/** The client of one endpoint of a network. */
export type RpcOf<N extends Network> = N extends 'solana' ? SolanaRpc : N extends 'vara' ? VaraRpc : EvmRpc

/** The nodes of the settings, by network and by their addresses as they stand there. */
export type Nodes = { readonly [N in Network]: ReadonlyMap<string, RpcOf<N>> }

const clientsOf = <T>(urls: readonly string[], create: (url: string) => T): ReadonlyMap<string, T> =>
  new Map(urls.map((url) => [url, create(url)]))

/** What is done about the chain that an endpoint is found to be of. */
export type AcceptChainOf = (network: Network, url: string, genesisHash: string) => Promise<void>

/** How soon a restarted chain is noticed where it is accepted. Milliseconds. */
const RECHECK_MS = 2_000

/**
 * One client for each endpoint, kept as long as the server runs: it remembers which chain it met, and refuses another one
 * unless `accept` is given.
 */
export const createNodes = (rpcUrls: Settings['rpcUrls'], accept?: AcceptChainOf): Nodes => {
  const accepting = (network: Network, url: string) =>
    accept && { acceptChain: (genesisHash: string) => accept(network, url, genesisHash), trustForMs: RECHECK_MS }
  const evmOf = (name: EvmChainName) => (url: string) =>
    createEvmRpc({ url, chain: evmChains[name], ...accepting(name, url) })
  return {
    solana: clientsOf(rpcUrls.solana, (url) =>
      createSolanaRpc({ url, ...accepting('solana', url), ...(accept && { recheckMs: RECHECK_MS }) }),
    ),
    vara: clientsOf(rpcUrls.vara, (url) => createVaraRpc({ url, ...accepting('vara', url) })),
    ...(Object.fromEntries(EVM_CHAIN_NAMES.map((name) => [name, clientsOf(rpcUrls[name], evmOf(name))])) as Record<
      EvmChainName,
      ReadonlyMap<string, EvmRpc>
    >),
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/**
 * The node of an address that is on the server's list, the network's first where none is named; a call never leads
 * anywhere else. Throws `rpc_not_allowed`.
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
