import { hostname } from 'node:os'
import { tryBrowser } from '../browser.ts'
import type { Context } from '../context.ts'
import { Failure, failed } from '../failure.ts'
import type { RunTask } from '../task.ts'
import { waitFor } from '../wait.ts'
import { keepSession } from './keep-session.ts'

interface Started {
  deviceCode: string
  userCode: string
  verificationUri: string | null
  expiresIn: number
  interval: number
}

interface Issued {
  token: string
  username: string
}

/** Seconds that a device waits longer after `slow_down` (RFC 8628, section 3.5). */
const SLOW_DOWN = 5
/** Seconds. */
const LONGEST_INTERVAL = 60

/** Failures after which the server is asked again: those that say nothing about this login. */
const isPassing = ({ code }: Failure): boolean =>
  code === undefined || /^(too_many_attempts|internal|.*_unavailable|server_busy|request_timeout)$/.test(code)

/** Asks once. Returns how long to wait before the next time, in seconds, if it is not decided. */
const ask = async ({ call, out }: Context, deviceCode: string, interval: number): Promise<Issued | number> => {
  try {
    return (await call('deviceLogins', 'poll', { deviceCode })) as Issued
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'authorization_pending') return interval
    if (error.code === 'slow_down') return interval + SLOW_DOWN
    if (error.code === 'access_denied') throw failed('The sign-in was denied in the console.')
    if (error.code === 'expired_token')
      throw failed('The code has expired, or the session that approved it has ended. Run again: openauth login --web')
    if (!isPassing(error)) throw error
    out.note(`${error.message}. Trying again …`)
    return Math.min(interval * 2, LONGEST_INTERVAL)
  }
}

/** Polls until the login is decided or its code has expired. */
const poll = async (context: Context, { deviceCode, expiresIn, interval: first }: Started): Promise<Issued> => {
  let interval = first
  for (let waited = 0; waited < expiresIn; waited += interval) {
    await waitFor(context.environment, interval * 1000)
    const answer = await ask(context, deviceCode, interval)
    if (typeof answer !== 'number') return answer
    interval = answer
  }
  throw failed('The code has expired. Run again: openauth login --web')
}

const instructions = ({ endpoint }: Context, { userCode, verificationUri, expiresIn }: Started): string[] => [
  `To sign in to ${endpoint}, open`,
  verificationUri === null
    ? '  the OpenAuth console program, its account menu, “Approve a command line”'
    : `  ${verificationUri}`,
  'and type this code:',
  `  ${userCode}`,
  `Waiting for the approval, at most ${Math.round(expiresIn / 60)} minutes. Ctrl-C cancels.`,
]

/** Signs in by a code that an admin approves in the console (RFC 8628). */
export const loginByWeb: RunTask = async (context, { options }) => {
  const { call, out } = context
  const deviceName = (options['deviceName'] as string | undefined) ?? hostname()
  const started = (await call('deviceLogins', 'start', { deviceName })) as Started
  for (const line of instructions(context, started)) out.note(line)
  if (started.verificationUri !== null) await tryBrowser(context, options, started.verificationUri)
  await keepSession(context, await poll(context, started))
}
