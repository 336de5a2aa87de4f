import { isEvmNetwork, type Network, networks } from '@openauth/client'
import { z } from 'zod'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import type { VaraRpc } from '../../lib/vara/rpc.ts'
import type { NodeWatch } from '../wallets/node-watch.ts'
import type { Nodes } from '../wallets/nodes.ts'
import { probe, type Probe } from './probe.ts'

/** A question that every node answers, and no cache of ours. */
const ask = (network: Network, rpc: EvmRpc | SolanaRpc | VaraRpc): Promise<unknown> => {
  if (network === 'solana') return (rpc as SolanaRpc).call('getSlot', [], z.number())
  return (rpc as EvmRpc | VaraRpc).call(isEvmNetwork(network) ? 'eth_blockNumber' : 'chain_getHeader', [])
}

export interface NodeHealth extends Probe {
  network: Network
  host: string
  lastAnswerAt: Date | null
}

/** Asks every node of the settings. */
export const createNodeProbes = (nodes: Nodes, { lastAnswerAt }: NodeWatch): (() => Promise<NodeHealth[]>) => {
  const all = networks.flatMap((network) =>
    [...(nodes[network] as ReadonlyMap<string, EvmRpc | SolanaRpc | VaraRpc>)].map(([url, rpc]) => ({
      network,
      url,
      rpc,
    })),
  )
  return () =>
    Promise.all(
      all.map(async ({ network, url, rpc }) => {
        const result = await probe(() => ask(network, rpc))
        return { ...result, network, host: new URL(url).host, lastAnswerAt: lastAnswerAt(network, url) }
      }),
    )
}
