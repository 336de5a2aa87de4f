import type { Platform } from '../../resources.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { TokenNames } from '../tokens/token-names.ts'

/** What balances and histories need. */
export interface WalletNeeds extends Pick<Platform, 'db' | 'keys' | 'attempts' | 'prices'> {
  nodes: Nodes
  tokenNames: TokenNames
}
