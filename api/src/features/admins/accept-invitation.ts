import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { addressKey } from '../login/attempts.ts'
import { oneTimeDigest } from '../login/one-time.ts'
import { nameKey } from '../name-key.ts'
import { openInvitation, shownInvitation, withInviter } from './invitations.ts'
import { lockAdmins } from './rights.ts'
import { requireDistinctAdmin, shownAdmin } from './stored-admins.ts'

type Needs = Pick<Platform, 'db' | 'attempts'>

interface Used {
  id: string
  email: string
  role: string
  allApps: boolean
  appIds: string[]
}

/** Finds the open invitation of a link. Throws `invitation_invalid`, LimitExceededError. */
const findInvitation = async ({ db, attempts }: Needs, secret: string, { ip }: Context) => {
  await attempts.consume(['invitationByIp', addressKey(ip)])
  const where = { digest: oneTimeDigest(secret), ...openInvitation() }
  const found = await db.prisma.adminInvitation.findFirst({ where, include: withInviter })
  if (!found) throw new Problem('invitation_invalid')
  return found
}

/** Shows what an invitation is for; it stays open. */
export const showInvitation = async (deps: Needs, secret: string, context: Context) =>
  shownInvitation(await findInvitation(deps, secret, context))

/**
 * Uses an invitation up: one statement, so that of several calls at once one succeeds. The inviter must be an owner at this
 * moment, and of the apps those remain that were not deleted.
 */
const use = async (tx: Tx, secret: string): Promise<Used> => {
  const [used] = await tx.$queryRaw<Used[]>`
    DELETE FROM "AdminInvitation" i USING "Admin" a
    WHERE i.digest = ${oneTimeDigest(secret)} AND i."expiresAt" > now()
      AND a.id = i."invitedById" AND a."deletedAt" IS NULL AND a.role = 'owner'
    RETURNING i.id, i.email, i.role, i."allApps", ARRAY(
      SELECT app.id::text FROM "App" app WHERE app.id = ANY(i."appIds") AND app."deletedAt" IS NULL
    ) AS "appIds"`
  if (!used) throw new Problem('invitation_invalid')
  return used
}

/**
 * Creates the admin of an invitation. A name that is taken leaves the invitation open.
 * Throws `invitation_invalid`, `admin_exists`, and the errors of new names.
 */
export const acceptInvitation = async (
  deps: Needs,
  { secret, username, password }: HandlerInput<typeof contract.adminInvitations.accept>,
  context: Context,
) => {
  // Before the password is hashed, which is work.
  await findInvitation(deps, secret, context)
  const passwordHash = await hashPassword(password, addressKey(context.ip))
  return deps.db
    .transaction(async (tx) => {
      // The inviter is not demoted meanwhile.
      await lockAdmins(tx)
      const { id, email, role, allApps, appIds } = await use(tx, secret)
      await requireDistinctAdmin(tx, username)
      const admin = await tx.admin.create({
        data: { username, usernameKey: nameKey(username), passwordHash, role, allApps, appIds, email },
      })
      const shown = shownAdmin(admin)
      await record(tx, context, {
        action: 'admin-invitation.accept',
        targetId: id,
        by: { actor: 'admin', actorId: String(admin.id) },
        details: { username, to: email, role, apps: shown.apps },
      })
      return shown
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem('admin_exists') : error
    })
}
