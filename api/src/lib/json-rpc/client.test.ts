import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createJsonRpc } from './client.ts'
import type { Dialect } from './dialect.ts'
import { RpcError } from './errors.ts'

const dialect: Dialect = {
  Failure: RpcError,
  kindOf: ({ code, status }) => (status >= 500 ? 'unavailable' : code === 7 ? 'rate_limited' : 'refused'),
  submits: 'submit',
  redaction: { minLength: 6, mark: '…' },
  maxBytes: 10_000,
  trustForMs: 60_000,
  readGenesis: async (ask) => String(await ask('genesis', [])),
  wrongChain: (host, seen, expected) => new Error(`${host} serves ${seen}, not ${expected}`),
}

/** A node whose responses to anything but `genesis` are `answer`, with the headers of its last request. */
const startNode = async (status = 200, answer: object = { result: 1 }) => {
  const seen: { authorization?: string | undefined; genesis: string } = { genesis: 'first' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.authorization = request.headers.authorization
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      if (method === 'genesis') return response.end(JSON.stringify({ id, result: seen.genesis }))
      return response.writeHead(status).end(JSON.stringify({ id, ...answer }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('credentials of an address are sent as Basic authentication where the dialect accepts them', async () => {
  const { seen, url } = await startNode()
  const withCredentials = url.replace('//', '//us%65r:p%40ss@')
  expect(() => createJsonRpc({ url: withCredentials }, dialect)).toThrow(TypeError)
  await createJsonRpc({ url: withCredentials }, { ...dialect, basicAuth: true }).call('read', [])
  expect(seen.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  await createJsonRpc({ url }, dialect).call('read', [])
  expect(seen.authorization).toBeUndefined()
})

test.each([
  [200, 7, 'rate_limited'],
  [400, 8, 'refused'],
  [503, 8, 'unavailable'],
])('an error object with the status %i and the code %i is %s', async (status, code, kind) => {
  const { url } = await startNode(status, { error: { code, message: 'no' } })
  const failed = createJsonRpc({ url }, { ...dialect, quotesCode: true }).call('read', [])
  await expect(failed).rejects.toMatchObject({ kind, rpcCode: code, message: expect.stringMatching(/no \(\d\)$/) })
})

test('a changed chain is refused, or used once it is accepted', async () => {
  const { seen, url } = await startNode()
  const wary = createJsonRpc({ url, trustForMs: 0 }, dialect)
  const accepted: string[] = []
  const acceptChain = async (hash: string) => void accepted.push(hash)
  const accepting = createJsonRpc({ url, trustForMs: 0, acceptChain }, dialect)
  for (const rpc of [wary, accepting]) expect(await rpc.call('read', [])).toBe(1)
  seen.genesis = 'second'
  await expect(wary.call('read', [])).rejects.toThrow('serves second, not first')
  expect(await accepting.genesisHash()).toBe('second')
  expect(accepted).toEqual(['first', 'second'])
})
