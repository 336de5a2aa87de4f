import { exitCodes } from './failure.ts'
import { run } from './run.ts'
import { createBoards } from './ui/boards.ts'
import { createProgress } from './ui/progress.ts'
import { createPrompts } from './ui/prompts.ts'
import { httpFetch } from './http-fetch.ts'
import { openInBrowser } from './browser.ts'
import { openKeychain } from './keychain.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `openauth … | head` closes the pipe early, which is not an error.
  if (error.code === 'EPIPE') process.exit(exitCodes.ok)
  process.stderr.write(`Error: The output cannot be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
// An error of stderr cannot be reported anywhere.
process.stderr.on('error', () => {})

const { env, stdout, stderr } = process

const terminal = {
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr,
}

process.exitCode = await run(process.argv.slice(2), {
  env,
  // Opened when it is first read, which help never does.
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr,
  fetch: httpFetch,
  prompts: createPrompts(terminal),
  keychain: () => openKeychain(env),
  openBrowser: openInBrowser,
  showProgress: createProgress({ stderr }),
  showBoard: createBoards(terminal),
})
