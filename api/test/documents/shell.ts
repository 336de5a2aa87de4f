// A reader's terminal: one bash that keeps its variables from command to command.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface World {
  folder: string
  environment: NodeJS.ProcessEnv
}

export interface Shell {
  /** Runs a command to its end. */
  run: (command: string) => Promise<Outcome>
  close: () => Promise<void>
}

/** What a program writes, and a promise of its next output or of its end. */
const collect = (child: ChildProcess) => {
  const text = { stdout: '', stderr: '' }
  let tell = () => {}
  let next = new Promise<void>((done) => (tell = done))
  const changed = () => {
    tell()
    next = new Promise((done) => (tell = done))
  }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.on('data', (chunk) => {
      text[name] += String(chunk)
      changed()
    })
  child.once('exit', changed)
  return { text, change: () => next }
}

/** Starts bash, which is what each document's commands run in, in their order. */
export const openShell = ({ folder, environment }: World): Shell => {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env: environment })
  const { text, change } = collect(child)
  child.stdin.write('set -o pipefail\n')
  let count = 0
  const run = async (command: string): Promise<Outcome> => {
    const marker = `--- ended ${(count += 1)} with`
    Object.assign(text, { stdout: '', stderr: '' })
    const told = `status=$?; echo "${marker} $status" >&2; echo "${marker} $status"`
    child.stdin.write(`{ ${command}\n} </dev/null\n${told}\n`)
    const end = new RegExp(`${marker} (\\d+)\\n`)
    while (!end.test(text.stdout) || !end.test(text.stderr)) {
      if (child.exitCode !== null) throw new Error(`bash has ended: ${text.stderr}`)
      await change()
    }
    const [stdout = '', code] = text.stdout.split(end)
    return { code: Number(code), stdout, stderr: text.stderr.split(end)[0]! }
  }
  const close = async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { run, close }
}

/** Runs a command that asks its questions in a terminal, and answers them in their order. */
export const runInTerminal = async (
  { folder, environment }: World,
  command: string,
  answers: { question: RegExp; answer: string }[],
): Promise<Outcome> => {
  const child = spawn('script', ['-qec', `stty cols 100 rows 40; ${command}`, '/dev/null'], {
    cwd: folder,
    env: { ...environment, TERM: 'xterm' },
  })
  const { text } = collect(child)
  let answered = 0
  child.stdout.on('data', () => {
    const [next] = answers
    if (!next?.question.test(text.stdout.slice(answered))) return
    answered = text.stdout.length
    child.stdin.write(`${next.answer}\r`)
    answers = answers.slice(1)
  })
  const [code] = (await once(child, 'exit')) as [number]
  return { code, ...text }
}

export interface Background {
  stop: () => Promise<void>
}

/** Starts a command that runs until it is stopped, and waits for its line. */
export const startInBackground = async (
  { folder, environment }: World,
  command: string,
  line: RegExp,
): Promise<Background> => {
  // What npm starts ends with npm, which gets the signal.
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: folder, env: environment })
  const { text, change } = collect(child)
  const exited = once(child, 'exit')
  while (!line.test(text.stdout)) {
    if (child.exitCode !== null)
      throw new Error(`${command} ended with ${child.exitCode}: ${text.stderr}${text.stdout}`)
    await change()
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await exited
  }
  return { stop }
}
