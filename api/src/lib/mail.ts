import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createFairQueue } from './fair-queue.ts'
import { counter, histogram, secondsSince } from './metrics/counters.ts'
import { spans } from './tracing/spans.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Sends a mail; resolves once the mail server, or the disk, has it, with the server's answer; null for the disk. Throws
   * MailError. Mails of different requesters wait in separate lines.
   */
  send: (mail: Mail, requester?: string) => Promise<string | null>
  /** Connects and authenticates, and sends nothing. Throws MailError. */
  check: () => Promise<void>
  /** Whether mails go to a mail server, and not into a folder. */
  isSmtp: boolean
  close: () => void
}

/** The mail server did not accept the mail in time. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether the mail server may have the mail although it has not said so. */
  readonly mayBeSent: boolean
  constructor(mayBeSent: boolean, options?: ErrorOptions) {
    super('The mail server did not accept the mail', options)
    this.mayBeSent = mayBeSent
  }
}

/** Time limit for sending a mail, in milliseconds. */
const PATIENCE = 10_000
const CONNECTIONS = 4

/** Loaded by servers that send mail only. */
const library = () => import('nodemailer')

const overSmtp = async (smtpUrl: string, from: string, patience: number): Promise<Mailer> => {
  const { createTransport } = await library()
  const transport = createTransport({
    // Beside the URL's own options. The library's second argument would be the mails' defaults, not the connection's.
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Mails wait here, not in the library, which would still send those whose senders have been told that they failed.
  const inLine = createFairQueue({ concurrency: CONNECTIONS, perCaller: 100, total: 1000 })
  return {
    send: async (mail, requester = '') => {
      let [isLate, isStarted] = [false, false]
      const sent = inLine(requester, async () => {
        if (isLate) return ''
        isStarted = true
        return (await transport.sendMail({ ...mail, from })).response
      })
      return withinTime(sent, patience, () => (isLate = true)).catch((cause: unknown) => {
        throw new MailError(isLate && isStarted, { cause })
      })
    },
    check: async () => {
      await withinTime(transport.verify(), patience).catch((cause: unknown) => {
        throw new MailError(false, { cause })
      })
    },
    isSmtp: true,
    close: () => transport.close(),
  }
}

/**
 * The result of the work within `patience` milliseconds. The library's limits are per step, and a host name may have
 * several addresses: this limit covers all of them.
 */
const withinTime = async <T>(work: Promise<T>, patience: number, onLate = (): unknown => undefined): Promise<T> => {
  const deadline = new AbortController()
  const late = pause(patience, undefined, { signal: deadline.signal, ref: false }).then(() => {
    onLate()
    throw new Error('The mail server did not answer in time')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    deadline.abort()
    late.catch(() => {})
    work.catch(() => {})
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
      return null
    },
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    isSmtp: false,
    close: () => {},
  }
}

const mails = counter(
  'openauth_mails_total',
  'Mails by outcome: `accepted` by the mail server or the disk, or `failed`.',
  'outcome',
)
mails.expect(['accepted'], ['failed'])

/** Upper ends in seconds, to the limit of a mail. */
const BOUNDS = [0.1, 0.5, 1, 2.5, 5, 10]

const durations = histogram(
  {
    name: 'openauth_mail_duration_seconds',
    help: 'Time until a mail is accepted, with the wait for its turn.',
    labels: [],
  },
  BOUNDS,
).of()

/** The same mailer, with its mails counted and timed. */
const measured = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: async (mail, requester) => {
    const start = performance.now()
    const end = spans.begin?.('send mail', { 'messaging.system': mailer.isSmtp ? 'smtp' : 'folder' })
    try {
      const answer = await mailer.send(mail, requester)
      mails.count('accepted')
      end?.()
      return answer
    } catch (error) {
      mails.count('failed')
      end?.(error)
      throw error
    } finally {
      durations.observe(secondsSince(start))
    }
  },
})

/**
 * Sends over SMTP if a server is configured, else writes to a folder if one is given; undefined if neither is. `patience` is
 * how long a mail may take, in milliseconds.
 */
export const createMailer = async (
  to: { smtpUrl: string | undefined; folder: string | undefined; from: string },
  patience = PATIENCE,
) => {
  if (to.smtpUrl) return measured(await overSmtp(to.smtpUrl, to.from, patience))
  return to.folder ? measured(await intoFolder(to.folder, to.from)) : undefined
}
