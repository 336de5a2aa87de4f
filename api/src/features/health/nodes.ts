import { type Network, networks } from '@openauth/client'
import { adapterOf } from '../transfers/chains/index.ts'
import type { NodeWatch } from '../nodes/node-watch.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { probe, type Probe } from './probe.ts'

export interface NodeHealth extends Probe {
  network: Network
  host: string
  lastAnswerAt: Date | null
}

/** Asks every node of the settings. */
export const createNodeProbes = (nodes: Nodes, { lastAnswerAt }: NodeWatch): (() => Promise<NodeHealth[]>) => {
  const all = networks.flatMap((network) => [...nodes[network]].map(([url, rpc]) => ({ network, url, rpc })))
  return () =>
    Promise.all(
      all.map(async ({ network, url, rpc }) => {
        const result = await probe(() => adapterOf(network).probe(rpc))
        return { ...result, network, host: new URL(url).host, lastAnswerAt: lastAnswerAt(network, url) }
      }),
    )
}
