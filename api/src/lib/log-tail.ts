import { randomBytes } from 'node:crypto'
import { KEPT_LOG_LINES, type LogLine, logLevels } from '@openauth/client'
import { withoutAddresses } from './without-addresses.ts'

/** Characters of a text in a line. */
const LONGEST = 500

/** Characters of a text that are looked at. The patterns below take time by the square of it, and anybody can send a path of 16 KiB. */
const READ = 1000

/** Pino's numbers. https://github.com/pinojs/pino/blob/main/docs/api.md#loggerlevels-object */
const levelOf = (number: unknown): LogLine['level'] =>
  logLevels[Math.min(logLevels.length, Math.max(1, Math.round(Number(number) / 10))) - 1] ?? 'info'

/** Tokens, app secrets, keys and long runs of letters that could be one; e-mail addresses. */
const secrets = [
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\boa_[0-9a-f]{6,}/gi,
  /\b(?:bearer|basic) +[\w.~+/=-]+/gi,
  /\bAGE-SECRET-KEY-[\w-]+/gi,
  /\b(?:0x)?[0-9a-f]{40,}\b/gi,
  /\b[A-Za-z0-9+/_-]{43,}={0,2}(?![\w.-])/g,
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
]

/** The beginning of a text. The word in which it is cut is left out: half of a secret does not look like one. */
const beginningOf = (text: string): string => {
  if (text.length <= READ) return text
  const words = text.slice(0, READ).split(/(?<=\s)/)
  return `${words.slice(0, -1).join('')}…`
}

/** A text of the log without what looks like a secret, and without more of an address than its host. */
export const redacted = (text: string): string =>
  secrets.reduce((left, secret) => left.replace(secret, '…'), withoutAddresses(beginningOf(text))).slice(0, LONGEST)

/** What is shown of a line beside time, level and message. Whatever else a line has stays out. */
const pathsOfFields = {
  request: ['req', 'id'],
  method: ['req', 'method'],
  path: ['req', 'path'],
  status: ['res', 'statusCode'],
  ms: ['ms'],
  error: ['err', 'message'],
  type: ['err', 'type'],
  code: ['err', 'code'],
  job: ['job'],
  reason: ['reason'],
  network: ['network'],
} as const

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as never)[key] : undefined),
    value,
  )

const fieldsOf = (line: object): LogLine['fields'] =>
  Object.fromEntries(
    Object.entries(pathsOfFields).flatMap(([name, path]): [string, string | number | boolean][] => {
      const value = at(line, path)
      if (typeof value === 'string') return [[name, redacted(value)]]
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
    }),
  )

const parse = (text: string): LogLine | undefined => {
  try {
    const line = JSON.parse(text) as Record<string, unknown>
    const message = typeof line['msg'] === 'string' ? redacted(line['msg']) : ''
    // Lines about a request have its id in `req`, those of its work in `requestId`.
    const { requestId } = line
    const whole = requestId === undefined ? line : { ...line, req: { id: requestId } }
    return { at: new Date(Number(line['time'])), level: levelOf(line['level']), message, fields: fieldsOf(whole) }
  } catch {
    return undefined
  }
}

interface Query {
  after?: string | undefined
  level: LogLine['level']
  limit: number
}

export interface LogTail {
  /** What a logger writes to: the lines go on to `output`, whole, and the last ones are kept. */
  stream: (output: { write: (line: string) => unknown }) => { write: (line: string) => void }
  read: (query: Query) => { lines: LogLine[]; server: string; next: string; missed: number }
}

/** Keeps the last lines of this process's log for admins, without what could be a secret. */
export const createLogTail = (): LogTail => {
  const server = randomBytes(4).toString('hex')
  const kept: LogLine[] = []
  let count = 0
  const add = (text: string): void => {
    const line = parse(text)
    if (!line) return
    kept.push(line)
    count += 1
    if (kept.length > KEPT_LOG_LINES) kept.shift()
  }
  return {
    stream: (output) => ({
      write: (line) => {
        output.write(line)
        add(line)
      },
    }),
    read: ({ after = '', level, limit }) => {
      const cursor = new Map(after.split(',').map((each) => each.split(':') as [string, string])).get(server)
      const first = count - kept.length
      const from = cursor === undefined ? first : Math.min(count, Number(cursor))
      const fits = (line: LogLine) => logLevels.indexOf(line.level) >= logLevels.indexOf(level)
      const later = kept.slice(Math.max(0, from - first)).filter(fits)
      return { lines: later.slice(-limit), server, next: `${server}:${count}`, missed: Math.max(0, first - from) }
    },
  }
}
