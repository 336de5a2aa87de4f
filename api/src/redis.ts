import type { Redis as RedisClient } from 'ioredis'

/** A Redis client and its state. */
export interface RedisConnection {
  client: RedisClient
  isReachable: () => boolean
  close: () => void
}

const becameLost = (host: string, error: Error | undefined): string => {
  const reason = error ? ` (${(error as NodeJS.ErrnoException).code ?? error.message})` : ''
  return `Redis at ${host} does not answer${reason}. Until it does, each server counts attempts by itself. Check REDIS_URL.`
}

/**
 * Connects to Redis, and waits for the first success or failure. Commands fail fast, so that a lost Redis does not slow
 * down requests; limits then count in memory. `log` receives a line at each loss, including the first, and at each
 * recovery.
 */
export const connectRedis = async (url: string, log: (line: string) => void): Promise<RedisConnection> => {
  const { host } = new URL(url)
  // By its default export: in the server's bundle a CommonJS module that is loaded on demand has no other.
  const { default: ioredis } = await import('ioredis')
  const client = new ioredis.Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 3000 })
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
