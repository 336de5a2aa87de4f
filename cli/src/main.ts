import { exitCodes } from './failure.ts'
import { run } from './run.ts'
import { createProgress } from './ui/progress.ts'
import { createPrompts } from './ui/prompts.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `openauth … | head` closes the pipe while there is more to say. That is no failure.
  if (error.code === 'EPIPE') process.exit(exitCodes.ok)
  process.stderr.write(`Error: The output cannot be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
// With stderr gone there is nobody left to tell.
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
