import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { closeServer, listenOnLoopback } from '../loopback.ts'
import type { Chain } from './chain.ts'
import { answer, failure, type Session } from './rpc/answer.ts'
import { RpcError } from './rpc/error.ts'

const PARSE_ERROR = new RpcError(-32_700, 'Parse error')

const overHttp = async (chain: Chain, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== 'POST') {
    response.writeHead(405, { 'content-type': 'text/plain' }).end('Used HTTP Method is not allowed. POST is required\n')
    return
  }
  const answered = await json(request).then(
    (value) => answer(chain, value),
    () => failure(null, PARSE_ERROR),
  )
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return PARSE_ERROR
  }
}

const overWebSocket = (chain: Chain, socket: WebSocket): void => {
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  const session: Session = { send, running: new Map() }
  socket.on('message', (data: Buffer) => {
    const value = parse(data.toString())
    send(value === PARSE_ERROR ? failure(null, PARSE_ERROR) : answer(chain, value, session))
  })
  socket.on('close', () => {
    for (const end of session.running.values()) end()
    session.running.clear()
  })
  // The library closes the connection of a peer that breaks the protocol.
  socket.on('error', () => {})
}

/** Listens on loopback: HTTP, and WebSocket on a second port, which is the next one where `port` is fixed. */
export const listen = async (chain: Chain, port: number) => {
  const http = createServer((request, response) => {
    overHttp(chain, request, response).catch(() => response.destroy())
  })
  const ws = createServer((_request, response) => void response.writeHead(426).end())
  const sockets = new WebSocketServer({ server: ws })
  // It repeats the server's errors, which listenOnLoopback reports already.
  sockets.on('error', () => {})
  sockets.on('connection', (socket: WebSocket) => overWebSocket(chain, socket))
  const httpPort = await listenOnLoopback(http, port)
  const wsPort = await listenOnLoopback(ws, port === 0 ? 0 : port + 1).catch(async (error: unknown) => {
    await closeServer(http)
    throw error
  })
  const stop = async (): Promise<void> => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    await Promise.all([closeServer(http), closeServer(ws)])
  }
  return { url: `http://127.0.0.1:${httpPort}`, wsUrl: `ws://127.0.0.1:${wsPort}`, stop }
}
