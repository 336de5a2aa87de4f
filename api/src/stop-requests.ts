import { closeSync, constants, openSync } from 'node:fs'
import { isatty } from 'node:tty'

const hasTerminal = (): boolean => {
  try {
    // The controlling terminal, independent of stdin and stdout. https://man7.org/linux/man-pages/man4/tty.4.html
    closeSync(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY))
    return true
  } catch {
    return false
  }
}

/**
 * Redirects these file descriptors to the null device. The logger would otherwise repeat a write that fails with EIO
 * forever, also when the process ends. https://github.com/pinojs/sonic-boom
 */
const discard = (descriptors: number[]): void => {
  for (const descriptor of descriptors) {
    closeSync(descriptor)
    // Opens as the lowest free descriptor, which is the one just closed.
    openSync('/dev/null', 'w')
  }
}

/**
 * SIGHUP requests a reload of the keys, but also signals a closed terminal. A server that was started in a terminal
 * stops when that is gone.
 */
const stopWithTerminal = (stop: () => void): void => {
  // By default it ends the process. Before the keys are there, there is nothing to reload.
  if (!hasTerminal()) return void process.on('SIGHUP', () => {})
  const shown = [1, 2].filter((descriptor) => isatty(descriptor))
  process.on('SIGHUP', () => {
    if (hasTerminal()) return
    discard(shown.splice(0))
    stop()
  })
}

export interface StopRequests {
  /** Aborted by the first request. */
  signal: AbortSignal
  /** Called at each further one. */
  again: () => void
}

/**
 * Listens to the signals that stop the server. Call it before anything is opened: the database is a process of its own,
 * which would outlive this one.
 */
export const listenForStop = (): StopRequests => {
  // Writes to a closed terminal or to a pipe without a reader fail. Nobody is there to be told.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const stopping = new AbortController()
  const requests: StopRequests = { signal: stopping.signal, again: () => {} }
  const request = () => (stopping.signal.aborted ? requests.again() : stopping.abort())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, request)
  stopWithTerminal(request)
  return requests
}
