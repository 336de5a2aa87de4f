import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificates.ts'

export interface Received {
  method: string
  path: string
  authorization: string | undefined
  body: string
}
export type Respond = (request: Received, response: ServerResponse) => void

const read = async (request: IncomingMessage): Promise<Received> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return { method: request.method!, path: request.url!, authorization: request.headers.authorization, body }
}

/** Answers with JSON. */
export const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A server on loopback that records the requests; with a certificate one at https. */
export const startServer = async (respond: Respond, certificate?: Certificate) => {
  const received: Received[] = []
  const listener: RequestListener = (request, response) => {
    void read(request).then((message) => {
      received.push(message)
      respond(message, response)
    })
  }
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { address, received, stop }
}

export const TOKEN = 'admin-token-that-must-stay-in-main'

/** Answers like OpenAuth as far as the tests need; every answer to a login contains the token. */
export const asOpenAuth: Respond = ({ path, authorization }, response) => {
  if (path === '/admin/config') return json(response, 200, { data: { initialized: true } })
  if (path === '/admin/setup') return json(response, 200, { data: {} })
  if (/\/(admin\/login|user\/login)/.test(path)) return json(response, 200, { data: { token: TOKEN } })
  if (authorization !== `Bearer ${TOKEN}`) {
    return json(response, 401, { message: 'Unauthorized', code: 'unauthorized', requestId: 'r1' })
  }
  return json(response, 200, { data: [] })
}
