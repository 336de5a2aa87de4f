import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The maximum size of the log; older entries are removed. */
const MAX_BYTES = 256 * 1024
const MAX_ENTRY = 8 * 1024
const SEPARATOR = '\n\n'

/** Removes what may be a secret or a server's answer: long random words, quoted text, queries of addresses. */
export const redact = (text: string): string =>
  text
    .replace(/(\w+:\/\/[^\s?#"')]*)[?#][^\s"')]*/g, '$1')
    .replace(/".*"/g, '"…"')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 …')
    .replace(/[\w+=-]{32,}/g, '…')

/** An error's name, message and where it was thrown; not its cause nor other fields, which may have a body. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const [message] = error.message.split('\n', 1)
  return redact([`${error.name}: ${message}`, ...frames].join('\n'))
}

/** The program's log of failures, and whether it has an entry that the operator has not seen. */
export interface CrashLog {
  folder: string
  write: (what: string, details: string) => void
  /** Writes a failure that the operator is not shown, such as that of a scheduled search for updates. */
  note: (what: string, details: string) => void
  /** Whether something was written since this was asked last, also by an earlier start. */
  takeNews: () => boolean
}

const append = (file: string, entry: string): void => {
  appendFileSync(file, entry, { mode: 0o600 })
  if (statSync(file).size <= MAX_BYTES) return
  const newest = readFileSync(file, 'utf8').slice(-MAX_BYTES / 2)
  writeFileSync(file, newest.slice(newest.indexOf(SEPARATOR) + SEPARATOR.length))
}

/** Opens the log `crashes.log` in a folder. It is written at once: the program may end before anything else is done. */
export const openCrashLog = (folder: string): CrashLog => {
  const file = join(folder, 'crashes.log')
  const news = join(folder, 'crashes.new')
  const add = (what: string, details: string, isNews: boolean) => {
    const entry = `${new Date().toISOString()} ${what}\n${details}`
    try {
      append(file, entry.slice(0, MAX_ENTRY) + SEPARATOR)
      if (isNews) writeFileSync(news, '')
    } catch (error) {
      process.emitWarning(`The console could not write ${file}: ${String(error)}`)
    }
  }
  return {
    folder,
    write: (what, details) => add(what, details, true),
    note: (what, details) => add(what, details, false),
    takeNews: () => {
      const hasNews = existsSync(news)
      rmSync(news, { force: true })
      return hasNews
    },
  }
}
