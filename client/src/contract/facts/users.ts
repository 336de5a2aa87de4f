import { identityFields, type Provider, providers } from '../providers.ts'

/** The maximum number of invited users that are listed per level; the totals count all. */
export const LISTED_REFERRALS = 1000

/** The most users of a call of the import, and of a page of the export. */
export const BULK_USERS = 1000

/** The fields of a user that can name it in a list. */
export type Named = Record<'displayName' | (typeof identityFields)[Provider], string | null> & { referCode: string }

const namingProviders = ['username', 'email', 'google', ...providers] as const

/** What lists call a user: display name, username, address or the name of another account; its refer code where it has none. */
export const userName = (user: Named): string => {
  if (user.displayName?.trim()) return user.displayName
  for (const provider of namingProviders) {
    const name = user[identityFields[provider]]
    if (name) return name
  }
  return user.referCode
}
