import type { Database } from '../../db.ts'
import { oneTimeDigest, spend } from './one-time.ts'

/**
 * A credential that can be replayed by whoever has seen it: Telegram's init data, a provider's access token, a
 * signature of the legacy sentence. The thief of a session may have the credential with which it began, so that only
 * its first use confirms account changes.
 */
export interface Reusable {
  secret: string
  /** When it expires; null if it never does, and its first use may have been anywhere. */
  expiresAt: Date | null
}

const usedKey = (secret: string): string => `used ${secret}`

/** The digest by which the start of a session records the first use. */
export const reusableDigest = ({ secret, expiresAt }: Reusable) => ({
  digest: oneTimeDigest(usedKey(secret)),
  expiresAt,
})

/** Records a first use outside of a login; false if it was used before, by a login too. */
export const useOnce = (db: Database, appId: string, secret: string, expiresAt: Date): Promise<boolean> =>
  spend(db, appId, usedKey(secret), expiresAt)
