import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { countedMetrics } from './lib/metrics/counters.ts'
import { connectRedis } from './redis.ts'
import { freePort, testServer } from './testing.ts'

/** Answers every command like an empty Redis. https://redis.io/docs/latest/develop/reference/protocol-spec/ */
const startRedis = async (port: number) => {
  const sockets = new Set<Socket>()
  const info = 'redis_version:7.2.0\r\nloading:0\r\n'
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const part of chunk.toString().split(/(?=\*\d+\r\n)/))
        socket.write(/info/i.test(part) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n')
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

test('S19: each loss and recovery of Redis is logged once, including a loss at the start', async () => {
  const port = await freePort()
  const messages: string[] = []
  const redis = await connectRedis(`redis://:secret-word@127.0.0.1:${port}`, (line) => messages.push(line))
  ends.push(redis.close)
  expect(redis.isReachable()).toBe(false)
  const lost = expect.stringMatching(/^Redis at 127.0.0.1:\d+ does not answer/)
  expect(messages).toEqual([lost])
  const stop = await startRedis(port)
  await expect.poll(redis.isReachable).toBe(true)
  stop()
  await expect.poll(redis.isReachable).toBe(false)
  expect(messages).toEqual([lost, `Redis at 127.0.0.1:${port} answers again.`, lost])
  expect(messages.join()).not.toContain('secret-word')
})

test('S19: /readyz reports a lost Redis, and the server keeps serving', async () => {
  const server = await testServer({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  ends.push(server.stop)
  expect(await server.send('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'degraded', redis: 'unreachable' },
  })
})

test('commands to Redis are timed by name and outcome', async () => {
  const port = await freePort()
  const stop = await startRedis(port)
  ends.push(stop)
  const redis = await connectRedis(`redis://127.0.0.1:${port}`, () => {})
  ends.push(redis.close)
  const countOf = (command: string, outcome: string) =>
    countedMetrics()
      .find(({ name }) => name === 'openauth_redis_command_duration_seconds')!
      .samples()
      .find(({ name, labels }) => name.endsWith('_count') && labels === `command="${command}",outcome="${outcome}"`)
      ?.value ?? 0
  const before = countOf('set', 'ok')
  expect(await redis.client.set('a', 'secret-value')).toBe('OK')
  expect(countOf('set', 'ok')).toBe(before + 1)
  stop()
  await expect.poll(redis.isReachable).toBe(false)
  await expect(redis.client.del('a')).rejects.toBeInstanceOf(Error)
  expect(countOf('del', 'failed')).toBeGreaterThan(0)
})
