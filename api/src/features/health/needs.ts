import type { Platform } from '../../resources.ts'
import type { NodeWatch } from '../nodes/node-watch.ts'
import type { Nodes } from '../nodes/nodes.ts'

/** What the report on health asks. */
export interface HealthNeeds extends Pick<Platform, 'db' | 'keys' | 'redis' | 'settings' | 'mailer'> {
  nodes: Nodes
  nodeWatch: NodeWatch
}
