/** The maximum number of invited users that are listed per level; the totals count all. */
export const LISTED_REFERRALS = 1000
