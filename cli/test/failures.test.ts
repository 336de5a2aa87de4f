import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOperator } from './cli.ts'

/** The port of a server that stands until the test ends. */
const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Runs a command against an address, and expects one line and exit code 1. */
const failureAt = async (endpoint: string, ...argv: string[]): Promise<string> => {
  const { openauth } = await createOperator({ fetch: globalThis.fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const { code, stdout, stderr } = await openauth([...argv, '--endpoint', endpoint])
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 })
  return stderr
}

const answering = (status: number, body: string, type = 'text/html') =>
  listen(createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body)))

describe('one clear line where', () => {
  test('https is asked and http answers', async () => {
    const port = await answering(200, '')
    expect(await failureAt(`https://127.0.0.1:${port}`, 'apps', 'list')).toContain('speaks plain http, not https')
  })

  test('http is asked of a port for https', async () => {
    const port = await answering(400, '<h1>The plain HTTP request was sent to HTTPS port</h1>')
    expect(await failureAt(`http://127.0.0.1:${port}`, 'apps', 'list')).toContain('Does it take https:// only?')
  })

  test.each([200, 502])('a proxy answers with a page and status %d', async (status) => {
    const port = await answering(status, '<html>Bad gateway</html>')
    expect(await failureAt(`http://127.0.0.1:${port}`, 'apps', 'list')).toContain(
      `answered with HTTP ${status} and no message. Is it an OpenAuth server?`,
    )
  })

  test('another API answers with JSON', async () => {
    const port = await answering(200, '[1, 2]', 'application/json')
    expect(await failureAt(`http://127.0.0.1:${port}`, 'apps', 'list')).toContain('is not that of an OpenAuth server')
    const other = await answering(200, '{"hello": "world"}', 'application/json')
    expect(await failureAt(`http://127.0.0.1:${other}`, 'apps', 'list')).toContain('is not that of an OpenAuth server')
  })

  test('something else than HTTP answers', async () => {
    const port = await listen(createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')))
    expect(await failureAt(`http://127.0.0.1:${port}`, 'apps', 'list')).toContain('does not speak HTTP')
  })

  test('the server closes the connection', async () => {
    const port = await listen(createSocketServer((socket) => socket.destroy()))
    expect(await failureAt(`http://127.0.0.1:${port}`, 'apps', 'list')).toMatch(/the connection was (closed|reset)/)
  })

  test('the server is older than this program', async () => {
    const port = await answering(
      404,
      '{"message":"There is no such route","code":"route_not_found"}',
      'application/json',
    )
    expect(await failureAt(`http://127.0.0.1:${port}`, 'apps', 'list')).toMatch(
      /does not have the call GET \/admin\/apps\. It has another version than this program, \d+\.\d+\.\d+: openauth status$/m,
    )
  })
})
