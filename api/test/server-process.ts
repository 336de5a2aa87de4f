import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** How Node runs the server: the bundle, as operators do (tools/test-bundle.mjs has built it), or the sources. */
const programs = {
  bundle: [fileAt('../dist/main.js')],
  sources: ['--import', 'tsx', '--conditions=openauth-source', fileAt('../src/main.ts')],
}

export interface ServerProcess {
  child: ChildProcess
  url: string
  /** Everything that it wrote to stdout and stderr so far. */
  output: () => string
}

/** Runs the server as a process of its own, without waiting for anything. */
export const spawnServer = (
  environment: Record<string, string>,
  program: keyof typeof programs = 'bundle',
  wrap: (command: [string, ...string[]]) => [string, ...string[]] = (command) => command,
) => {
  const { redisUrl } = inject('store')
  const [file, ...args] = wrap([process.execPath, ...programs[program]])
  const child = spawn(file, args, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text }
}

/** Starts the server as a process of its own and waits until it says that it is ready. */
export const startProcess = (
  environment: Record<string, string>,
  program?: keyof typeof programs,
): Promise<ServerProcess> => untilReady(spawnServer(environment, program))

/** The same in a terminal of its own, which closes when `child`, script(1), is ended. */
export const startInTerminal = (environment: Record<string, string>): Promise<ServerProcess> =>
  untilReady(spawnServer(environment, undefined, (command) => ['script', '-qec', command.join(' '), '/dev/null']))

const untilReady = async ({ child, output }: ReturnType<typeof spawnServer>): Promise<ServerProcess> => {
  const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`exit ${code}: ${output()}`)))
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const match = /ready at (http:\/\/\S+)/.exec(output())
      if (match) resolve(match[1]!)
    })
  })
  const url = await Promise.race([ready, exited])
  exited.catch(() => {})
  return { child, url, output }
}

/** Runs a server that is expected to refuse its start; the answer is its exit code and what it said. */
export const startRefusedServer = async (
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> => {
  const { child, output } = spawnServer(environment)
  // Not at its exit: what it has said may still be in the pipe then.
  const [code] = (await once(child, 'close')) as [number]
  return { code, output: output() }
}

/** Ends a server with a signal and waits until it is gone. */
export const endProcess = async (
  { child }: ServerProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
