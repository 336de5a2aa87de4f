/** The longest that support acts in the name of a user. Minutes. */
export const MAX_SUPPORT_MINUTES = 15

/** In place of a login method, in lists of a user's sessions and account changes: what support did. */
export const SUPPORT = 'support'
