import { CommanderError } from 'commander'
import { Failure, exitCodes, failed, type ExitCode } from './failure.ts'
import { takeNestedFlags } from './nested-flags.ts'
import { loadNouns } from './nouns-of-line.ts'
import { createProgram } from './program.ts'
import { printable } from './printable.ts'
import { reportFailure } from './report.ts'
import type { CliEnvironment } from './cli-environment.ts'

const failureOf = (error: unknown, verbose: boolean): Failure => {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return failed(String(error))
  return failed(error.message, verbose ? (error.stack ?? '').split('\n').slice(1) : [])
}

/** How `openauth` alone may fail before it opens the board: its help says what to do then, as it does without a terminal. */
const helpedBy: readonly ExitCode[] = [exitCodes.failed, exitCodes.notSignedIn]

/** Whether a command line names no command, and asks for nothing but a server and how times are told. */
const isWithoutCommand = (argv: readonly string[]): boolean => {
  const rest = argv.join(' ').replaceAll(/--(endpoint|profile)[ =]\S+|--utc/g, '')
  return rest.trim() === ''
}

/** Whether `openauth` alone opens the board: somebody sits at a terminal. Elsewhere it prints its help. */
const opensBoard = (argv: readonly string[], { stdin, stdout }: CliEnvironment): boolean =>
  Boolean(stdout.isTTY) && isWithoutCommand(argv) && Boolean(stdin.isTTY)

/** Runs one command line, without the program's name. Returns the exit code and never throws. */
export const run = async (given: string[], environment: CliEnvironment): Promise<ExitCode> => {
  const isBoard = opensBoard(given, environment)
  const { argv, nested } = takeNestedFlags(isBoard ? [...given, 'board'] : given)
  const program = createProgram(environment, { loaded: await loadNouns(argv), nested })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    // Commander has already printed its error; all of its errors are usage errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.wrongUse
    if (isBoard && error instanceof Failure && helpedBy.includes(error.exitCode)) {
      program.outputHelp()
      environment.stderr.write(`\n${printable(error.message)}\n`)
      return exitCodes.ok
    }
    const { verbose = false } = program.opts<{ verbose?: boolean }>()
    return reportFailure(environment, failureOf(error, verbose), verbose)
  }
}
