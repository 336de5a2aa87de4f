import type { App, WebContents } from 'electron'
import { type CrashLog, describeError } from './crash-log.ts'

interface Watched {
  process: Pick<NodeJS.EventEmitter, 'on'>
  app: Pick<App, 'on'>
  log: CrashLog
  /** Tells the operator and ends the program, whose state is unknown. */
  end: () => void
  /** Explains that the window stopped working although it was reloaded. */
  explain: (contents: WebContents) => void
}

/** Writes to the log what ends a part of the program. A window whose process is gone is reloaded once. */
export const watchCrashes = ({ process, app, log, end, explain }: Watched): void => {
  process.on('uncaughtException', (error: unknown) => {
    log.write('uncaughtException', describeError(error))
    end()
  })
  process.on('unhandledRejection', (reason: unknown) => log.write('unhandledRejection', describeError(reason)))
  app.on('child-process-gone', (_, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.write('child-process-gone', `${type}: ${reason}, exit code ${exitCode}`)
  })
  const reloaded = new WeakSet<WebContents>()
  app.on('render-process-gone', (_, contents, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.write('render-process-gone', `${reason}, exit code ${exitCode}`)
    if (reloaded.has(contents)) return explain(contents)
    reloaded.add(contents)
    contents.reload()
  })
}
