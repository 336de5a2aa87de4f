import pg from 'pg'
import { histogram, secondsSince } from './lib/metrics/counters.ts'
import { spans } from './lib/tracing/spans.ts'

/** Upper ends in seconds, from a read by key to the limit of a statement. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

const durations = histogram(
  {
    name: 'openauth_database_statement_duration_seconds',
    help: 'Time of statements, without the wait for a connection. Statements without a name, which Prisma makes, are `unnamed`.',
    labels: ['statement'],
  },
  BOUNDS,
)
const unnamed = durations.of('unnamed')

/** A statement that took longer than the limit: its text has placeholders in place of values. */
export interface SlowStatement {
  statement: string
  /** At most 2,000 characters. */
  text: string
  /** Milliseconds. */
  took: number
}

type Listener = (slow: SlowStatement) => void

/** The most characters of a statement in a log. */
const MOST_TEXT = 2_000

/** A statement's text on one line. What stands in quotes is left out: a statement that was put together by hand could have a value there. */
export const plainText = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_TEXT)

interface Asked {
  name: string
  text: string
}

const askedOf = (query: unknown): Asked => {
  if (typeof query === 'string') return { name: 'unnamed', text: query }
  const { name, text } = query as { name?: string; text?: string }
  return { name: name ?? 'unnamed', text: text ?? '' }
}

/** Notes what a statement took, and ends its span. */
const begin = (asked: Asked, slowAfter: number, tell: Listener) => {
  const start = performance.now()
  const end = spans.begin?.(asked.name === 'unnamed' ? asked.text.trimStart().split(/\s/, 1)[0]! : asked.name, {
    'db.system.name': 'postgresql',
    'db.query.text': plainText(asked.text),
  })
  return (error?: unknown): void => {
    const seconds = secondsSince(start)
    const timing = asked.name === 'unnamed' ? unnamed : durations.of(asked.name)
    timing.observe(seconds)
    end?.(error)
    if (seconds * 1000 < slowAfter) return
    tell({ statement: asked.name, text: plainText(asked.text), took: Math.round(seconds * 1000) })
  }
}

type Callback = (error: Error | undefined, result: unknown) => void
type AnyQuery = (...args: unknown[]) => unknown

/** Whether a query is a stream of its own, such as COPY: it ends when its reader does, which says nothing of the database. */
const isStream = (query: unknown): boolean => typeof (query as { submit?: unknown } | null)?.submit === 'function'

const runTimed = (query: AnyQuery, ended: (error?: unknown) => void, [asked, values, callback]: unknown[]): unknown => {
  const own = typeof values === 'function' ? values : callback
  if (typeof own !== 'function') {
    const result = query(asked, values) as Promise<unknown>
    result.then(() => ended(), ended)
    return result
  }
  const answer: Callback = (error, result) => {
    ended(error ?? undefined)
    ;(own as Callback)(error, result)
  }
  return values === own ? query(asked, answer) : query(asked, values, answer)
}

/** A message of PostgreSQL: https://www.postgresql.org/docs/current/protocol-message-formats.html (ParameterStatus) */
interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** The driver's connection below a client, which its types leave out. */
interface WithConnection {
  connection: { on: (event: 'parameterStatus', listener: (message: ParameterStatus) => void) => void }
}

/** Knows whether its server is a replica, which PostgreSQL tells from version 14 on when a connection begins and when that changes. */
class RoleAwareClient extends pg.Client {
  isReplica = false
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as WithConnection
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isReplica = parameterValue === 'on'
    })
  }
}

/** A connection led to a replica, which takes no writes: until a fail-over is over everywhere, addresses may lead to the wrong server. */
export class ReplicaError extends Error {
  /** read_only_sql_transaction */
  readonly code = '25006'
  constructor() {
    super('The database that answers is a replica, which takes no writes.')
  }
}

/** For a pool's `verify`: refuses new connections to replicas. */
export const refuseReplica = (client: pg.ClientBase, done: (error?: Error) => void): void =>
  done(client instanceof RoleAwareClient && client.isReplica ? new ReplicaError() : undefined)

/**
 * A class of connections that measure every statement, for a pool. Those that take at least `slowAfter` milliseconds are told to the
 * listener; Infinity tells none.
 */
export const createTimedClient = (slowAfter: number): { Client: typeof pg.Client; listen: (to: Listener) => void } => {
  let listener: Listener = () => {}
  const tell: Listener = (slow) => listener(slow)
  const { query } = pg.Client.prototype
  class TimedClient extends RoleAwareClient {}
  TimedClient.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const ask = query.bind(this) as AnyQuery
    return isStream(args[0]) ? ask(...args) : runTimed(ask, begin(askedOf(args[0]), slowAfter, tell), args)
  } as typeof query
  return { Client: TimedClient, listen: (to) => void (listener = to) }
}
