import type { Database, Statement } from '../../db.ts'

/** The app, and the user with the name if any, as a password login needs them. */
export interface PasswordAccount {
  jwtTTL: number
  enabled: boolean
  userId: string | null
  passwordHash: string | null
  disabled: boolean | null
}

const find: Statement = {
  name: 'password-account',
  text: `
    SELECT a."jwtTTL", coalesce((a."loginSettings" ->> 'usernameEnabled')::boolean, false) AS enabled, u.id AS "userId", u."passwordHash",
      u."disabledAt" IS NOT NULL AS disabled
    FROM "App" a
    LEFT JOIN "Identity" i ON i."appId" = a.id AND i.provider = 'username' AND i.subject = $2
    LEFT JOIN "User" u ON u.id = i."userId" AND u."deletedAt" IS NULL
    WHERE a.id = $1 AND a."deletedAt" IS NULL`,
}

/** One prepared statement; undefined if the app does not exist. */
export const findPasswordAccount = async (
  db: Database,
  appId: string,
  subject: string,
): Promise<PasswordAccount | undefined> =>
  (await db.query<PasswordAccount & { [key: string]: unknown }>(find, [appId, subject]))[0]
