import type { Platform } from '../../resources.ts'
import type { LoginApps } from '../apps/login-apps.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Boards } from './boards/boards.ts'
import type { BoardWatch } from './boards/watch-boards.ts'
import type { PlayObserver } from './fair-play/observer.ts'
import type { RulesCache } from './rules.ts'
import type { SquadTotals } from './squads/totals.ts'
import type { LedgerWatch } from './watch-ledgers.ts'

/** What the tap game opens for its own calls and for those that look into it. */
export interface GameServices {
  /** The rules of each app's tap game. */
  gameRules: RulesCache
  /** Players by rings earned. */
  boards: Boards
  squadTotals: SquadTotals
  /** Which players' ledgers differ from their accounts. */
  ledgerWatch: LedgerWatch
  /** Whether boards say what the accounts say. */
  boardWatch: BoardWatch
  /** Notes how players play. */
  playObserver: PlayObserver
}

type GamePlatform = Pick<Platform, 'db' | 'keys' | 'signer' | 'settings' | 'attempts' | 'outbound' | 'clock'>

/** What the tap game needs. */
export interface GameNeeds extends GamePlatform, GameServices {
  loginApps: LoginApps
  nodes: Nodes
}
