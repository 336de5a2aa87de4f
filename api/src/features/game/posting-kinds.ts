import type { RingEntryModel } from '../../db.ts'

export type PostingKind = RingEntryModel['kind']

/**
 * What the postings of each kind are: `earned` ones count for levels and boards; `spent` ones pay for something in the game; `claimed` ones take
 * rings out of the game or give them back, and `adjusted` ones are an operator's. Those not earned change the balance only.
 */
const postingKinds = {
  taps: 'earned',
  tap_bot: 'earned',
  daily: 'earned',
  referral: 'earned',
  task: 'earned',
  boost: 'spent',
  squad: 'spent',
  claim: 'claimed',
  claim_returned: 'claimed',
  adjustment: 'adjusted',
} as const satisfies Record<PostingKind, 'earned' | 'spent' | 'claimed' | 'adjusted'>

type Meaning = (typeof postingKinds)[PostingKind]

export const isEarned = (kind: PostingKind): boolean => postingKinds[kind] === 'earned'

/** The kinds with some meanings, to compare with in a statement. */
export const kindsOf = (...meanings: Meaning[]): PostingKind[] =>
  (Object.keys(postingKinds) as PostingKind[]).filter((kind) => meanings.includes(postingKinds[kind]))

/** Kinds that others cause: they say nothing of when the player played. */
export const grantedKinds: PostingKind[] = ['referral', 'claim_returned', 'adjustment']
