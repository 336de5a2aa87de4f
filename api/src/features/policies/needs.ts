import type { Platform } from '../../resources.ts'
import type { Nodes } from '../nodes/nodes.ts'

/** What wallet policies need. A dry run asks the chain. */
export interface PolicyNeeds extends Pick<Platform, 'db' | 'keys'> {
  nodes: Nodes
}
