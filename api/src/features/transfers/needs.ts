import type { Platform } from '../../resources.ts'
import type { AccountChangeNeeds } from '../account-changes/needs.ts'
import type { Nodes } from '../nodes/nodes.ts'

/** What sends need. The export of a key is a change of the account. */
export interface TransferNeeds extends AccountChangeNeeds, Pick<Platform, 'signer'> {
  nodes: Nodes
}
