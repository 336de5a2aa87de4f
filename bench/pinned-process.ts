import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A server or script that runs on chosen processor cores. */
export interface PinnedProcess {
  /** Base address of a server; empty for a script that prints a result. */
  url: string
  pid: number
  /** Waits for the script's end and parses the JSON that it printed. */
  result: <T>() => Promise<T>
  stop: () => Promise<void>
}

const builtServer = '../api/dist/main.js'

/** The options of Node in `npm start`. */
const startOptions = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Exits with a message if a program that the benchmarks need is not installed. */
export const requirePrograms = (): void => {
  const packages = { wrk: 'wrk', taskset: 'util-linux' }
  const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ['--version']).error)
  if (missing.length === 0) return
  const names = missing.map(([program]) => program).join(' and ')
  console.error(`${names} not found: apt install ${missing.map(([, name]) => name).join(' ')}`)
  process.exit(1)
}

/** Starts the built server as `npm start` does. */
export const startServer = (environment: Record<string, string>, cores?: string): Promise<PinnedProcess> =>
  startPinned(builtServer, environment, cores)

/** Starts a script on core 0 or on `cores`, as taskset writes them. Resolves once it prints its address, or ends. */
export const startPinned = async (
  script: string,
  environment: Record<string, string>,
  cores = '0',
): Promise<PinnedProcess> => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const options = path.endsWith('.ts') ? ['--import', 'tsx', '--conditions=openauth-source'] : startOptions()
  const child = spawn('taskset', ['-c', cores, process.execPath, ...options, path], {
    env: {
      ...process.env,
      PORT: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Stops the child if the benchmark fails: otherwise it keeps running and holds the terminal open.
  const killChild = () => child.kill()
  process.once('exit', killChild)
  let output = ''
  const exited = once(child, 'exit').finally(() => process.off('exit', killChild))
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /ready at (http:\S+)/.exec(output)
      if (address) resolve(address[1]!)
    })
  })
  const url = await Promise.race([ready, exited.then(() => '')])
  const result = async <T>() => {
    await exited
    return JSON.parse(output) as T
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { url, pid: child.pid!, result, stop }
}

/** Peak resident memory of a process so far, from the kernel (VmHWM). MB of 10^6 bytes. */
export const peakMemory = (pid: number): number => {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round((Number(line?.[1]) * 1024) / 1e6)
}

/** The kernel's unit of `utime` and `stime`: USER_HZ, 100 on every Linux that Node supports (proc(5)). */
const ticksPerSecond = 100

/** Processor time of all threads of a process so far, and of its children that have ended where asked. Microseconds, in steps of 10 000. */
export const processorTime = (pid: number, { withEnded = false } = {}): number => {
  // The second field is the program's name in parentheses, which may hold spaces; utime, stime, cutime and cstime are the 14th to 17th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ticks = fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
  return (ticks / ticksPerSecond) * 1e6
}
