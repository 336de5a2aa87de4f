import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { counter } from './lib/metrics/counters.ts'
import { spans } from './lib/tracing/spans.ts'

const lines = counter('openauth_log_lines_total', 'Lines of the log by level, of those that are written.', 'level')

/** pino's numbers of levels. https://getpino.io/#/docs/api?id=logger-level */
const levelNames: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** Fields that never belong into a log. Code does not log them; this is for the line that does by mistake, at the top or one level down. */
const secretFields = [
  'password',
  'passwordHash',
  'token',
  'accessToken',
  'idToken',
  'refreshToken',
  'secret',
  'clientSecret',
  'authorization',
  'cookie',
  'privateKey',
  'seed',
  'mnemonic',
  'apiKey',
  'initData',
  'email',
]

/** What is logged of an error beside message and stack. PostgreSQL's `detail` and `where`, and Prisma's `meta`, quote values of rows. */
const errorFields = [
  'code',
  'kind',
  'status',
  'syscall',
  'severity',
  'table',
  'column',
  'constraint',
  'reason',
] as const

/** Causes of causes that are logged. */
const MOST_CAUSES = 4

/** An error as it is logged. */
export interface LoggedError {
  type: string
  message: string
  stack: string
  [field: string]: unknown
}

/** An error for a log: its kind, message, stack, causes, and the few fields that hold no values of rows. */
export const describeError = (error: unknown, depth = 0): LoggedError => {
  // What is thrown and no error, as Prisma's driver adapter does, may be anything.
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  const own = error as Error & Record<string, unknown>
  const kept = errorFields.filter((name) => ['string', 'number'].includes(typeof own[name]))
  const inner = error instanceof AggregateError ? (error.errors as unknown[]).slice(0, MOST_CAUSES) : []
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...Object.fromEntries(kept.map((name) => [name, own[name]])),
    ...(error.cause === undefined || depth >= MOST_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
    ...(inner.length === 0 || depth >= MOST_CAUSES
      ? {}
      : { errors: inner.map((each) => describeError(each, depth + 1)) }),
  }
}

type LogMethod = (this: FastifyBaseLogger, ...args: [unknown, ...unknown[]]) => void

/** Options of the server's logger, pino: JSON, a line each. */
export const loggerOptions = () => ({
  hooks: {
    logMethod(this: FastifyBaseLogger, args: unknown[], method: unknown, level: number) {
      // Fastify logs where it listens. serve.ts says so in a line for people, and makes this message empty.
      if (args[0] === '') return
      lines.count(levelNames[level] ?? 'other')
      ;(method as LogMethod).apply(this, args as [unknown])
    },
  },
  redact: { paths: [...secretFields, ...secretFields.map((name) => `*.${name}`)], censor: '[redacted]' },
  /** The trace in which a line is written, so that one leads to the other. */
  mixin: () => {
    const traceId = spans.traceId?.()
    return traceId === undefined ? {} : { traceId }
  },
  // A query may contain personal data; headers and bodies are never logged.
  serializers: {
    req: ({ id, method, url, ip }: FastifyRequest) => ({ id, method, path: url.split('?', 1)[0], ip }),
    res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
    err: (error: unknown) => describeError(error),
  },
})

/** pino's levels as methods, in the order of FastifyBaseLogger. */
const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** A logger that makes pino's child at the first line: most calls write none, and a child costs more than they do. */
class RequestLog {
  readonly #log: FastifyBaseLogger
  readonly #requestId: string
  #child: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, requestId: string) {
    this.#log = log
    this.#requestId = requestId
  }

  get opened(): FastifyBaseLogger {
    return (this.#child ??= this.#log.child({ requestId: this.#requestId }))
  }

  get level(): string {
    return this.#log.level
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.opened.child(...args)
  }

  silent(): void {}
}
for (const name of methods)
  Object.defineProperty(RequestLog.prototype, name, {
    value(this: RequestLog, ...args: [object, string]) {
      this.opened[name](...args)
    },
  })

/** The log for the work of one request: each line has its `requestId`, which the answer has too. */
export const requestLog = (log: FastifyBaseLogger, requestId: string): FastifyBaseLogger =>
  new RequestLog(log, requestId) as unknown as FastifyBaseLogger
