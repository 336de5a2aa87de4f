import { exitCodes } from './failure.ts'
import { run } from './run.ts'
import { createProgress } from './ui/progress.ts'
import { createPrompts } from './ui/prompts.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `openauth … | head` closes the pipe early, which is not an error.
  if (error.code === 'EPIPE') process.exit(exitCodes.ok)
  process.stderr.write(`Error: The output cannot be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
// An error of stderr cannot be reported anywhere.
process.stderr.on('error', () => {})

const { env, stdin, stdout, stderr } = process

process.exitCode = await run(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  fetch: globalThis.fetch,
  prompts: createPrompts({ stdin, stderr }),
  showProgress: createProgress({ stderr }),
})
