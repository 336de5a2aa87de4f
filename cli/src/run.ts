import { CommanderError } from 'commander'
import { Failure, exitCodes, failed, type ExitCode } from './failure.ts'
import { takeNestedFlags } from './nested-flags.ts'
import { loadNouns } from './nouns-of-line.ts'
import { createProgram } from './program.ts'
import { reportFailure } from './report.ts'
import type { CliEnvironment } from './cli-environment.ts'

const failureOf = (error: unknown, verbose: boolean): Failure => {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return failed(String(error))
  return failed(error.message, verbose ? (error.stack ?? '').split('\n').slice(1) : [])
}

/** Runs one command line, without the program's name. Returns the exit code and never throws. */
export const run = async (given: string[], environment: CliEnvironment): Promise<ExitCode> => {
  const { argv, nested } = takeNestedFlags(given)
  const program = createProgram(environment, { loaded: await loadNouns(argv), nested })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    // Commander has already printed its error; all of its errors are usage errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.wrongUse
    const { verbose = false } = program.opts<{ verbose?: boolean }>()
    return reportFailure(environment, failureOf(error, verbose), verbose)
  }
}
