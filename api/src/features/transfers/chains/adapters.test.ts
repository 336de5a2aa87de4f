import { networks } from '@openauth/client'
import { expect, test } from 'vitest'
import { createNodeWatch } from '../../nodes/node-watch.ts'
import { createNodes } from './create-nodes.ts'
import { adapterOf } from './index.ts'

test.each(networks)('%s has the one adapter that names it', (network) => {
  const others = new Set(networks.map(adapterOf))
  expect([...others].filter((adapter) => adapter.networks.includes(network))).toEqual([adapterOf(network)])
})

test('every endpoint of the settings gets a client of its own, which makes no call before it is used', () => {
  const url = 'http://127.0.0.1:9'
  const rpcUrls = Object.fromEntries(networks.map((network) => [network, [url]])) as Record<
    (typeof networks)[number],
    string[]
  >
  const watch = createNodeWatch()
  const nodes = createNodes(rpcUrls, watch)
  expect(new Set(networks.map((network) => nodes[network].get(url))).size).toBe(networks.length)
  expect(watch.outages()).toEqual([])
})
