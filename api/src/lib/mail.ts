import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Hands a mail over; resolves once the mail server, or the disk, has it. Throws MailError. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** The mail server did not take the mail. */
export class MailError extends Error {
  override readonly name = 'MailError'
}

/** Milliseconds; a mail server that does not answer is given up after this. */
const PATIENCE = 10_000

const overSmtp = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport(smtpUrl, {
    from,
    pool: true,
    maxConnections: 4,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
  return {
    send: async (mail) => {
      const sent = transport.sendMail({ ...mail, from })
      // Each step has its own patience, and a name its several addresses: this one is for all of them.
      const deadline = new AbortController()
      const late = pause(PATIENCE, undefined, { signal: deadline.signal, ref: false }).then(() => {
        throw new Error('The mail server takes too long')
      })
      await Promise.race([sent, late])
        .catch((cause: unknown) => {
          throw new MailError('The mail server did not take the mail', { cause })
        })
        .finally(() => deadline.abort())
      late.catch(() => {})
      sent.catch(() => {})
    },
    close: () => transport.close(),
  }
}

/** The development outbox: one file a mail, readable in any mail program. */
const intoFolder = (folder: string, from: string): Mailer => {
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

/** Sends over SMTP where there is a server, else into a folder where one is given; undefined where mail goes nowhere. */
export const createMailer = (to: { smtpUrl: string | undefined; folder: string | undefined; from: string }) => {
  if (to.smtpUrl) return overSmtp(to.smtpUrl, to.from)
  return to.folder ? intoFolder(to.folder, to.from) : undefined
}
