/** Characters of a user's password at least. */
export const MIN_PASSWORD = 6
/** Characters of an admin's password at least. */
export const MIN_ADMIN_PASSWORD = 8
/** Characters of a password at most. */
export const MAX_PASSWORD = 256
