import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LONGEST_SOCKET_PATH } from '@openauth/kernel-lock'
import { root } from '../../paths.ts'
import { signerUnavailable } from '../errors.ts'
import { isAnswering } from './listen.ts'

export interface SignerProcess {
  /** The path of its socket. */
  path: string
  stop: () => Promise<void>
}

const FIRST_DELAY = 100
const LONGEST_DELAY = 5000
/** Uptime in milliseconds after which the restart delay is reset. */
const STEADY = 30_000
/** Time limit for the first start, in milliseconds. */
const START = 30_000
/** Time limit for a regular end, in milliseconds. */
const GRACE = 3000

/** Runs the source if this process does so by tsx, as `npm run dev` does; otherwise, tests included, the bundle. */
const script = (): string[] =>
  import.meta.url.endsWith('.ts') && process.execArgv.some((argument) => argument.includes('tsx'))
    ? ['--import', 'tsx', '--conditions=openauth-source', join(root, 'api/src/custody/signer/main.ts')]
    : [join(root, 'api/dist/signer.js')]

/**
 * Excludes OpenSSL's keys from core dumps and swap; Windows has no secure heap. Disables the inspector signal where
 * Node has an option for it. https://nodejs.org/docs/latest-v20.x/api/cli.html#--secure-heapn
 */
const hardening = (): string[] => [
  ...(process.platform === 'win32' ? [] : ['--secure-heap=65536', '--secure-heap-min=32']),
  ...(process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
]

/** A private directory with a socket path that is short enough. */
const makePlace = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\openauth-signer-${randomBytes(16).toString('hex')}`
    return { path, remove: async () => {} }
  }
  const parent = Buffer.byteLength(tmpdir()) > LONGEST_SOCKET_PATH - 40 ? '/tmp' : tmpdir()
  const directory = await mkdtemp(join(parent, 'openauth-signer-'))
  return { path: join(directory, 'signer.sock'), remove: () => rm(directory, { recursive: true, force: true }) }
}

const spawnSigner = (path: string, environment: Record<string, string>): ChildProcess => {
  return spawn(process.execPath, [...hardening(), ...script(), '--child'], {
    env: { ...environment, OPENAUTH_SIGNER_SOCKET: path },
    // Its standard input ends with this process, and the signer ends with its input.
    stdio: ['pipe', 'ignore', 'inherit'],
    cwd: process.cwd(),
    // Its own session, so that Ctrl-C in a terminal stops this process first, which then stops the signer.
    detached: process.platform !== 'win32',
  })
}

/** Restarts the signer whenever it ends, with a growing delay. */
const supervise = (path: string, environment: Record<string, string>, log: (line: string) => void) => {
  let stopping = false
  let child: ChildProcess
  let ended: Promise<unknown>
  const run = async (): Promise<void> => {
    for (let delay = FIRST_DELAY; !stopping; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      const startedAt = Date.now()
      child = spawnSigner(path, environment)
      child.stdin?.on('error', () => {})
      ended = once(child, 'exit').catch(() => {})
      await ended
      if (stopping) return
      if (Date.now() - startedAt > STEADY) delay = FIRST_DELAY
      log(`the signer ended (${child.signalCode ?? child.exitCode}) and is restarted`)
      await pause(delay, undefined, { ref: false })
    }
  }
  void run()
  return async (): Promise<void> => {
    stopping = true
    child.stdin?.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE)
    if (child.exitCode === null && child.signalCode === null) await ended
    clearTimeout(timer)
  }
}

/**
 * Starts the signer as a child of this process and waits until it listens. The environment is kept for restarts. It
 * contains the credentials of a key service if the operator passed them as variables, which /proc/<pid>/environ of this
 * process shows anyway. Roles, web identity and token files avoid both.
 *
 * Throws signer_unavailable if it does not start; its standard error has the reason. Throws the reason of `signal` once that is aborted
 * before.
 */
export const startSigner = async (
  environment: Record<string, string>,
  log: (line: string) => void = () => {},
  signal?: AbortSignal,
): Promise<SignerProcess> => {
  const { path, remove } = await makePlace()
  const end = supervise(path, environment, log)
  const stop = async (): Promise<void> => {
    await end()
    await remove()
  }
  for (const deadline = Date.now() + START; !(await isAnswering(path)); await pause(20)) {
    if (Date.now() < deadline && !signal?.aborted) continue
    await stop()
    throw signal?.aborted ? (signal.reason as Error) : signerUnavailable('does not start')
  }
  return { path, stop }
}
