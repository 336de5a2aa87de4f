import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

const WAIT_MS = 10_000
const MAX_BYTES = 10_485_760

export interface Mail {
  /** The recipients of the envelope. */
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  /** The first six digits in a row in the text. */
  code: string | null
  /** Milliseconds since 1970; unique for each mail. */
  at: number
}

export interface Outbox {
  /** Oldest first. */
  list: () => Mail[]
  clear: () => void
  /**
   * The newest mail to the address, or the next one if there is none yet. `after` is the `at` of a mail, or a time:
   * earlier mails are ignored. Rejects after ten seconds.
   */
  waitFor: (address: string, after?: number) => Promise<Mail>
}

interface MailCatcher extends Outbox {
  /** smtp://127.0.0.1:PORT */
  url: string
  stop: () => Promise<void>
}

interface Waiter {
  wants: (mail: Mail) => boolean
  take: (mail: Mail) => void
}

const read = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const parse = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Omit<Mail, 'at'>> => {
  const { subject = '', text = '', html = '', from } = await PostalMime.parse(await read(stream))
  const { mailFrom, rcptTo } = session.envelope
  return {
    to: rcptTo.map(({ address }) => address),
    from: from?.address ?? (mailFrom ? mailFrom.address : ''),
    subject,
    text,
    html,
    code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null,
  }
}

const receive = async (
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  keep: (mail: Omit<Mail, 'at'>) => void,
  done: (error?: Error) => void,
): Promise<void> => {
  try {
    keep(await parse(stream, session))
    done()
  } catch (error) {
    done(error instanceof Error ? error : new Error('The mail is not readable'))
  }
}

const isTo = (mail: Mail, address: string): boolean => mail.to.some((to) => to.toLowerCase() === address.toLowerCase())

const listen = (server: SMTPServer, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // A client that disconnects in the middle of a dialogue is no error of the catcher.
      server.on('error', () => {})
      resolve((listening.address() as AddressInfo).port)
    })
  })

/** Resolves with the next mail that matches. */
const next = (waiters: Set<Waiter>, address: string, wants: Waiter['wants']): Promise<Mail> =>
  new Promise((resolve, reject) => {
    const waiter: Waiter = {
      wants,
      take: (mail) => {
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(mail)
      },
    }
    const timer = setTimeout(() => {
      waiters.delete(waiter)
      reject(new Error(`No mail to ${address} came within ${WAIT_MS / 1000} seconds`))
    }, WAIT_MS)
    waiters.add(waiter)
  })

/** What a mail server refuses; by default nothing. */
export interface MailRules {
  /** The only account that may log in and send. */
  account?: { user: string; password: string }
  /** The only addresses that mails may be from. */
  senders?: readonly string[]
  /** The only addresses that mails may go to. */
  recipients?: readonly string[]
}

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })

/** The checks of a mail server, with the answers that RFC 5321 and RFC 4954 define. */
const checksOf = ({ account, senders, recipients }: MailRules): SMTPServerOptions => ({
  authOptional: account === undefined,
  onAuth: ({ username = '', password }, _session, done) => {
    const isRight = !account || (username === account.user && password === account.password)
    if (isRight) done(null, { user: username })
    else done(refusal(535, '5.7.8 Authentication credentials invalid'))
  },
  onMailFrom: ({ address }, _session, done) =>
    senders && !senders.includes(address) ? done(refusal(550, '5.7.1 Sender address rejected: not owned')) : done(),
  onRcptTo: ({ address }, _session, done) =>
    recipients && !recipients.includes(address) ? done(refusal(550, '5.1.1 Mailbox unavailable')) : done(),
})

/** A mail server that stores all mails and delivers none. Login is optional unless the rules name an account. */
export const startMailCatcher = async (port = 0, rules: MailRules = {}): Promise<MailCatcher> => {
  const mails: Mail[] = []
  const waiters = new Set<Waiter>()
  const keep = (received: Omit<Mail, 'at'>): void => {
    const mail = { ...received, at: Math.max(Date.now(), (mails.at(-1)?.at ?? 0) + 1) }
    mails.push(mail)
    for (const waiter of waiters) if (waiter.wants(mail)) waiter.take(mail)
  }
  const server = new SMTPServer({
    ...checksOf(rules),
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    // Connections that a client keeps open do not delay the end.
    closeTimeout: 100,
    onData: (stream, session, done) => void receive(stream, session, keep, done),
  })
  const url = `smtp://127.0.0.1:${await listen(server, port)}`
  return {
    url,
    list: () => [...mails],
    clear: () => void mails.splice(0),
    waitFor: async (address, after = 0) => {
      const wants = (mail: Mail) => isTo(mail, address) && mail.at > after
      return mails.findLast(wants) ?? next(waiters, address, wants)
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
