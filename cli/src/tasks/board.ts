import { type Board, createBoard, type Ending } from '../board/board.ts'
import { typedCalls } from '../board/calls.ts'
import { runPlain } from '../board/plain.ts'
import { signInFailure } from '../call-failure.ts'
import { type CliEnvironment, isInteractive } from '../cli-environment.ts'
import { type Context, openContext } from '../context.ts'
import { notSignedIn, wrongUse } from '../failure.ts'
import { isPlain } from '../format.ts'
import { hasColors } from '../styles.ts'
import type { RunTask } from '../task.ts'
import { login } from './session.ts'

/** Milliseconds in which the server answers, or counts as gone. */
const PATIENCE = 10_000

const everyOf = (given: unknown): number => {
  const seconds = given === undefined ? 5 : Number(given)
  if (!(seconds >= 1 && seconds <= 3600)) throw wrongUse('--every takes a number of seconds from 1 to 3600')
  return seconds * 1000
}

/** An environment that writes nothing beside the board, waits for no answer for long, and ends its calls with the board. */
const besideBoard = (environment: CliEnvironment, closing: AbortSignal): CliEnvironment => ({
  ...environment,
  stderr: { write: () => {} },
  fetch: (input, init) =>
    environment.fetch(input, {
      ...init,
      signal: AbortSignal.any([closing, AbortSignal.timeout(PATIENCE), ...(init?.signal ? [init.signal] : [])]),
    }),
})

const noOptions = { argument: undefined, args: [], options: {} }

type Show = (board: Board) => Promise<Ending>

/** Shows a board until it ends. */
const openBoard = async ({ environment, globals }: Context, every: number, show: Show): Promise<Ending> => {
  const closing = new AbortController()
  const context = await openContext(besideBoard(environment, closing.signal), globals)
  const board = createBoard({
    call: typedCalls(context.call),
    every,
    canSignIn: !environment.env['OPENAUTH_TOKEN'],
    isUtc: globals.utc ?? false,
    host: new URL(context.endpoint).host,
  })
  try {
    return await show(board)
  } finally {
    closing.abort()
  }
}

/** Signs in at a prompt. Throws the failure for somebody who is not signed in where that is declined or impossible. */
const offerLogin = async (context: Context): Promise<void> => {
  const { environment, endpoint } = context
  if (!isInteractive(environment)) throw notSignedIn(endpoint)
  const { initialized } = (await context.call('setup', 'config')) as { initialized: boolean }
  if (!initialized) throw signInFailure(notSignedIn(endpoint), endpoint, true)
  const isWanted = await environment.prompts.confirm({
    summary: `Not signed in to ${endpoint}`,
    subjects: ['The live board needs the session of an admin, and asks for name and password now'],
  })
  if (!isWanted) throw notSignedIn(endpoint)
  await login(context, noOptions)
}

/** Shows the live board, or prints it as lines of text. */
export const board: RunTask = async (context, { options }) => {
  const { environment, globals, out } = context
  if (!isPlain(out.format))
    throw wrongUse('The board is for people. For programs: openauth health --json, openauth stats get --json')
  const every = everyOf(options['every'])
  if (context.token === undefined) await offerLogin(context)
  const { env, stdout, stdin, showBoard } = environment
  const isTerminal = Boolean(stdout.isTTY && stdin.isTTY)
  const isText = Boolean(options['plain']) || Boolean(env['OPENAUTH_PLAIN']) || env['TERM'] === 'dumb' || !isTerminal
  const show: Show =
    isText || !showBoard ? (shown) => runPlain(shown, environment) : (shown) => showBoard(shown, hasColors(stdout, env))
  while ((await openBoard(context, every, show)) === 'login')
    await login(await openContext(environment, globals), noOptions)
}
