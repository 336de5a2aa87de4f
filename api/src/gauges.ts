import { payoutGauges } from './features/game/payouts/gauges.ts'
import { nodeGauges } from './features/nodes/gauges.ts'
import type { Gauges } from './lib/metrics/gauges.ts'
import { serverGauges } from './server-gauges.ts'
import type { Services } from './services.ts'

/** The gauges of all parts of a server: a feature's stand in its folder, with its line here. */
export const createGauges = (services: Services, requests: Gauges): Gauges[] => [
  requests,
  ...serverGauges(services),
  nodeGauges(services.nodes, services.nodeWatch),
  ...payoutGauges(services),
]
