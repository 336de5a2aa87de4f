import type { identityFields, Provider, UserProfile } from '@openauth/client'
import type { Database, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { flatIdentities } from '../users/identity.ts'

/** The hottest read of the platform: one prepared statement, straight into the wire form. */
const findProfile: Statement = {
  name: 'profile',
  text: `
    SELECT u.id, u."referCode", u.avatar, u."displayName", u."referrerId" AS referrer,
      (extract(epoch FROM u."createdAt") * 1000)::float8 AS "createdAt",
      (extract(epoch FROM u."lastSeenAt") * 1000)::float8 AS "lastSeenAt",
      u."disabledAt" IS NOT NULL AS disabled,
      (SELECT json_object_agg(i.provider, i.display) FROM "Identity" i WHERE i."userId" = u.id) AS identities
    FROM "User" u WHERE u.id = $1 AND u."deletedAt" IS NULL`,
}

type Row = Omit<UserProfile, (typeof identityFields)[Provider]> & {
  identities: Partial<Record<Provider, string>> | null
}

/** A user's profile in wire form. */
export const readProfile = async (db: Database, userId: string): Promise<UserProfile> => {
  const [row] = await db.query<Row>(findProfile, [userId])
  if (!row) throw new Problem('unauthorized')
  const { identities, ...user } = row
  return { ...user, ...flatIdentities(identities ?? {}) }
}
