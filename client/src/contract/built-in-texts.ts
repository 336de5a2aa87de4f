import type { BrandTextName } from './facts/brand.ts'

/**
 * The messages of the players' front end that stand where an app has no text of its own. Beside the contract of the brand,
 * because the first load of the players' pages has no schemas.
 */
export const builtInTextIds = {
  login: 'login.explore',
  earnLoggedOut: 'earn.loggedOut',
  earnUnlock: 'earn.unlock',
  earn: 'earn.participate',
  stake: 'earn.stake',
  stakeHint: 'earn.stakeHint',
  play: 'earn.play',
  playHint: 'earn.playHint',
  referral: 'referral.loggedOut',
  wallet: 'wallet.loggedOut',
  share: 'referral.shareText',
} as const satisfies Record<BrandTextName, string>
