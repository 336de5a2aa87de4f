import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'
import { addressesOf, FetchFailedError, FetchRefusedError, isFetchable, pinned, safeFetch } from './safe-fetch.ts'

const PUBLIC = '8.8.8.8'
const INSIDE = '10.0.0.5'

describe('SSRF: the addresses of a host', () => {
  const of = (address: string, resolved: string[], allow: string[] = []) =>
    addressesOf(new URL(address), { allow, resolve: async () => resolved })

  test.each<[string, string[], string[]]>([
    ['https://a.example', [PUBLIC], []],
    ['https://a.example:443/x', [PUBLIC, '2606:4700::1111'], []],
    [`https://${PUBLIC}`, [], []],
    ['http://a.example:8080', [INSIDE], [INSIDE]],
    ['http://a.example', [INSIDE, PUBLIC], [INSIDE, PUBLIC]],
    ['http://[fd00::5]:81/', [], ['fd00::5']],
  ])('control: %s at %j may be called with %j allowed', async (address, resolved, allow) => {
    expect((await of(address, resolved, allow)).length).toBeGreaterThan(0)
  })

  test.each<[string, string[], string[], RegExp]>([
    ['https://a.example', [INSIDE], [], /not on the public internet/],
    ['https://a.example', [PUBLIC, INSIDE], [], /not on the public internet/],
    ['https://a.example', [], [], /not on the public internet/],
    ['http://a.example', [PUBLIC], [], /not an https address/],
    ['https://a.example:8443', [PUBLIC], [], /non-default port/],
    ['http://a.example', [INSIDE, '10.0.0.6'], [INSIDE], /not an https address/],
    ['https://a.example', [INSIDE, PUBLIC], [INSIDE], /not on the public internet/],
    ['http://a.example', [], [INSIDE], /not an https address/],
    ['https://user@a.example', [PUBLIC], [], /contains credentials/],
    ['https://:secret@a.example', [PUBLIC], [], /contains credentials/],
    ['https://user:secret@a.example', [PUBLIC], [], /contains credentials/],
    [`http://user@${INSIDE}`, [], [INSIDE], /contains credentials/],
    ['https://[::1]/', [PUBLIC], [], /not on the public internet/],
  ])('%s at %j is refused with %j allowed', async (address, resolved, allow, message) => {
    await expect(of(address, resolved, allow)).rejects.toThrow(message)
  })
})

describe('an address that is entered, before its name is resolved', () => {
  test.each<[string, string[]]>([
    ['https://a.example', []],
    [`https://${PUBLIC}/x`, []],
    ['https://localhostess.example', []],
    ['https://localhost.example', []],
    ['https://xlocalhost', []],
    [`http://${INSIDE}:81`, [INSIDE]],
    ['http://[fd00::5]:81', ['fd00::5']],
    ['http://inside.example:81', [INSIDE]],
    ['http://localhost:81', ['127.0.0.1']],
  ])('%s may be one, with %j allowed', (address, allow) => expect(isFetchable(address, allow)).toBe(true))

  test.each<[string, string[]]>([
    ['http://a.example', []],
    ['https://a.example:8443', []],
    [`https://${INSIDE}`, []],
    [`http://${PUBLIC}`, []],
    [`http://${INSIDE}`, ['10.0.0.6']],
    [`http://${PUBLIC}`, [INSIDE]],
    ['https://localhost', []],
    ['https://localhost.', []],
    ['https://a.localhost', []],
    ['https://a.localhost.', []],
    ['https://[::1]', []],
  ])('%s is none, with %j allowed', (address, allow) => expect(isFetchable(address, allow)).toBe(false))
})

test('DNS rebinding: a connection gets the checked addresses, whatever name it asks for', () => {
  const lookup = pinned([PUBLIC, '2606:4700::1111'])
  const ask = (options: Parameters<LookupFunction>[1]) => {
    const answers: unknown[] = []
    lookup('evil.example', options, (...answer) => void answers.push(...answer))
    return answers
  }
  expect(ask({ all: true })).toEqual([
    null,
    [
      { address: PUBLIC, family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  ])
  expect(ask({})).toEqual([null, PUBLIC, 4])
})

describe('what is asked and answered', () => {
  const seen: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = (await request.setEncoding('utf8').toArray()).join('')
      seen.push({ method: request.method, headers: request.headers, body })
      const [, status = '200', size = '0'] = request.url!.split('/')
      response.writeHead(Number(status) || 200).end('x'.repeat(Number(size)))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  const open = { allow: ['127.0.0.1'], maxBytes: 1000, timeoutMs: 60_000 }

  test('a picture is asked for by name, uncompressed', async () => {
    await safeFetch(`${url}/200/5`, open)
    expect(seen.at(-1)).toMatchObject({
      method: 'GET',
      body: '',
      headers: { accept: 'image/*', 'user-agent': 'OpenAuth', 'accept-encoding': 'identity' },
    })
  })

  test('what is posted has its own headers in place of those for pictures', async () => {
    await safeFetch(url, { ...open, post: { body: '{"a":1}', headers: { 'content-type': 'application/json' } } })
    expect(seen.at(-1)).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect(seen.at(-1)!.headers.accept).toBeUndefined()
  })

  test('a body of the limit is read, and one of a byte more is refused', async () => {
    expect((await safeFetch(`${url}/200/1000`, open)).length).toBe(1000)
    await expect(safeFetch(`${url}/200/1001`, open)).rejects.toThrow(FetchRefusedError)
  })

  test.each([
    [500, FetchFailedError],
    [499, FetchRefusedError],
    [201, FetchRefusedError],
    [302, FetchRefusedError],
  ])('status %i', async (status, kind) => {
    await expect(safeFetch(`${url}/${status}`, open)).rejects.toThrow(kind)
  })

  test('what was aborted before is not asked', async () => {
    const count = seen.length
    await expect(safeFetch(url, { ...open, signal: AbortSignal.abort() })).rejects.toThrow(FetchFailedError)
    expect(seen.length).toBe(count)
  })
})

describe('a fetch for addresses of strangers’ documents', () => {
  const call = createGuardedFetch({ allow: ['127.0.0.1'] })

  test('asks for no compressed body, which could expand', async () => {
    const asked: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers)
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await call(new URL(`http://127.0.0.1:${port}/`), { headers: { 'accept-encoding': 'gzip' } })
    expect([await answer.json(), asked[0]!['accept-encoding']]).toEqual([{}, 'identity'])
    server.close()
  })

  test('fails as fetch does where nobody listens, with the cause', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const failure = await call(new URL(`http://127.0.0.1:${port}/`), {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TypeError)
    expect((failure as TypeError).cause).toMatchObject({ code: 'ECONNREFUSED' })
  })
})
