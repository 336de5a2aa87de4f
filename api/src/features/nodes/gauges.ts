import { networks } from '@openauth/client'
import { gauges, type Gauges, type Reading } from '../../lib/metrics/gauges.ts'
import type { NodeWatch } from './node-watch.ts'
import type { Nodes } from './nodes.ts'

const help = {
  openauth_node_up: 'Whether the last call to this node was answered. Nodes that were never called have no number.',
  openauth_node_last_answer_age_seconds: 'Time since this node last answered.',
  openauth_node_height: 'The slot or block that this node last told.',
  openauth_node_height_age_seconds:
    'For how long this node told the same height: between the first and the last time that it was asked.',
}

/** What is known of each node of the settings from calls that were made anyway; asks none. */
export const nodeGauges = (nodes: Nodes, nodeWatch: NodeWatch): Gauges =>
  gauges('nodes', help, () => {
    const down = new Set(nodeWatch.outages().map(({ network, host }) => `${network} ${host}`))
    const all = networks.flatMap((network) =>
      [...nodes[network].keys()].map((url) => ({ network, url, host: new URL(url).host })),
    )
    const readings = all.flatMap(({ network, url, host }): Reading<keyof typeof help>[] => {
      const labels = { network, host }
      const isDown = down.has(`${network} ${host}`)
      const last = nodeWatch.lastAnswerAt(network, url)
      if (!last) return isDown ? [{ name: 'openauth_node_up', value: 0, labels }] : []
      return [
        { name: 'openauth_node_up', value: isDown ? 0 : 1, labels },
        { name: 'openauth_node_last_answer_age_seconds', value: (Date.now() - last.getTime()) / 1000, labels },
      ]
    })
    const heights = nodeWatch.heights().flatMap(({ network, host, height, since, lastAt }) => [
      { name: 'openauth_node_height' as const, value: height, labels: { network, host } },
      { name: 'openauth_node_height_age_seconds' as const, value: (lastAt - since) / 1000, labels: { network, host } },
    ])
    return [...readings, ...heights]
  })
