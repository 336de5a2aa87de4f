import type { Provider } from '@openauth/client'
import type { IdentityModel, Tx } from '../../db.ts'
import { lookalikeOf } from '../users/create.ts'
import { providerOf } from '../identities/identity.ts'

/** An identity as stored in an account change, from which it can be restored. */
export interface StoredIdentity {
  provider: Provider
  subject: string
  display: string
  founding: boolean
  confirmedAt: string | null
  createdAt: string
}

/** An identity as JSON, for the record of a change that can be undone. */
export const storedIdentityOf = (identity: IdentityModel): StoredIdentity & Record<string, string | boolean | null> => {
  const { subject, display, founding, confirmedAt, createdAt } = identity
  return {
    provider: providerOf(identity),
    subject,
    display,
    founding,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** Restores a removed identity with its dates. Throws a unique violation if another user has it by now. */
export const restoreIdentity = async (
  tx: Tx,
  { userId, appId }: { userId: string; appId: string },
  { confirmedAt, createdAt, ...identity }: StoredIdentity,
): Promise<void> => {
  const times = { createdAt: new Date(createdAt), confirmedAt: confirmedAt && new Date(confirmedAt) }
  await tx.identity.create({
    data: { ...identity, ...lookalikeOf(identity), ...times, userId, appId },
    select: { userId: true },
  })
}
