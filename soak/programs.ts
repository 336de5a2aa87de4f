import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Program {
  pid: number
  /** Resolves with the first line of output with this beginning; rejects if the program ends before. */
  line: (start: string) => Promise<string>
  /** Resolves with its first message; rejects if the program ends before. */
  message: <T>() => Promise<T>
  stop: () => Promise<void>
}

export interface ProgramOptions {
  name: string
  /** A source file, from the root of the checkout. */
  script: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Called with each line of its output, and whether that went to standard error. */
  onLine: (line: string, isError: boolean) => void
  /** Called if the program ends without being stopped. */
  onExit: (reason: Error) => void
}

/** Longer than the server takes to finish its requests. Milliseconds. */
const STOP_TIMEOUT = 20_000
/** The last lines of a program that did not start, which contain the reason. */
const KEPT_LINES = 5

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

const end = async (child: ChildProcess): Promise<void> => {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
  await ended
  clearTimeout(timer)
}

/**
 * Runs a source file in its own process group, so that ctrl-C reaches only the soak. It ends when its channel closes,
 * however this process ends.
 */
export const startProgram = ({ name, script, args, env, onLine, onExit }: ProgramOptions): Program => {
  const child = fork(`${root}${script}`, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--import', 'tsx', '--import=./tools/pure-bigint.mjs', '--conditions=openauth-source'],
  })
  let stopping = false
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  const read = (stream: NodeJS.ReadableStream, isError: boolean) =>
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      lines.splice(0, lines.length - KEPT_LINES)
      for (const listener of listeners) listener(line)
      onLine(line, isError)
    })
  read(child.stdout!, false)
  read(child.stderr!, true)
  // After its output was read, which contains the reason.
  const ended = once(child, 'close').then(() => {
    const reason = new Error(`${name} ended (${child.signalCode ?? child.exitCode}): ${lines.join('\n')}`)
    if (!stopping) onExit(reason)
    return reason
  })
  const orEnd = <T>(awaited: Promise<T>): Promise<T> =>
    Promise.race([awaited, ended.then((reason) => Promise.reject(reason))])
  return {
    pid: child.pid!,
    line: (start) => orEnd(new Promise((done) => listeners.add((line) => line.startsWith(start) && done(line)))),
    message: async <T>() => orEnd(once(child, 'message').then(([message]) => message as T)),
    stop: () => {
      stopping = true
      return end(child)
    },
  }
}
