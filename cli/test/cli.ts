import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExitCode } from '../src/failure.ts'
import { run } from '../src/run.ts'
import type { Step } from '../src/ui/progress.ts'
import type { Prompts } from '../src/ui/prompts.ts'
import type { CliEnvironment } from '../src/cli-environment.ts'

export interface CliResult {
  code: ExitCode
  stdout: string
  stderr: string
}

/** Told of every step of work in batches. */
const recorded =
  (steps: Step[]): CliEnvironment['showProgress'] =>
  (_, work) =>
    work((step) => steps.push(step))

export interface EnvironmentOptions {
  env?: Record<string, string>
  fetch?: CliEnvironment['fetch']
  stdin?: string
  /** Answers to prompts, in order; giving any makes it a terminal. */
  answers?: (string | boolean)[]
  /** Columns of stdout; giving any makes it a terminal. */
  columns?: number
}

/** Told of every prompt, so that a test can see what was asked. */
const scripted = (answers: (string | boolean)[], asked: string[]): Prompts => {
  const answer = (question: { label: string } | { summary: string; subjects: string[] }) => {
    asked.push('label' in question ? question.label : [question.summary, ...question.subjects].join('\n'))
    if (answers.length === 0) throw new Error(`nobody answers: ${asked.at(-1)}`)
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

/** A home of its own, in which one operator runs commands in process. */
export const createOperator = async (always: EnvironmentOptions = {}) => {
  const home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  const asked: string[] = []
  const steps: Step[] = []
  const openauth = async (argv: string[], given: EnvironmentOptions = {}): Promise<CliResult> => {
    const { env, fetch = neverFetch, stdin = '', answers, columns } = { ...always, ...given }
    const written = { stdout: '', stderr: '' }
    const isTTY = answers !== undefined
    const code = await run(argv, {
      env: { XDG_CONFIG_HOME: home, NO_COLOR: '1', ...always.env, ...env },
      stdin: Object.assign(once(stdin), { isTTY }),
      stdout: {
        write: (text) => (written.stdout += text),
        ...(columns === undefined ? {} : { isTTY: true, columns }),
      },
      stderr: { write: (text) => (written.stderr += text), isTTY },
      fetch,
      prompts: scripted([...(answers ?? [])], asked),
      showProgress: recorded(steps),
    })
    return { code, ...written }
  }
  return { home, profiles: join(home, 'openauth', 'profiles.json'), asked, steps, openauth }
}

export interface Asked {
  method: string
  url: URL
  body: unknown
  authorization: string | null
}

/** A server made of a function, and the requests that it got. */
export const fakeServer = (
  answer: (asked: Asked) => { status?: number; body?: unknown; headers?: Record<string, string> },
) => {
  const requests: Asked[] = []
  const fetch: CliEnvironment['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.text()
    const asked = {
      method: request.method,
      url: new URL(request.url),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      authorization: request.headers.get('authorization'),
    }
    requests.push(asked)
    const { status = 200, body = {}, headers = {} } = answer(asked)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
  }
  return { fetch, requests }
}

export const data = (value: unknown) => ({ body: { data: value } })
