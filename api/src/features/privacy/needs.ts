import type { AccountChangeNeeds } from '../account-changes/needs.ts'
import type { GameServices } from '../game/needs.ts'
import type { WalletNeeds } from '../wallets/needs.ts'

/** What exports and deletions of users need: they confirm as changes of an account do, and look into wallets. */
export type PrivacyNeeds = AccountChangeNeeds & WalletNeeds & Pick<GameServices, 'boards'>
