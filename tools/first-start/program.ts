// Programs that a try starts, waits for and ends, with all that they start themselves. Linux: it reads /proc.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** How long each may take before the try has failed: generous, since a busy machine is no failure. Milliseconds. */
const READY_WITHIN = 600_000
const END_WITHIN = 300_000
const LEFT_WITHIN = 30_000

/** `openauth`, npm's workspaces and localnet say so in these words. */
const READY = /OpenAuth is ready at (http:\/\/\S+)/

export interface Program {
  child: ChildProcess
  pid: number
  folder: string
  /** What it wrote to stdout and stderr so far. */
  output: () => string
}

export interface ProgramOptions {
  folder: string
  environment?: Record<string, string | undefined>
  /** Of the user that it runs as; this process must be root's. */
  uid?: number
}

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** What a stranger's shell has: no variable of npm's, of this project's, or of whoever runs the tries. */
const strangersEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_(?!config_(registry|cache|userconfig))|OPENAUTH_|PLAYER_|NODE_|DATABASE_URL|REDIS_URL)/.test(name),
    ),
  )

/** Starts a program in a process group of its own. It gets a free port unless `environment` names one. */
export const start = (command: string[], { folder, environment = {}, uid }: ProgramOptions): Program => {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...strangersEnvironment(), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  child.on('error', (error) => (text += String(error)))
  return { child, pid: child.pid ?? 0, folder, output: () => text }
}

const isOver = ({ child }: Program) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined

const tail = (text: string) => text.trimEnd().split('\n').slice(-12).join('\n')

const until = async <T>(what: string, milliseconds: number, look: () => T | undefined): Promise<T> => {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} within ${milliseconds / 1000} s`)
    await pause(100)
  }
}

/** Waits until a program has written something; fails where it ends before. */
export const said = async (program: Program, pattern: RegExp): Promise<RegExpExecArray> => {
  const found = await until(`says nothing of ${pattern.source}`, READY_WITHIN, () => {
    const match = pattern.exec(program.output())
    return match ?? (isOver(program) ? null : undefined)
  }).catch((error: Error) => {
    throw new Error(`${error.message}:\n${tail(program.output())}`, { cause: error })
  })
  if (found) return found
  throw new Error(`ended with ${program.child.exitCode}:\n${tail(program.output())}`)
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

/** The address at which the server answers, once it says so and does. */
export const ready = async (program: Program, ask = statusOf): Promise<string> => {
  const [, url = ''] = await said(program, READY)
  const status = await ask(`${url}/healthz`)
  if (status !== 200) throw new Error(`/healthz answers ${status}`)
  return url
}

/** Its exit code, once it has ended and closed its output; null where a signal ended it. */
export const ended = async (program: Program): Promise<number | null> => {
  await until('has not ended', END_WITHIN, () => isOver(program) || undefined)
  return program.child.exitCode
}

export const send = (target: number, signal: NodeJS.Signals) => {
  try {
    process.kill(target, signal)
  } catch {
    // It ended by itself.
  }
}

const readProc = (pid: string | number, file: string): string => {
  try {
    return file === 'cwd' ? readlinkSync(`/proc/${pid}/cwd`) : readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The processes that work in a folder or below it, whoever their parents are. */
export const processesIn = (folder: string): { pid: number; command: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => `${readProc(pid, 'cwd')}/`.startsWith(`${folder}/`))
    .map((pid) => ({ pid: Number(pid), command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }))

/** Ends every process in the folder at once. */
export const endAll = (folder: string): void => {
  for (const { pid } of processesIn(folder)) send(pid, 'SIGKILL')
}

/** Fails where a process is left in the folder whose command is not one that may stay. */
export const nothingLeft = async (folder: string, mayStay?: RegExp): Promise<void> => {
  const others = () => processesIn(folder).filter(({ command }) => !mayStay?.test(` ${command}`))
  try {
    await until('a process is left', LEFT_WITHIN, () => (others().length === 0 ? true : undefined))
  } catch (error) {
    const left = others()
    throw new Error(`${(error as Error).message}: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`, {
      cause: error,
    })
  }
}

/** Ends a program by a signal to its group, and looks that nothing of it is left. */
export const stop = async (program: Program): Promise<void> => {
  send(-program.pid, 'SIGTERM')
  await ended(program)
  await nothingLeft(program.folder)
}

/** A program that has to refuse: it ends with exit code 1 after a few lines at most, none of them of a stack. */
export const refusal = async (program: Program, expected: RegExp, mostLines = 4): Promise<void> => {
  const code = await ended(program)
  const output = program.output()
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^(> |npm (warn|notice))/.test(line))
  if (code !== 1) throw new Error(`exit code ${code}:\n${tail(output)}`)
  if (/^ {4}at |node:internal|\n\^|Node\.js v\d/m.test(output)) throw new Error(`a stack:\n${tail(output)}`)
  if (lines.length > mostLines) throw new Error(`${lines.length} lines:\n${tail(output)}`)
  if (!expected.test(output)) throw new Error(`says nothing of ${expected.source}:\n${tail(output)}`)
  await nothingLeft(program.folder)
}
