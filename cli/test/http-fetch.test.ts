import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { fetchTransport } from '@openauth/client'
import { expect, onTestFinished, test } from 'vitest'
import { callFailure } from '../src/call-failure.ts'
import { httpFetch } from '../src/http-fetch.ts'

const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const list = { method: 'GET', path: '/apps', auth: 'admin' } as const

const messageOf = async (endpoint: string, init: { signal?: AbortSignal } = {}): Promise<string> => {
  const call = fetchTransport({ baseUrl: endpoint, fetch: httpFetch })(list, {}, init)
  const error: unknown = await call.catch((cause: unknown) => cause)
  const failure = callFailure(error, { endpoint, route: list, credential: undefined, savedApp: undefined })
  return (failure as Error).message.replace(endpoint, 'http://there')
}

test('it sends method, headers and body, and answers status, headers, text and JSON', async () => {
  const endpoint = await serve((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'], 'retry-after': '7' })
      const { method, url, headers } = request
      response.end(
        JSON.stringify({ method, url, length: headers['content-length'], type: headers['content-type'], body }),
      )
    })
  })
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'päivää' }
  const answer = await httpFetch(new URL('/a?b=c', endpoint), init)
  expect([answer.ok, answer.status, answer.headers.get('Retry-After'), answer.headers.get('x-none')]).toEqual([
    true,
    201,
    '7',
    null,
  ])
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: '/a?b=c',
    length: '9',
    type: 'text/plain',
    body: 'päivää',
  })
  const bytes = await httpFetch(endpoint, { method: 'POST', body: new Uint8Array([65, 66]) })
  expect(JSON.parse(await bytes.text())).toMatchObject({ length: '2', body: 'AB' })
})

test('what a proxy compresses is read', async () => {
  const endpoint = await serve(({ headers }, response) => {
    expect(headers['accept-encoding']).toBe('gzip')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":"größer"}'))
  })
  expect(await (await httpFetch(endpoint)).json()).toEqual({ data: 'größer' })
})

test('a damaged compression is an error of the reader', async () => {
  const endpoint = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":[]}'.repeat(1000)).subarray(0, 30))
  })
  await expect((await httpFetch(endpoint)).text()).rejects.toThrow(/unexpected end of file/)
})

test('it follows no redirect', async () => {
  const endpoint = await serve((_, response) => void response.writeHead(302, { location: 'http://elsewhere' }).end())
  const answer = await httpFetch(endpoint)
  expect([answer.ok, answer.status, answer.headers.get('location')]).toEqual([false, 302, 'http://elsewhere'])
})

test('a body arrives piece by piece, and a signal ends it', async () => {
  const endpoint = await serve((_, response) => {
    response.writeHead(200)
    response.write('first')
  })
  const controller = new AbortController()
  const { body } = await httpFetch(endpoint, { signal: controller.signal })
  const read = async () => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      expect(Buffer.from(chunk).toString()).toBe('first')
      controller.abort()
    }
  }
  await expect(read()).rejects.toMatchObject({ name: 'AbortError' })
})

test('failures have the reasons that the program tells', async () => {
  expect(await messageOf('http://127.0.0.1:1')).toContain('the connection is refused. Is the server running?')
  expect(await messageOf('http://name.invalid')).toMatch(/the host name (does not exist|cannot be looked up)/)
  const silent = await serve(() => {})
  expect(await messageOf(silent, { signal: AbortSignal.timeout(20) })).toBe(
    'Cannot reach http://there: the server took too long to answer',
  )
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"data":')
    setImmediate(() => response.destroy())
  })
  expect(await messageOf(broken)).toBe('Cannot reach http://there: the connection was reset')
  const garbage = await serve((request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  expect(await messageOf(garbage)).toContain('what answers does not speak HTTP')
})
