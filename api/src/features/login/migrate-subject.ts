import { type Database, isUniqueViolation, type Statement } from '../../db.ts'
import type { VerifiedCredential } from './verified-credential.ts'

const migrate: Statement = {
  name: 'identity-migrate-subject',
  text: `
    UPDATE "Identity" i SET subject = $3
    WHERE i."appId" = $1 AND i.provider = $2 AND i.subject = $4
      AND NOT EXISTS (
        SELECT 1 FROM "Identity" o WHERE o."appId" = $1 AND o.provider = $2 AND o.subject = $3)`,
}

/**
 * Changes the subject of an imported identity from its former form to the current one, unless another user has that. Runs
 * before a login searches the user and before a bind adds the identity.
 */
export const migrateSubject = async (
  db: Database,
  appId: string,
  { identity, formerSubject }: VerifiedCredential,
): Promise<void> => {
  if (formerSubject === undefined) return
  const { provider, subject } = identity
  await db.query(migrate, [appId, provider, subject, formerSubject]).catch((error: unknown) => {
    // A concurrent call has already changed it.
    if (!isUniqueViolation(error)) throw error
  })
}
