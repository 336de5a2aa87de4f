import { includesRole } from '@openauth/client'
import type { AdminIdentity, Context } from '../../handler.ts'
import type { ApprovalModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { escapeHtml, mailPage, softParagraph } from '../../lib/html.ts'
import type { Mail } from '../../lib/mail.ts'
import { present, shownRights } from '../admins/stored-admins.ts'
import { type HeldCall, mayCall } from './calls.ts'

const noticeMail = (to: string, server: string, asked: { by: string; summary: string; reason: string }): Mail => {
  const host = new URL(server).host
  const what = `${asked.by} asks for a second admin's approval at ${host}: ${asked.summary}.`
  const why = `Reason: ${asked.reason}`
  const about =
    'Look at it in the console under Approvals, or with: openauth approvals list. This mail has no link: open the console as you always do.'
  return {
    to,
    subject: `A request waits for your approval at ${host}`,
    text: `${what}\n\n${why}\n\n${about}\n`,
    html: mailPage([`<p>${escapeHtml(what)}</p>`, `<p>${escapeHtml(why)}</p>`, softParagraph(about)]),
  }
}

/**
 * Tells everybody who may approve a request, and has an address: admins who came by an invitation. Never throws: the list of what needs
 * attention has the request too.
 */
export const mailApprovers = async (
  { db, mailer, settings }: Pick<Platform, 'db' | 'mailer' | 'settings'>,
  call: HeldCall,
  { appId, requestedById, reason }: Pick<ApprovalModel, 'appId' | 'requestedById' | 'reason'>,
  { log }: Pick<Context, 'log'>,
): Promise<void> => {
  if (!mailer) return
  try {
    const admins = await db.prisma.admin.findMany({ where: present })
    const by = admins.find(({ id }) => id === requestedById)?.username ?? 'An admin'
    const summary = call.route?.summary ?? 'Restore a backup, which replaces all data'
    for (const { id, email, ...row } of admins) {
      const { role, apps: appIds } = shownRights(row)
      const identity: AdminIdentity = { kind: 'admin', adminId: id, sessionId: '', role, appIds }
      if (email === null || id === requestedById || !includesRole(role, 'operator') || !mayCall(identity, call, appId))
        continue
      await mailer.send(noticeMail(email, settings.publicUrl, { by, summary, reason }), String(requestedById))
    }
  } catch (err) {
    log.warn({ err }, 'a notice of a request for approval could not be sent')
  }
}
