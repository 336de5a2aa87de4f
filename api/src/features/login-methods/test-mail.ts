import type { MailTest } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import { type SmtpFault, smtpAnswer, smtpFaultOf } from '../../lib/smtp-fault.ts'
import { playerBrandOf } from '../apps/brand.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { fault, type Finding, noFault } from '../../lib/providers/finding.ts'
import { testMail } from './mail-text.ts'

const faults: Record<SmtpFault['code'], readonly [message: string, remedy: string]> = {
  smtp_unreachable: [
    'The mail server does not answer.',
    'Check host and port of OPENAUTH_SMTP_URL, and see that this server may connect there.',
  ],
  smtp_tls: [
    'No encrypted connection to the mail server comes about.',
    'Use smtps:// for port 465 and smtp:// for port 587, and a host name that is in the certificate of the mail server.',
  ],
  smtp_authentication: [
    'The mail server refuses the user name or the password.',
    'Correct them in OPENAUTH_SMTP_URL; special characters in it are percent-encoded.',
  ],
  sender_refused: [
    'The mail server refuses the sender.',
    'Set OPENAUTH_MAIL_FROM to an address that this account of the mail server may send from.',
  ],
  recipient_refused: ['The mail server refuses the recipient.', 'Try an address of a domain that it delivers to.'],
  mail_refused: [
    'The mail server refuses the mail.',
    'Its answer says why; the usual reasons are a sending limit and a missing permission.',
  ],
}

const noServer = [
  'no_mail_server',
  'This server has no mail server, so it sends no mails.',
  'Set OPENAUTH_SMTP_URL and restart the server.',
] as const

const said = (answer: string | null): string[] => (answer ? [`The mail server answered: ${answer}`] : [])

/** Connects to the mail server of the settings and authenticates there. Nothing is sent. */
export const testEmail = async ({ settings, mailer }: Pick<Platform, 'settings' | 'mailer'>): Promise<Finding> => {
  if (!mailer) return fault(...noServer)
  if (!mailer.isSmtp)
    return noFault(
      'Mails are written to the outbox folder of this server.',
      ['The outbox folder can be written.'],
      ['Set OPENAUTH_SMTP_URL to send mails to people.'],
    )
  try {
    await mailer.check()
  } catch (error) {
    const { code, answer } = smtpFaultOf(error, settings.smtpUrl)
    return fault(code, ...faults[code], { notes: said(answer) })
  }
  const checked = ['The mail server answers, encrypts where it offers to, and accepts the credentials.']
  const notes = [`Whether it accepts the sender ${settings.mailFrom} shows when a mail is sent: send a test mail.`]
  return noFault('The mail server accepts the connection.', checked, notes)
}

/** Sends a mail in the app's brand. `requester` separates the lines in which mails wait. */
export const sendTestMail = async (
  { settings, mailer }: Pick<Platform, 'settings' | 'mailer'>,
  app: LoginApp,
  { to, requester }: { to: string; requester: string },
): Promise<MailTest> => {
  const from = settings.mailFrom
  if (!mailer) {
    const [code, message, remedy] = noServer
    return { ok: false, code, message, remedy, from, answer: null }
  }
  try {
    const answer = await mailer.send(testMail({ to, app, brand: playerBrandOf(app) }), requester)
    const message =
      answer === null ? 'The mail is in the outbox folder of this server.' : `The mail server took the mail to ${to}.`
    return { ok: true, code: 'ok', message, remedy: null, from, answer: answer && smtpAnswer(answer, settings.smtpUrl) }
  } catch (error) {
    const { code, answer } = smtpFaultOf(error, settings.smtpUrl)
    const [message, remedy] = faults[code]
    return { ok: false, code, message, remedy, from, answer }
  }
}
