import type { LogLine } from '@openauth/client'
import { KEPT_LOG_LINES, logLevels } from '@openauth/client/light'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { exitCodes, Failure, wrongUse } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { printable, printableJson } from '../printable.ts'
import type { RunTask } from '../task.ts'
import { waitFor } from '../wait.ts'

type Line = z.input<typeof LogLine>
interface Answer {
  lines: Line[]
  server: string
  next: string
  missed: number
}

/** Milliseconds between two calls. */
const EVERY = 1000

const textOf = ({ at, level, message, fields }: Line): string => {
  const more = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)
  return printable([new Date(at).toISOString(), level.toUpperCase().padEnd(5), message, ...more].join(' '))
}

const print = ({ environment, out }: Context, { lines, missed }: Answer): void => {
  if (missed > 0) out.warn(`${missed} lines are missing: the server keeps its last ${KEPT_LOG_LINES}`)
  for (const line of lines)
    environment.stdout.write(`${out.format.kind === 'json' ? printableJson(JSON.stringify(line)) : textOf(line)}\n`)
}

const noLines = (level: string | undefined): string =>
  level === undefined
    ? 'No lines yet. With LOG_LEVEL=debug the server logs every call.'
    : `No lines of the level ${level}.`

/** Prints the last lines of the log; with --follow, new ones too, of every server that answers. */
export const tail: RunTask = async (context, { options: { follow, level, lines } }) => {
  if (level !== undefined && !(logLevels as readonly unknown[]).includes(level))
    throw wrongUse(`--level takes one of ${logLevels.join(', ')}`)
  const limit = lines === undefined ? 50 : Number(lines)
  if (!Number.isInteger(limit) || limit < 1 || limit > KEPT_LOG_LINES)
    throw wrongUse(`--lines takes a number from 1 to ${KEPT_LOG_LINES}`)
  const cursors = new Map<string, string>()
  const ask = async (most: number) => {
    const after = [...cursors.values()].join(',')
    const answer = (await context.call('logs', 'list', {
      limit: most,
      ...(level === undefined ? {} : { level }),
      ...(after === '' ? {} : { after }),
    })) as Answer
    cursors.set(answer.server, answer.next)
    print(context, answer)
    return answer.lines.length
  }
  const count = await ask(limit)
  if (follow) context.out.note('Following the log; Ctrl-C ends.')
  else if (count === 0) context.out.note(noLines(level as string | undefined))
  if (!follow) return
  await interruptible(
    () => '',
    async (signal) => {
      while (!signal.aborted) {
        await waitFor(context.environment, EVERY, signal)
        await ask(KEPT_LOG_LINES)
      }
    },
  ).catch((error: unknown) => {
    // Ctrl-C is how one stops to follow.
    if (!(error instanceof Failure && error.exitCode === exitCodes.interrupted)) throw error
  })
}
