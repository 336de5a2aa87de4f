import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Pinned {
  url: string
  pid: number
  /** What a script that measures by itself printed as JSON when it ended. */
  result: <T>() => Promise<T>
  stop: () => Promise<void>
}

/** The server's program, and the options of Node that `npm start` starts it with. */
const builtServer = '../api/dist/main.js'
const startOptions = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Ends the process with one line where a program that the benchmarks run is not installed. */
export const requirePrograms = (): void => {
  const packages = { wrk: 'wrk', taskset: 'util-linux' }
  const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ['--version']).error)
  if (missing.length === 0) return
  const names = missing.map(([program]) => program).join(' and ')
  console.error(`${names} not found: apt install ${missing.map(([, name]) => name).join(' ')}`)
  process.exit(1)
}

export const startServer = (environment: Record<string, string>, cores?: string): Promise<Pinned> =>
  startPinned(builtServer, environment, cores)

/** Starts a script on core 0, or others; resolves when it names its address, or at once when it ends with a result. */
export const startPinned = async (
  script: string,
  environment: Record<string, string>,
  cores = '0',
): Promise<Pinned> => {
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
  // A benchmark that fails leaves nothing behind: a server that lived on would hold its terminal or pipe open for ever.
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)
  let output = ''
  const exited = once(child, 'exit').finally(() => process.off('exit', endWithUs))
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

/** The most memory that a process has held so far, as the kernel counts it. MB of 10^6 bytes. */
export const peakMemory = (pid: number): number => {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round((Number(line?.[1]) * 1024) / 1e6)
}

/** Kernel's unit of `utime` and `stime`: USER_HZ, which is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/** Processor time that a process has used so far, with all of its threads. Microseconds, in steps of 10 000. */
export const processorTime = (pid: number): number => {
  // The second field is the program's name in parentheses, which may hold spaces; utime and stime are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6
}
