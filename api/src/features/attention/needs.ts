import type { Platform } from '../../resources.ts'
import type { GameServices } from '../game/needs.ts'
import type { NodeWatch } from '../nodes/node-watch.ts'
import type { TokenKeySet } from '../signing-keys/token-keys.ts'

type Watches = Pick<GameServices, 'ledgerWatch' | 'boardWatch'>

/** Where the list for operators looks for what needs them. */
export interface AttentionNeeds
  extends Pick<Platform, 'db' | 'keys' | 'settings' | 'mailer' | 'clock' | 'failedJobs'>, Watches {
  tokenKeys: TokenKeySet
  nodeWatch: NodeWatch
}
