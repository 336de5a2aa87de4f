import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Request = { id: number; method: string; params: unknown[] }
/**
 * `result` or `error` of a JSON-RPC response, a whole HTTP response, no response ('hang'), or a dropped connection
 * ('cut').
 */
export type FakeAnswer =
  | 'hang'
  | 'cut'
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
  | { status: number; body: string; headers?: Record<string, string> }

const answerWith = (response: ServerResponse, id: number, answer: FakeAnswer): void => {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.destroy()
  if ('status' in answer) return void response.writeHead(answer.status, answer.headers).end(answer.body)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
}

/**
 * An endpoint that forwards to the endpoint `target`, except for requests to which `override` returns an answer.
 * It records the methods of its requests.
 */
export const startFakeRpc = async (target: string, override: (request: Request) => FakeAnswer | undefined) => {
  const requestedMethods: string[] = []
  const pass = async (request: Request): Promise<FakeAnswer> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(target, { method: 'POST', headers, body: JSON.stringify(request) })
    return (await answer.json()) as FakeAnswer
  }
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = JSON.parse(Buffer.concat(chunks).toString()) as Request
      requestedMethods.push(request.method)
      const answer = override(request)
      if (answer) return answerWith(response, request.id, answer)
      pass(request).then(
        (passed) => answerWith(response, request.id, passed),
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedMethods,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
