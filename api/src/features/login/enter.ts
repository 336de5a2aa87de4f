import type { Context } from '../../auth.ts'
import type { Database, Statement } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { type AvatarSource, sourceText } from '../avatars/source.ts'
import { createUser, IdentityTakenError, ProofSpentError } from '../users/create.ts'
import { addressKey } from './attempts.ts'
import type { LoginApp } from './login-apps.ts'
import { oneTimeDigest } from './one-time.ts'
import type { Proof } from './proof.ts'

interface Known {
  id: string
  disabled: boolean
  display: string
  displayName: string | null
  avatar: string | null
  avatarSource: string | null
  /** Seconds since the user was last seen. */
  idle: number
}

const find: Statement = {
  name: 'identity-user',
  text: `
    SELECT u.id, u."disabledAt" IS NOT NULL AS disabled, i.display, u."displayName", u.avatar, u."avatarSource",
      extract(epoch FROM now() - u."lastSeenAt")::float8 AS idle
    FROM "Identity" i JOIN "User" u ON u.id = i."userId" AND u."deletedAt" IS NULL
    WHERE i."appId" = $1 AND i.provider = $2::"Provider" AND i.subject = $3`,
}

/** An identity of a former form takes its new one, unless somebody has that by now. */
const adopt: Statement = {
  name: 'identity-adopt',
  text: `
    UPDATE "Identity" i SET subject = $3
    WHERE i."appId" = $1 AND i.provider = $2::"Provider" AND i.subject = $4
      AND NOT EXISTS (
        SELECT 1 FROM "Identity" o WHERE o."appId" = $1 AND o.provider = $2::"Provider" AND o.subject = $3)`,
}

const findKnown = async (
  db: Database,
  appId: string,
  { identity, formerSubject }: Proof,
): Promise<Known | undefined> => {
  const { provider, subject } = identity
  const values = [appId, provider, subject]
  const [known] = await db.query<Known & Record<string, unknown>>(find, values)
  if (known || formerSubject === undefined) return known
  await db.query(adopt, [...values, formerSubject])
  return (await db.query<Known & Record<string, unknown>>(find, values))[0]
}

/** Makes the user, who may have been made meanwhile by a login at the same moment. */
const open = async (deps: Deps, app: LoginApp, proof: Proof, context: Context): Promise<Known> => {
  const { db, keys, limits } = deps
  if (proof.limited) await limits.take(['registrationByIp', addressKey(context.ip)])
  const displayName = proof.displayName ?? null
  const { opensOnce } = proof
  await createUser(db, keys, app.id, proof.identity, {
    displayName,
    ...(opensOnce ? { spend: { digest: oneTimeDigest(opensOnce.secret), expiresAt: opensOnce.expiresAt } } : {}),
  }).catch((error: unknown) => {
    if (error instanceof ProofSpentError) throw new Problem('init_data_used')
    if (!(error instanceof IdentityTakenError)) throw error
  })
  const made = await findKnown(db, app.id, proof)
  if (!made) throw new Error('A user that was just made is not there')
  return { ...made, idle: Infinity }
}

/** A picture that cannot be had is not asked for at every login. Seconds. */
const PICTURE_AGAIN_AFTER = 86_400

/** A picture is copied where none is known, and anew where the provider shows another; what the user chose stays. */
const wantsPicture = ({ avatar, avatarSource, idle }: Known, picture: AvatarSource): boolean => {
  if (avatar === null) return avatarSource === null && idle > PICTURE_AGAIN_AFTER
  return avatarSource !== null && avatarSource !== sourceText(picture)
}

/** What the provider shows by now: its name for the account, and what the user has not chosen otherwise. */
const freshen = async ({ db, avatars }: Deps, known: Known, { identity, displayName, picture }: Proof) => {
  if (known.display !== identity.display) {
    const { provider, display } = identity
    await db.prisma.identity.updateMany({ where: { userId: known.id, provider }, data: { display } })
  }
  if (known.displayName === null && displayName)
    await db.prisma.user.updateMany({ where: { id: known.id, displayName: null }, data: { displayName } })
  // Nobody waits for a picture; if the job is not kept, the next login asks again.
  if (picture && wantsPicture(known, picture)) void avatars.want(known.id, picture)
}

/** Logs in whoever gave the proof, and makes the user that is not there yet. The answer is the session's token. */
export const enter = async (deps: Deps, app: LoginApp, proof: Proof, context: Context): Promise<{ token: string }> => {
  const user = (await findKnown(deps.db, app.id, proof)) ?? (await open(deps, app, proof, context))
  if (user.disabled) throw new Problem('user_disabled')
  await freshen(deps, user, proof)
  const start = { userId: user.id, appId: app.id, jwtTTL: app.jwtTTL }
  const token = await deps.sessions.start(start, proof.identity.provider, context)
  if (!token) throw new Problem('user_disabled')
  return { token }
}
