import { parseArgs } from 'node:util'

export interface SoakOptions {
  minutes: number
  /** Users that call the API at the same time; one more uses the pages. */
  users: number
  /** Whether only failed calls fail the run; lines that are not flat are still printed. */
  failuresOnly: boolean
}

export const usage = `Usage: npm run soak -- [--minutes 10] [--users 3] [--failures-only]
  --minutes  how long users play, 0.5 to 1440; starting comes on top
  --users    how many call the API at once, 1 to 50; one more uses the player pages in a browser
  --failures-only  lines that are not flat are printed and do not fail the run, as on a shared machine`

/** Invalid arguments; the message names them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const numberIn = (name: string, text: string, least: number, most: number): number => {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`--${name} must be a number from ${least} to ${most}, not ${JSON.stringify(text)}.`)
}

const parse = (args: string[]) => {
  const options = {
    minutes: { type: 'string', default: '10' },
    users: { type: 'string', default: '3' },
    'failures-only': { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Throws UsageError. */
export const readOptions = (args: string[]): SoakOptions => {
  const given = parse(args)
  const users = numberIn('users', given.users, 1, 50)
  if (!Number.isInteger(users)) throw new UsageError('--users must be a whole number.')
  const minutes = numberIn('minutes', given.minutes, 0.5, 1440)
  return { minutes, users, failuresOnly: given['failures-only'] }
}
