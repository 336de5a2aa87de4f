import { payoutNetwork } from '@openauth/client'
import { nodeAt, type Nodes } from '../../nodes/nodes.ts'
import { adapterOf } from '../../transfers/chains/index.ts'
import type { PayoutNode } from '../../transfers/pay-out.ts'

const { payouts } = adapterOf(payoutNetwork)
if (!payouts) throw new Error(`Claims are paid on ${payoutNetwork}, and its adapter pays nothing out`)

/** Payments that fit into one transaction. */
export const MOST_PAYOUTS = payouts.most

/** The chain that claims are paid on, by the server's first node of it. Throws `rpc_not_allowed` where the server has none. */
export const payoutNode = (nodes: Nodes): PayoutNode => ({
  ...nodeAt(nodes, payoutNetwork, undefined),
  network: payoutNetwork,
  chain: payouts,
})
