import type { AccountChangeNeeds } from '../account-changes/needs.ts'
import type { GameServices } from '../game/needs.ts'
import type { RingAccountNeeds } from '../game/open-account.ts'
import type { WalletRequest } from './bulk/imported-wallets.ts'

/** What operators and partners need to manage users: notices, ends of sessions, and the users' places on boards. */
export type UserManagementNeeds = AccountChangeNeeds &
  RingAccountNeeds &
  Pick<GameServices, 'boards'> & {
    /** Queues the making of wallets of imported users. Never throws. */
    requestWallets: (request: WalletRequest) => Promise<void>
  }
