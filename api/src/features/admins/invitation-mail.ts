import { INVITATION_DAYS } from '@openauth/client'
import { escapeHtml, mailPage, softParagraph } from '../../lib/html.ts'
import type { Mail } from '../../lib/mail.ts'

/** The mail with the link of an invitation. */
export const invitationMail = (of: { to: string; invitedBy: string; server: string; link: string }): Mail => {
  const { to, invitedBy, server, link } = of
  const host = new URL(server).host
  const what = `${invitedBy} invites you to administer OpenAuth at ${host}.`
  const about = `The link works once, within ${INVITATION_DAYS} days. If you did not expect it, leave it and give it to nobody.`
  return {
    to,
    subject: `Invitation to administer OpenAuth at ${host}`,
    text: `${what} Open this link, and choose your username and password:\n\n    ${link}\n\n${about}\n`,
    html: mailPage([
      `<p>${escapeHtml(what)}</p>`,
      `<p><a href="${escapeHtml(link)}">Accept the invitation</a></p>`,
      softParagraph(about),
    ]),
  }
}
