import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { FetchFailedError, FetchRefusedError, safeFetch, type SafeFetchOptions } from './safe-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const serve = async (answer: RequestListener): Promise<number> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** RFC 9110, section 15.2.2 */
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'

const strict = { allow: [], maxBytes: 1000, timeoutMs: 500 } satisfies SafeFetchOptions
const open = { ...strict, allow: ['127.0.0.1'] } satisfies SafeFetchOptions

test('reads a picture from an allowed address', async () => {
  const port = await serve((request, response) => response.end(`at ${request.headers.host}${request.url}`))
  expect((await safeFetch(`http://127.0.0.1:${port}/a?b`, open)).toString()).toBe(`at 127.0.0.1:${port}/a?b`)
})

describe('addresses within', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '198.18.0.1',
    '169.254.169.254',
    '0xA9FEA9FE',
    '2852039166',
    '192.0.0.192',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[ff02::1]',
    '[fec0::1]',
    '[2001:db8::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[2002:7f00:1::]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2001:0:53aa:64c:0:0:80ff:fffe]',
    '[5f00::1]',
    '[4000::1]',
  ])('rejects %s', async (host) => {
    await expect(safeFetch(`https://${host}/`, strict)).rejects.toThrow(FetchRefusedError)
  })

  test.each(['localhost', 'LOCALHOST'])('rejects the name %s', async (host) => {
    await expect(safeFetch(`https://${host}/`, strict)).rejects.toThrow(/not on the public internet/)
  })

  test('rejects a name that resolves to loopback', async () => {
    const resolve = async () => ['127.0.0.1']
    await expect(safeFetch('https://pictures.example./', { ...strict, resolve })).rejects.toThrow(FetchRefusedError)
  })

  test('rejects a name with one private address among public ones', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1']
    await expect(safeFetch('https://pictures.example/', { ...strict, resolve })).rejects.toThrow(FetchRefusedError)
  })

  test('rejects a name without addresses', async () => {
    const resolve = async () => []
    await expect(safeFetch('https://pictures.example/', { ...open, resolve })).rejects.toThrow(FetchRefusedError)
  })
})

test('DNS rebinding: connects to the address that was checked', async () => {
  const port = await serve((_, response) => response.end('picture'))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const options = { ...open, resolve: async () => answers.shift()! }
  expect((await safeFetch(`http://pictures.example:${port}/`, options)).toString()).toBe('picture')
  expect(answers).toHaveLength(1)
})

test.each([
  ['plain http', 'http://pictures.example/'],
  ['another port', 'https://pictures.example:8443/'],
  ['a database port', 'https://pictures.example:5432/'],
  ['credentials', 'https://user:password@pictures.example/'],
  ['a file', 'file:///etc/passwd'],
  ['data', 'data:image/png;base64,AAAA'],
  ['gopher', 'gopher://pictures.example/'],
  ['nonsense', 'https://'],
])('rejects %s on public hosts', async (_, address) => {
  const resolve = async () => ['1.1.1.1']
  await expect(safeFetch(address, { ...strict, resolve })).rejects.toThrow(FetchRefusedError)
})

test('allowing one address allows no other, and no public host', async () => {
  const port = await serve((_, response) => response.end('secret'))
  const allow = ['127.0.0.2']
  await expect(safeFetch(`http://127.0.0.1:${port}/`, { ...strict, allow })).rejects.toThrow(FetchRefusedError)
})

test('does not follow a redirect', async () => {
  const seen: string[] = []
  const port = await serve((request, response) => {
    seen.push(request.url!)
    response.writeHead(302, { location: '/secret' }).end()
  })
  await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(/status 302/)
  expect(seen).toEqual(['/'])
})

describe('a hostile server', () => {
  test('that announces an oversized body is rejected at once', async () => {
    const port = await serve((_, response) => void response.writeHead(200, { 'content-length': 1e12 }).write('x'))
    await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(/announced more/)
  })

  test('that sends an endless body without a length is aborted', async () => {
    let sent = 0
    const port = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(500))) sent += 500
      }
      response.on('drain', more)
      more()
    })
    await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(/sent more than 1000/)
    expect(sent).toBeLessThan(50_000_000)
  })

  test('that sends a compression bomb is rejected', async () => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500_000))),
    )
    await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(/compressed/)
  })

  test.each([
    ['never answers', () => {}],
    [
      'sends single bytes slowly',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ] satisfies [string, RequestListener][])('that %s times out', async (_, answer) => {
    const port = await serve(answer)
    const start = Date.now()
    await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(FetchFailedError)
    expect(Date.now() - start).toBeLessThan(20_000)
  })

  test('that switches the protocol ends the fetch', async () => {
    const port = await serve(({ socket }) => socket.write(upgrade))
    await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(FetchFailedError)
  })

  test('whose name never resolves times out', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    await expect(safeFetch('https://pictures.example/', { ...strict, resolve })).rejects.toThrow(/within 500 ms/)
  })

  test('that closes the connection is a failure, and the message omits the path', async () => {
    const port = await serve((request) => void request.socket.destroy())
    const failure = await safeFetch(`http://127.0.0.1:${port}/secret-path`, open).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FetchFailedError)
    expect((failure as Error).message).not.toContain('secret-path')
  })
})

test('an abort signal ends the fetch', async () => {
  const port = await serve(() => {})
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 50)
  const start = Date.now()
  const failure = safeFetch(`http://127.0.0.1:${port}/`, { ...open, timeoutMs: 40_000, signal: stop.signal })
  await expect(failure).rejects.toThrow(FetchFailedError)
  expect(Date.now() - start).toBeLessThan(20_000)
})

test.each([
  [404, FetchRefusedError],
  [429, FetchFailedError],
  [503, FetchFailedError],
])('status %i', async (status, kind) => {
  const port = await serve((_, response) => response.writeHead(status).end())
  await expect(safeFetch(`http://127.0.0.1:${port}/`, open)).rejects.toThrow(kind)
})
