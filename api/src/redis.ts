import type { Cluster, Redis } from 'ioredis'
import { histogram, secondsSince } from './lib/metrics/counters.ts'
import { spans } from './lib/tracing/spans.ts'

/** A Redis client and its state. */
export interface RedisConnection {
  client: Redis | Cluster
  isReachable: () => boolean
  close: () => void
}

const becameLost = (host: string, error: Error | undefined): string => {
  const reason = error ? ` (${(error as NodeJS.ErrnoException).code ?? error.message})` : ''
  return `Redis at ${host} does not answer${reason}. Until it does, each server counts attempts by itself. Check REDIS_URL.`
}

/** What every node of a cluster is asked with, beside its address. */
const credentialsOf = (url: string) => {
  const { protocol, username, password } = new URL(url)
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  }
}

/** Upper ends in seconds, to the limit of a command. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

const durations = histogram(
  {
    name: 'openauth_redis_command_duration_seconds',
    help: 'Time of commands to Redis by name and outcome: `ok` or `failed`.',
    labels: ['command', 'outcome'],
  },
  BOUNDS,
)

/** Measures every command of a client: all ways to send one lead through `sendCommand`. */
const measureCommands = (client: Redis | Cluster): void => {
  const send = client.sendCommand.bind(client) as Redis['sendCommand']
  client.sendCommand = ((command, stream) => {
    const start = performance.now()
    const end = spans.begin?.(command.name.toUpperCase(), {
      'db.system.name': 'redis',
      'db.operation.name': command.name.toUpperCase(),
    })
    const ended = (outcome: string, error?: unknown) => {
      durations.of(command.name, outcome).observe(secondsSince(start))
      end?.(error)
    }
    command.promise.then(
      () => ended('ok'),
      (error: unknown) => ended('failed', error),
    )
    return send(command, stream)
  }) as Redis['sendCommand']
}

/**
 * Connects to Redis, and waits for the first success or failure. Commands fail fast, so that a lost Redis does not slow
 * down requests; limits then count in memory. `log` receives a line at each loss, including the first, and at each
 * recovery.
 */
export const connectRedis = async (
  url: string,
  log: (line: string) => void,
  isCluster = false,
): Promise<RedisConnection> => {
  const { host } = new URL(url)
  // By its default export: in the server's bundle a CommonJS module that is loaded on demand has no other.
  const { default: ioredis } = await import('ioredis')
  const fast = { maxRetriesPerRequest: 1, connectTimeout: 3000, commandTimeout: 5000 }
  // No pipelines: those of ioredis 6 leave objects that a scavenge keeps, and each pauses the server for 5 ms instead of 0.3.
  const common = { enableOfflineQueue: false }
  const client = isCluster
    ? new ioredis.Cluster([url], { ...common, redisOptions: { ...fast, ...credentialsOf(url) } })
    : new ioredis.Redis(url, { ...fast, ...common })
  measureCommands(client)
  let reachable: boolean | undefined
  let closing = false
  const become = (now: boolean, error?: Error) => {
    if (closing || now === reachable) return
    if (!now) log(becameLost(host, error))
    else if (reachable === false) log(`Redis at ${host} answers again.`)
    reachable = now
  }
  await new Promise<void>((settled) => {
    client.on('ready', () => settled(become(true)))
    client.on('error', (error: Error) => settled(become(false, error)))
    client.on('close', () => settled(become(false)))
  })
  return {
    client,
    isReachable: () => reachable === true,
    close: () => {
      closing = true
      client.disconnect()
    },
  }
}
