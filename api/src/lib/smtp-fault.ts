import type { MethodTestCode } from '@openauth/client'
import { MailError } from './mail.ts'

/** The fault of a mail server, and its answer if it gave one. */
export interface SmtpFault {
  code: Extract<MethodTestCode, `smtp_${string}` | 'sender_refused' | 'recipient_refused' | 'mail_refused'>
  answer: string | null
}

/** The library's fields of an error: https://nodemailer.com/errors */
interface LibraryError extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
}

const MAX_ANSWER = 300

/** A mail server's answer in printable characters, without the credentials of its URL, in case it repeats them. */
export const smtpAnswer = (text: string, smtpUrl: string | undefined): string => {
  const { username = '', password = '' } = smtpUrl && URL.canParse(smtpUrl) ? new URL(smtpUrl) : {}
  const secrets = [username, password].map(decoded).filter((secret) => secret.length > 3)
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
  const left = forms.reduce((all, form) => all.replaceAll(form, '…'), text)
  return left.replaceAll(/[^\x20-\x7e…]+/g, ' ').slice(0, MAX_ANSWER)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Node's codes of a TLS connection that does not come about. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const isTls = ({ code, originalCode = '' }: LibraryError): boolean =>
  code === 'ETLS' || code === 'EREQUIRETLS' || /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(originalCode)

const codeOf = (error: LibraryError): SmtpFault['code'] => {
  const { code, command } = error
  if (isTls(error)) return 'smtp_tls'
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return 'smtp_authentication'
  if (command === 'MAIL FROM') return 'sender_refused'
  if (command === 'RCPT TO') return 'recipient_refused'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'mail_refused' : 'smtp_unreachable'
}

/** What a failed check or a failed mail tells of the mail server. Throws errors of other kinds. */
export const smtpFaultOf = (error: unknown, smtpUrl: string | undefined): SmtpFault => {
  if (!(error instanceof MailError)) throw error
  const cause = error.cause instanceof Error ? (error.cause as LibraryError) : new Error('unknown')
  const { response } = cause as LibraryError
  return { code: codeOf(cause), answer: response ? smtpAnswer(response, smtpUrl) : null }
}
