import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ExitCode } from '../src/failure.ts'
import { run } from '../src/run.ts'
import type { Step } from '../src/ui/step.ts'
import type { Prompts } from '../src/ui/questions.ts'
import type { CliEnvironment } from '../src/cli-environment.ts'

/** A folder that is removed after the test that runs. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The path of a file with this content, which is removed after the test that runs. */
export const fileWith = async (text: string): Promise<string> => {
  const path = join(await temporaryFolder(), 'file')
  await writeFile(path, text)
  return path
}

export interface CliResult {
  code: ExitCode
  stdout: string
  stderr: string
}

/** Records every progress step. */
const recordSteps =
  (steps: Step[]): CliEnvironment['showProgress'] =>
  (_, work) =>
    work((step) => steps.push(step))

export interface EnvironmentOptions {
  env?: Record<string, string>
  fetch?: CliEnvironment['fetch']
  stdin?: string | AsyncIterable<Uint8Array>
  keychain?: CliEnvironment['keychain']
  wait?: CliEnvironment['wait']
  openBrowser?: CliEnvironment['openBrowser']
  showBoard?: CliEnvironment['showBoard']
  /** Gets what is written to stdout, while the command runs. */
  onWrite?: (text: string) => void
  /** Answers to prompts, in order; if given, stdin and stderr are terminals. */
  answers?: (string | boolean)[]
  /** Columns of stdout; if given, stdout is a terminal. */
  columns?: number
}

/** Answers prompts from a list and records their labels in `asked`. */
const scriptPrompts = (answers: (string | boolean)[], asked: string[]): Prompts => {
  const answer = (question: { label: string } | { summary: string; subjects: string[] }) => {
    asked.push('label' in question ? question.label : [question.summary, ...question.subjects].join('\n'))
    if (answers.length === 0) throw new Error(`no answer is given for the prompt ${asked.at(-1)}`)
    return answers.shift()
  }
  return {
    text: async (question) => answer(question) as string,
    secret: async (question) => answer(question) as string,
    confirm: async (question) => answer(question) as boolean,
  }
}

const neverFetch: CliEnvironment['fetch'] = async (input) => {
  throw new Error(`no request was expected: ${input instanceof Request ? input.url : input.toString()}`)
}

async function* once(text: string) {
  yield Buffer.from(text)
}

/**
 * An operator with an own configuration folder, who runs commands in process. Hooks give a folder, which they remove
 * themselves; in a test it is a temporary one.
 */
export const createOperator = async (defaults: EnvironmentOptions = {}, given?: string) => {
  const home = given ?? (await temporaryFolder())
  const asked: string[] = []
  const steps: Step[] = []
  const openauth = async (argv: string[], options: EnvironmentOptions = {}): Promise<CliResult> => {
    const {
      env,
      fetch = neverFetch,
      stdin = '',
      answers,
      columns,
      keychain,
      wait,
      openBrowser,
      showBoard,
      onWrite,
    } = { ...defaults, ...options }
    const written = { stdout: '', stderr: '' }
    const isTTY = answers !== undefined
    const code = await run(argv, {
      env: { XDG_CONFIG_HOME: home, NO_COLOR: '1', ...defaults.env, ...env },
      stdin: Object.assign(typeof stdin === 'string' ? once(stdin) : stdin, { isTTY }),
      stdout: {
        write: (text) => {
          written.stdout += text
          onWrite?.(text)
        },
        ...(columns === undefined ? {} : { isTTY: true, columns }),
      },
      stderr: { write: (text) => (written.stderr += text), isTTY },
      fetch,
      prompts: scriptPrompts([...(answers ?? [])], asked),
      showProgress: recordSteps(steps),
      ...(keychain ? { keychain } : {}),
      ...(wait ? { wait } : {}),
      ...(openBrowser ? { openBrowser } : {}),
      ...(showBoard ? { showBoard } : {}),
    })
    return { code, ...written }
  }
  return { home, profiles: join(home, 'openauth', 'profiles.json'), asked, steps, openauth }
}

export interface ReceivedRequest {
  method: string
  url: URL
  body: unknown
  authorization: string | null
}

/** A fake server whose `answer` makes each response; `requests` records what it received. */
export const fakeServer = (
  answer: (request: ReceivedRequest) => { status?: number; body?: unknown; headers?: Record<string, string> },
) => {
  const requests: ReceivedRequest[] = []
  const fetch: CliEnvironment['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.text()
    const received = {
      method: request.method,
      url: new URL(request.url),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      authorization: request.headers.get('authorization'),
    }
    requests.push(received)
    const { status = 200, body = {}, headers = {} } = answer(received)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
  }
  return { fetch, requests }
}

export const data = (value: unknown) => ({ body: { data: value } })
