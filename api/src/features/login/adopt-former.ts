import { type Database, isUniqueViolation, type Statement } from '../../db.ts'
import type { Proof } from './proof.ts'

const adopt: Statement = {
  name: 'identity-adopt',
  text: `
    UPDATE "Identity" i SET subject = $3
    WHERE i."appId" = $1 AND i.provider = $2::"Provider" AND i.subject = $4
      AND NOT EXISTS (
        SELECT 1 FROM "Identity" o WHERE o."appId" = $1 AND o.provider = $2::"Provider" AND o.subject = $3)`,
}

/**
 * An imported identity of a former form takes its new one, unless somebody has that by now. Before a login looks for a
 * user and before a bind adds the identity to one: it is its owner's in either form.
 */
export const adoptFormer = async (db: Database, appId: string, { identity, formerSubject }: Proof): Promise<void> => {
  if (formerSubject === undefined) return
  const { provider, subject } = identity
  await db.query(adopt, [appId, provider, subject, formerSubject]).catch((error: unknown) => {
    // Somebody got there at the same moment: then it stands under its new form already.
    if (!isUniqueViolation(error)) throw error
  })
}
