import type { Keyed, Statement } from '../../db.ts'

export interface UserRow extends Keyed {
  displayName: string | null
  avatar: string | null
  username: string | null
  email: string | null
  /** Of the grant that was asked about, as long as it lasts. */
  sessionId: string | null
}

/** What is read of a user `u`. */
export const userColumns = `u."displayName", u.avatar,
  (SELECT i.display FROM "Identity" i WHERE i."userId" = u.id AND i.provider = 'username') AS username,
  (SELECT i.display FROM "Identity" i WHERE i."userId" = u.id AND i.provider = 'email') AS email`

export const mayLogIn = 'u."deletedAt" IS NULL AND u."disabledAt" IS NULL'

/** Finds users with the session of a grant. The keys (`db.find`) are app, user and the grant's digest in hexadecimal, if any. */
export const findUser: Statement = {
  name: 'oidc-account',
  text: `
    SELECT k AS key, r."sessionId", ${userColumns}
    FROM unnest($1::text[]) k
    JOIN "User" u ON u.id = split_part(k, ' ', 2)::uuid AND u."appId" = split_part(k, ' ', 1)::uuid
      AND ${mayLogIn}
    LEFT JOIN "OidcRecord" r ON r."appId" = u."appId" AND r.kind = 'Grant' AND r.digest = decode(split_part(k, ' ', 3), 'hex')`,
}
