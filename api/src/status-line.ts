import { loginTotals } from './features/login/login-counts.ts'
import { signedSends } from './features/transfers/send-counts.ts'
import type { BackgroundWork } from './lib/background-work.ts'
import type { RequestCounts } from './lib/request-counts.ts'

/** What happened in a minute. */
export interface Minute {
  requests: number
  /** With a status of 500 or more. */
  failedRequests: number
  logins: number
  failedLogins: number
  sends: number
  /** Bytes of memory that the process has. */
  memory: number
}

const counted = (count: number, failed: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}${failed > 0 ? ` (${failed} failed)` : ''}`

/** A minute in a line for people. */
export const statusLine = (now: Date, minute: Minute): string => {
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`
  const facts = [
    counted(minute.requests, minute.failedRequests, 'request'),
    counted(minute.logins, minute.failedLogins, 'login'),
    counted(minute.sends, 0, 'send'),
    `${Math.round(minute.memory / 1024 / 1024)} MB`,
  ]
  return `${time}  ${facts.join(' · ')}`
}

/** Milliseconds. */
const MINUTE = 60_000

const totals = () => {
  const { ok, failed } = loginTotals()
  return { logins: ok + failed, failedLogins: failed, sends: signedSends() }
}

/** Writes a line each minute in which something happened, and one for the first without: a terminal of an idle server stays as it is. */
export const startStatusLine = (
  background: BackgroundWork,
  requestCounts: Pick<RequestCounts, 'lastMinute'>,
  write: (line: string) => void,
): void => {
  let before = totals()
  let wasIdle = false
  background.repeat(MINUTE, 'the status line could not be written', async () => {
    const now = totals()
    const { answered, failed } = requestCounts.lastMinute()
    const minute = {
      requests: answered,
      failedRequests: failed,
      logins: now.logins - before.logins,
      failedLogins: now.failedLogins - before.failedLogins,
      sends: now.sends - before.sends,
      memory: process.memoryUsage.rss(),
    }
    before = now
    const isIdle = minute.requests + minute.logins + minute.sends === 0
    if (!(isIdle && wasIdle)) write(statusLine(new Date(), minute))
    wasIdle = isIdle
  })
}
