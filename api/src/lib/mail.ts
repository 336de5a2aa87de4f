import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends a mail; resolves once the mail server, or the disk, has it. Throws MailError. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** The mail server did not accept the mail. */
export class MailError extends Error {
  override readonly name = 'MailError'
}

/** Time limit for sending a mail, in milliseconds. */
const PATIENCE = 10_000

/** Loaded by servers that send mail only. */
const library = () => import('nodemailer')

const overSmtp = async (smtpUrl: string, from: string): Promise<Mailer> => {
  const { createTransport } = await library()
  const transport = createTransport({
    // Beside the URL's own options. The library's second argument would be the mails' defaults, not the connection's.
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      const sent = transport.sendMail({ ...mail, from })
      // The library's limits are per step, and a host name may have several addresses: this limit covers all of them.
      const deadline = new AbortController()
      const late = pause(PATIENCE, undefined, { signal: deadline.signal, ref: false }).then(() => {
        throw new Error('The mail server did not answer in time')
      })
      await Promise.race([sent, late])
        .catch((cause: unknown) => {
          throw new MailError('The mail server did not accept the mail', { cause })
        })
        .finally(() => deadline.abort())
      late.catch(() => {})
      sent.catch(() => {})
    },
    close: () => transport.close(),
  }
}

/** The development outbox: one file per mail, readable by mail programs. */
const intoFolder = async (folder: string, from: string): Promise<Mailer> => {
  const { createTransport } = await library()
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ ...mail, from })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    close: () => {},
  }
}

/** Sends over SMTP if a server is configured, else writes to a folder if one is given; undefined if neither is. */
export const createMailer = async (to: { smtpUrl: string | undefined; folder: string | undefined; from: string }) => {
  if (to.smtpUrl) return overSmtp(to.smtpUrl, to.from)
  return to.folder ? intoFolder(to.folder, to.from) : undefined
}
