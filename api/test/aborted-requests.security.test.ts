import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '../src/testing.ts'

// What the log contains of requests that clients abort.

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** All lines of the log, of any level. */
let lines: { level: string; fields: object; message: string }[]
beforeEach(() => {
  lines = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(server.app.log, level).mockImplementation((fields: unknown, message?: string) => {
      lines.push({ level, fields: fields as object, message: message ?? '' })
    })
})
afterEach(() => vi.restoreAllMocks())

const uploads: [string, string][] = [
  ['of a told length', 'content-type: application/json\r\ncontent-length: 5000\r\n\r\n{"username":"'],
  ['in chunks', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"use\r\n'],
]

test.each(uploads)('S17: an aborted upload %s is one info line without a stack', async (_, rest) => {
  const socket = connect({ host: '127.0.0.1', port: server.settings.port })
  const routed = new Promise<void>((done) => server.app.server.once('request', () => done()))
  socket.write(`POST /admin/login HTTP/1.1\r\nhost: localhost\r\n${rest}`)
  await routed
  socket.destroy()
  await expect.poll(() => lines.length).toBe(1)
  const [{ level, fields, message }] = lines as [(typeof lines)[0]]
  expect([level, Object.keys(fields), message]).toEqual([
    'info',
    ['req'],
    'the client closed the connection while it sent its request',
  ])
})
