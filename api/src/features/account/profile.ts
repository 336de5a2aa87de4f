import type { identityFields, Provider, UserProfile } from '@openauth/client'
import type { Database, Keyed, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { publicAvatarUrl } from '../avatars/address.ts'
import { flatIdentities, shownByDisplay } from '../identities/identity.ts'

const listed = shownByDisplay.map((provider) => `'${provider}'`).join(', ')

/** The most frequent read: one prepared statement with one column almost in wire form. */
const findProfiles: Statement = {
  name: 'profiles',
  text: `
    SELECT u.id AS key, json_build_object(
      'id', u.id, 'referCode', u."referCode", 'avatar', u.avatar, 'displayName', u."displayName",
      'referrer', (SELECT r.id FROM "User" r WHERE r.id = u."referrerId" AND r."deletedAt" IS NULL),
      'disabled', u."disabledAt" IS NOT NULL,
      'deletionDueAt', (SELECT floor(extract(epoch FROM d."dueAt") * 1000) FROM "UserDeletion" d WHERE d."userId" = u.id),
      'createdAt', floor(extract(epoch FROM u."createdAt") * 1000),
      'lastSeenAt', floor(extract(epoch FROM u."lastSeenAt") * 1000),
      'identities', (
        SELECT json_object_agg(i.provider, CASE WHEN i.provider IN (${listed}) THEN i.display ELSE i.subject END)
        FROM "Identity" i WHERE i."userId" = u.id
      )
    ) AS profile
    FROM "User" u WHERE u.id = ANY($1) AND u."deletedAt" IS NULL`,
}

type Profile = Omit<UserProfile, (typeof identityFields)[Provider]> & {
  identities: Partial<Record<Provider, string>> | null
}

/** A user's profile in wire form. */
export const readProfile = async (db: Database, publicUrl: string, userId: string): Promise<UserProfile> => {
  const row = await db.find<Keyed & { profile: Profile }>(findProfiles, userId)
  if (!row) throw new Problem('unauthorized')
  // The compiled serializer writes declared fields only, which omits `identities`.
  const avatar = publicAvatarUrl(publicUrl, row.profile.avatar)
  return Object.assign(row.profile, flatIdentities(row.profile.identities ?? {}), { avatar })
}
