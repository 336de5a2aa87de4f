/** The maximum number of invited users that are listed per level; the totals count all. */
export const LISTED_REFERRALS = 1000

/** The most users of a call of the import, and of a page of the export. */
export const BULK_USERS = 1000
