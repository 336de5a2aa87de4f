import { randomBytes } from 'node:crypto'
import { type contract, type HandlerInput, INVITATION_DAYS, INVITATION_PATH } from '@openauth/client'
import type { AdminIdentity, Context } from '../../handler.ts'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { MailError } from '../../lib/mail.ts'
import { record } from '../audit/record.ts'
import { oneTimeDigest } from '../login/one-time.ts'
import { requireCurrentPassword } from './current-password.ts'
import { invitationMail } from './invitation-mail.ts'
import { columnsOf, lockAsOwner } from './rights.ts'
import { findAdmin, present, shownRights } from './stored-admins.ts'

export type InvitationNeeds = Pick<Platform, 'db' | 'attempts' | 'mailer' | 'settings'>
type OwnerContext = Context<AdminIdentity>

/** Not expired, and its inviter is an owner still: servers of before there were invitations demote without revoking them. */
export const openInvitation = () => ({ expiresAt: { gt: new Date() }, invitedBy: { ...present, role: 'owner' } })

/** What an answer shows of an invitation. */
export const withInviter = { invitedBy: { select: { username: true } } } as const

interface Stored {
  id: string
  email: string
  role: string
  allApps: boolean
  appIds: string[]
  createdAt: Date
  sentAt: Date | null
  expiresAt: Date
  invitedBy: { username: string }
}

/** An invitation as the contract shows it. */
export const shownInvitation = ({ invitedBy, role, allApps, appIds, ...stored }: Stored) => ({
  ...stored,
  ...shownRights({ role, allApps, appIds }),
  invitedBy: invitedBy.username,
})

/**
 * Mails the link where there is a mail server; else returns it for the inviter. It is sent before it is stored: what could not
 * be sent leaves no invitation. Throws `mail_unavailable`, LimitExceededError.
 */
const hand = async (
  { attempts, mailer, settings }: Omit<InvitationNeeds, 'db'>,
  { email, invitedBy, secret }: { email: string; invitedBy: string; secret: string },
  context: OwnerContext,
): Promise<{ link: string | null; sentAt: Date | null }> => {
  const link = `${settings.publicUrl}/console${INVITATION_PATH}#${secret}`
  const counted = [
    ['invitationByAdmin', String(context.identity.adminId)],
    ['invitationByAddress', email],
  ] as const
  await attempts.consume(...counted)
  if (!mailer?.isSmtp) return { link, sentAt: null }
  await mailer
    .send(invitationMail({ to: email, invitedBy, server: settings.publicUrl, link }))
    .catch(async (error: unknown) => {
      if (!(error instanceof MailError)) throw error
      context.log.error({ err: error }, 'an invitation could not be sent')
      if (!error.mayBeSent) await attempts.refund(...counted)
      throw new Problem('mail_unavailable', { retryAfter: 10 })
    })
  return { link: null, sentAt: new Date() }
}

/** 256 random bits, of which only the digest is stored, and the name of who invites. */
const prepare = async ({ db, settings }: InvitationNeeds, { identity }: OwnerContext) => {
  if (settings.console === 'off') throw new Problem('invitation_needs_console')
  const { username: invitedBy } = await findAdmin(db.prisma, identity.adminId)
  return { secret: randomBytes(32).toString('base64url'), invitedBy }
}

const expiry = (): Date => new Date(Date.now() + INVITATION_DAYS * 86_400_000)

/** An expired or void invitation of the address makes room for a new one. Throws `invitation_exists`. */
const requireUninvited = async (tx: Tx, email: string): Promise<void> => {
  await tx.adminInvitation.deleteMany({ where: { email, NOT: openInvitation() } })
  if ((await tx.adminInvitation.count({ where: { email } })) > 0) throw new Problem('invitation_exists')
}

/** Invites an admin. Throws what requireCurrentPassword throws, `invitation_exists`, `app_not_found`, `mail_unavailable`. */
export const invite = async (
  deps: InvitationNeeds,
  { email, role, apps, currentPassword }: HandlerInput<typeof contract.adminInvitations.create>,
  context: OwnerContext,
) => {
  const { db } = deps
  await requireCurrentPassword(deps, context, currentPassword)
  const { secret, invitedBy } = await prepare(deps, context)
  await requireUninvited(db.prisma, email)
  await columnsOf(db.prisma, { role, apps })
  const { link, sentAt } = await hand(deps, { email, invitedBy, secret }, context)
  return db
    .transaction(async (tx) => {
      await lockAsOwner(tx, context.identity)
      await requireUninvited(tx, email)
      const { allApps = true, appIds = [] } = await columnsOf(tx, { role, apps })
      const invitedById = context.identity.adminId
      const stored = await tx.adminInvitation.create({
        data: { email, digest: oneTimeDigest(secret), role, allApps, appIds, invitedById, sentAt, expiresAt: expiry() },
        include: withInviter,
      })
      const details = { to: email, role, apps }
      await record(tx, context, { action: 'admin-invitation.create', targetId: stored.id, details })
      return { ...shownInvitation(stored), link }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem('invitation_exists') : error
    })
}

/** Sends an invitation again with a new link. Throws `invitation_not_found`, and what `invite` throws. */
export const inviteAgain = async (
  deps: InvitationNeeds,
  { id, currentPassword }: HandlerInput<typeof contract.adminInvitations.resend>,
  context: OwnerContext,
) => {
  const { db } = deps
  await requireCurrentPassword(deps, context, currentPassword)
  const where = { id, ...openInvitation() }
  const before = await db.prisma.adminInvitation.findFirst({ where })
  if (!before) throw new Problem('invitation_not_found')
  const { secret, invitedBy } = await prepare(deps, context)
  const { email } = before
  const { link, sentAt } = await hand(deps, { email, invitedBy, secret }, context)
  return db.transaction(async (tx) => {
    await lockAsOwner(tx, context.identity)
    const { count } = await tx.adminInvitation.updateMany({
      // Of two who send it again at once, one link works.
      where: { ...where, digest: before.digest },
      data: { digest: oneTimeDigest(secret), invitedById: context.identity.adminId, sentAt, expiresAt: expiry() },
    })
    if (count === 0) throw new Problem('invitation_not_found')
    await record(tx, context, { action: 'admin-invitation.resend', targetId: id, details: { to: email } })
    const stored = await tx.adminInvitation.findUniqueOrThrow({ where: { id }, include: withInviter })
    return { ...shownInvitation(stored), link }
  })
}

/** Ends invitations in the caller's transaction, with an audit line of each. Returns how many. */
export const revokeInvitations = async (
  tx: Tx,
  where: { id: string } | { invitedById: number } | 'all',
  context: OwnerContext,
): Promise<number> => {
  const ended = await tx.adminInvitation.findMany({ where: where === 'all' ? {} : where })
  let count = 0
  for (const { id, email } of ended) {
    // oxlint-disable-next-line no-await-in-loop -- One connection.
    const { count: deleted } = await tx.adminInvitation.deleteMany({ where: { id } })
    if (deleted === 0) continue
    count += 1
    // oxlint-disable-next-line no-await-in-loop -- One connection.
    await record(tx, context, { action: 'admin-invitation.revoke', targetId: id, details: { to: email } })
  }
  return count
}
