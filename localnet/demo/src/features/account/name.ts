import type { UserProfile } from '@openauth/client'

/** What to call a user. */
export const nameOf = ({ displayName, username, email, google, referCode }: UserProfile): string =>
  displayName ?? username ?? email ?? google ?? `Player ${referCode}`
