import type { Context } from '../../handler.ts'
import type { Database, Numbered, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { type AvatarSource, serializeSource } from '../avatars/source.ts'
import { createUser, IdentityTakenError, CredentialSpentError } from '../users/create.ts'
import { migrateSubject } from './migrate-subject.ts'
import { addressKey } from './attempts.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { oneTimeDigest } from './one-time.ts'
import { reusableDigest } from './reusable.ts'
import type { VerifiedCredential } from './verified-credential.ts'
import type { LoginNeeds } from './needs.ts'

interface Known {
  id: string
  disabled: boolean
  display: string
  displayName: string | null
  avatar: string | null
  avatarSource: string | null
  loginVersion: number
  /** Seconds since the user was last seen. */
  idle: number
}

const find: Statement = {
  name: 'identity-user',
  text: `
    SELECT g.n, u.id, u."disabledAt" IS NOT NULL AS disabled, i.display, u."displayName", u.avatar, u."avatarSource", u."loginVersion",
      extract(epoch FROM now() - u."lastSeenAt")::float8 AS idle
    FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS g ("appId", provider, subject, n)
    JOIN "Identity" i ON i."appId" = g."appId" AND i.provider = g.provider AND i.subject = g.subject
    JOIN "User" u ON u.id = i."userId" AND u."deletedAt" IS NULL`,
}

const findKnown = async (db: Database, appId: string, verified: VerifiedCredential): Promise<Known | undefined> => {
  const { provider, subject } = verified.identity
  const values = [appId, provider, subject]
  const known = await db.batch<Known & Numbered>(find, values)
  if (known || verified.formerSubject === undefined) return known
  await migrateSubject(db, appId, verified)
  return db.batch<Known & Numbered>(find, values)
}

/** Creates the user; a concurrent login may have created it meanwhile. */
const createAccount = async (
  deps: LoginNeeds,
  app: LoginApp,
  verified: VerifiedCredential,
): Promise<Known | undefined> => {
  const { db, keys } = deps
  const { opensOnce, displayName = null } = verified
  const spend = opensOnce && { digest: oneTimeDigest(opensOnce.secret), expiresAt: opensOnce.expiresAt }
  await createUser(db, keys, app.id, verified.identity, { displayName, ...(spend ? { spend } : {}) }).catch(
    (error: unknown) => {
      if (error instanceof CredentialSpentError) throw new Problem('init_data_used')
      if (!(error instanceof IdentityTakenError)) throw error
    },
  )
  const created = await findKnown(db, app.id, verified)
  return created && { ...created, idle: Infinity }
}

/** How long to wait before another attempt to copy a picture. Seconds. */
const PICTURE_RETRY_INTERVAL = 86_400

/** Whether to copy the provider's picture: if the user has none, or if it changed and the user has not chosen another. */
const wantsPicture = ({ avatar, avatarSource, idle }: Known, picture: AvatarSource): boolean => {
  if (avatar === null) return avatarSource === null && idle > PICTURE_RETRY_INTERVAL
  return avatarSource !== null && avatarSource !== serializeSource(picture)
}

/** Updates the display name of the identity and the picture from the provider. */
const refreshProfile = async (
  { db, avatars }: Pick<LoginNeeds, 'db' | 'avatars'>,
  known: Known,
  { identity, picture }: VerifiedCredential,
) => {
  if (known.display !== identity.display) {
    const { provider, display } = identity
    await db.prisma.identity.updateMany({ where: { userId: known.id, provider }, data: { display } })
  }
  // Not awaited: if the job is lost, the next login requests the copy again.
  if (picture && wantsPicture(known, picture)) void avatars.requestCopy(known.id, picture)
}

/** How often a login is retried because the user changed or was deleted meanwhile. */
const MAX_TRIES = 3

/**
 * Logs in the user of a verified credential, and creates the user if needed. Returns the session's token. A session starts
 * only if the user is unchanged since it was found: after the removal of a login method, the user is searched again.
 */
export const completeLogin = async (
  deps: LoginNeeds,
  app: LoginApp,
  verified: VerifiedCredential,
  context: Context,
): Promise<{ token: string }> => {
  const { db, attempts, sessions } = deps
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    let user = await findKnown(db, app.id, verified)
    if (!user && verified.knownOnly) throw new Problem('account_not_expected')
    if (!user && verified.limited && tries === 0) await attempts.consume(['registrationByIp', addressKey(context.ip)])
    user ??= await createAccount(deps, app, verified)
    if (!user) continue
    if (user.disabled) throw new Problem('user_disabled')
    const start = {
      userId: user.id,
      appId: app.id,
      jwtTTL: app.jwtTTL,
      loginVersion: user.loginVersion,
      reusable: verified.reusable && reusableDigest(verified.reusable),
    }
    const token = await sessions.start(start, verified.identity.provider, context)
    if (!token) continue
    await deps.loginOutcomes.succeeded(app.id, verified.identity.provider)
    await refreshProfile(deps, user, verified)
    return { token }
  }
  throw new Problem('user_disabled')
}
