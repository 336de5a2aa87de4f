import type { ExitCode, Failure } from './failure.ts'
import { printable } from './printable.ts'
import { stylesFor } from './styles.ts'
import type { CliEnvironment } from './cli-environment.ts'

/** Prints a failure on stderr and returns its exit code. */
export const reportFailure = ({ stderr, env }: CliEnvironment, failure: Failure, verbose: boolean): ExitCode => {
  const { bold, red, dim } = stylesFor(stderr, env)
  if (failure.message) stderr.write(`${bold(red('Error:'))} ${printable(failure.message)}\n`)
  for (const detail of failure.details) stderr.write(`  ${printable(detail)}\n`)
  if (verbose && failure.requestId) stderr.write(`  ${dim(`request ${printable(failure.requestId)}`)}\n`)
  return failure.exitCode
}
