import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { nodeAt, type Nodes } from '../../../nodes/nodes.ts'

/** A Solana node of the server's list; default: the first. Throws `rpc_not_allowed`. */
export const solanaNodeAt = (nodes: Nodes, rpcUrl: string | undefined): { url: string; rpc: SolanaRpc } =>
  // The adapter of Solana connects them.
  nodeAt(nodes, 'solana', rpcUrl) as { url: string; rpc: SolanaRpc }
