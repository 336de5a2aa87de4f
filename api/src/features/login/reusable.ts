import type { Database } from '../../db.ts'
import { oneTimeDigest, spend } from './one-time.ts'

/**
 * A credential that whoever has seen it can show again: Telegram's init data, a provider's access token, a signature of the
 * legacy sentence. Whoever steals a session finds what it began with, so that only its first use confirms anything.
 */
export interface Reusable {
  secret: string
  /** When it is worth nothing any more; null where it works for ever, and its first use may have been anywhere. */
  expiresAt: Date | null
}

const named = (secret: string): string => `used ${secret}`

/** How a session's start marks the first use. */
export const reusableDigest = ({ secret, expiresAt }: Reusable) => ({ digest: oneTimeDigest(named(secret)), expiresAt })

/** Marks the first use outside of a login; false where it was used before, by a login too. */
export const useOnce = (db: Database, appId: string, secret: string, expiresAt: Date): Promise<boolean> =>
  spend(db, appId, named(secret), expiresAt)
