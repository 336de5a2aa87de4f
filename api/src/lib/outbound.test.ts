import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOutbound } from './outbound.ts'

const servers: Server[] = []
const listening = (server: Server, port = 0): Promise<string> =>
  new Promise((tell) => {
    servers.push(server)
    server.listen(port, '127.0.0.1', () => tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
const serve = (listener: RequestListener): Promise<string> => listening(createServer(listener))

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

const unavailable = { name: 'ProviderUnavailableError' }

/** A server that counts requests and never answers at /slow. */
const serveSlowly = async () => {
  const requests = { count: 0 }
  const url = await serve((request, response) => {
    requests.count++
    if (request.url !== '/slow') response.end('ok')
  })
  return { url, requests }
}

test('returns status, headers and body', async () => {
  const url = await serve((request, response) => {
    response.writeHead(404, { 'content-type': 'application/json', 'x-agent': request.headers['user-agent'] })
    request.pipe(response)
  })
  const response = await createOutbound()(`${url}/path`, { method: 'POST', body: '{"a":1}' })
  expect(response.status).toBe(404)
  expect(response.headers.get('x-agent')).toBe('OpenAuth')
  expect(await response.json()).toEqual({ a: 1 })
})

test.each([204, 304])('returns status %i, which has no body', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end())
  expect((await createOutbound()(url)).status).toBe(status)
})

test('retries once when nothing listened', async () => {
  const gone = createServer()
  const url = await listening(gone)
  await new Promise((done) => gone.close(done))
  const requests: string[] = []
  const platform = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    try {
      return await platform(input, init)
    } catch (error) {
      // The server listens again before the second attempt.
      const server = createServer((request, response) => {
        requests.push(request.method!)
        response.end('ok')
      })
      await listening(server, Number(new URL(url).port))
      throw error
    }
  })
  const response = await createOutbound()(url, { method: 'POST', body: 'code' })
  expect(await response.text()).toBe('ok')
  expect(requests).toEqual(['POST'])
})

test('tries twice at most when nothing listens', async () => {
  const gone = createServer()
  const url = await listening(gone)
  await new Promise((done) => gone.close(done))
  const calls = vi.spyOn(globalThis, 'fetch')
  await expect(createOutbound()(url)).rejects.toMatchObject({
    ...unavailable,
    message: expect.stringContaining('ECONNREFUSED') as string,
  })
  expect(calls).toHaveBeenCalledTimes(2)
})

test('a request whose connection broke after sending is never repeated', async () => {
  let requests = 0
  const url = await serve((request) => {
    requests++
    request.socket.resetAndDestroy()
  })
  await expect(createOutbound()(url, { method: 'POST', body: 'code=1' })).rejects.toMatchObject(unavailable)
  expect(requests).toBe(1)
})

describe('unusable responses', () => {
  const outbound = () => createOutbound({ timeoutMs: 300, maxBytes: 1000 })

  test.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['never ends', (_, response) => void response.write('{')],
    ['breaks off', (_, response) => void response.write('{', () => response.socket?.resetAndDestroy())],
    ['is too large', (_, response) => response.end('x'.repeat(1001))],
    ['says how large it is, wrongly', (_, response) => response.writeHead(200, { 'content-length': '9' }).end('x')],
    ['is a server error', (_, response) => response.writeHead(503).end('later')],
  ])('one that %s', async (_, listener) => {
    const url = await serve(listener)
    const started = Date.now()
    await expect(outbound()(url)).rejects.toMatchObject(unavailable)
    expect(Date.now() - started).toBeLessThan(10_000)
  })

  test('accepts a body of exactly the maximum size', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(1000)))
    expect(await (await outbound()(url)).text()).toHaveLength(1000)
  })

  test.each([
    [429, { 'retry-after': '7' }, 7],
    [503, { 'retry-after': '99999999' }, 3600],
    [403, { 'x-ratelimit-remaining': '0' }, undefined],
    [429, { 'retry-after': 'soon' }, undefined],
  ])('status %i with %o reports the delay before a retry', async (status, headers, retryAfter) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end())
    await expect(outbound()(url)).rejects.toMatchObject({ ...unavailable, retryAfter })
  })
})

describe('a circuit', () => {
  const fail = async (outbound: ReturnType<typeof createOutbound>, url: string, times: number) => {
    for (let i = 0; i < times; i++) await expect(outbound(url)).rejects.toMatchObject(unavailable)
  }

  /** Fails until it is repaired, and counts requests. */
  const serveBroken = async () => {
    const state = { requests: 0, isBroken: true }
    const url = await serve((_, response) => {
      state.requests++
      response.writeHead(state.isBroken ? 500 : 200).end()
    })
    return { url, state }
  }

  test('opens after five consecutive failures, and closes when a later attempt succeeds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { url, state } = await serveBroken()
    const outbound = createOutbound()
    await fail(outbound, url, 5)
    await expect(outbound(url)).rejects.toMatchObject({ ...unavailable, retryAfter: 10 })
    expect(state.requests).toBe(5)

    vi.setSystemTime(Date.now() + 10_001)
    await fail(outbound, url, 2)
    expect(state.requests).toBe(6)

    vi.setSystemTime(Date.now() + 10_001)
    state.isBroken = false
    await outbound(url)
    state.isBroken = true
    await fail(outbound, url, 4)
    expect(state.requests).toBe(11)
  })

  test('stays closed after a success in between, or after responses with status 4xx', async () => {
    const { url, state } = await serveBroken()
    const outbound = createOutbound()
    for (let round = 0; round < 3; round++) {
      state.isBroken = true
      await fail(outbound, url, 4)
      state.isBroken = false
      await outbound(url)
    }
    expect(state.requests).toBe(15)

    let refused = 0
    const refusing = await serve((_, response) => {
      refused++
      response.writeHead(refused % 2 ? 401 : 429).end()
    })
    for (let i = 0; i < 10; i++) await outbound(refusing).catch(() => {})
    expect(refused).toBe(10)
  })

  test('is separate for each first path segment and each host', async () => {
    const { url, state } = await serveBroken()
    const outbound = createOutbound()
    await fail(outbound, `${url}/accounts.google.com/a`, 5)
    await fail(outbound, `${url}/accounts.google.com/b?c`, 1)
    expect(state.requests).toBe(5)
    state.isBroken = false
    expect((await outbound(`${url}/github.com/a`)).status).toBe(200)
  })

  test('an aborted call does not count as a failure', async () => {
    const { url, requests } = await serveSlowly()
    const outbound = createOutbound()
    for (let i = 0; i < 8; i++) {
      const controller = new AbortController()
      const outcome = outbound(`${url}/slow`, { signal: controller.signal }).catch((error: Error) => error.name)
      await vi.waitFor(() => expect(requests.count).toBe(i + 1), 120_000)
      controller.abort()
      expect(await outcome).toBe('AbortError')
    }
  })

  test('a slow provider gets 32 concurrent calls and its own queue, further calls are refused, and other providers are not delayed', async () => {
    const { url, requests } = await serveSlowly()
    const outbound = createOutbound({ timeoutMs: 60_000, callsWaiting: 8 })
    const controllers = Array.from({ length: 40 }, () => new AbortController())
    const outcomes = Promise.allSettled(controllers.map(({ signal }) => outbound(`${url}/slow`, { signal })))
    await expect(outbound(`${url}/slow`)).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('too many pending calls') as string,
    })
    expect(await (await outbound(`${url}/fast`)).text()).toBe('ok')
    for (const controller of controllers) controller.abort()
    await outcomes
    expect(requests.count).toBeLessThanOrEqual(33)
    // Callers that aborted while queued made no call, so they do not count as failures.
    expect(await (await outbound(`${url}/slow/ok`)).text()).toBe('ok')
  })
})
