import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { closeServer, listenOnLoopback } from '../loopback.ts'
import type { Faults } from './faults.ts'
import { answer, failure, internalError, readRequest, tooManyRequests, type Session } from './rpc/answer.ts'
import type { Core } from './rpc/method.ts'
import { RpcError } from './rpc-error.ts'

const PARSE_ERROR = new RpcError(-32_700, 'Parse error')
const PAGE = '<!doctype html><title>Please wait</title><p>Please wait'

interface Connection {
  session?: Session
  /** Sends a message, or a page where it is text. */
  send: (message: unknown) => void
  /** Tells of too many requests in the connection's own way. */
  refuse: (message: unknown) => void
  /** Ends it without an answer. */
  end: () => void
}

interface Node {
  core: Core
  /** Answers instead of the chain where the fault is `fork`. */
  otherCore: () => Core
  faults: Faults
}

/** Does one call, or what is to go wrong with it. */
const serve = ({ core, otherCore, faults }: Node, value: unknown, connection: Connection): void => {
  const request = readRequest(value)
  if (request instanceof RpcError) return connection.send(failure(null, request))
  const fault = faults.take(request.method)
  if (fault === 'hang') return
  if (fault === 'html') return connection.send(PAGE)
  if (fault === 'error') return connection.send(failure(request.id, internalError()))
  if (fault === '429') return connection.refuse(failure(request.id, tooManyRequests()))
  const { message, after } = answer(fault === 'fork' ? otherCore() : core, request, connection.session)
  if (fault === 'lost') return connection.end()
  connection.send(message)
  after?.()
}

const overHttp = async (node: Node, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const send = (status: number, message: unknown) => {
    const isPage = typeof message === 'string'
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' })
    response.end(isPage ? message : JSON.stringify(message))
  }
  if (request.method !== 'POST') return send(405, 'Used HTTP Method is not allowed. POST is required')
  const body = await json(request).catch(() => PARSE_ERROR)
  if (body instanceof RpcError) return send(200, failure(null, body))
  serve(node, body, {
    send: (message) => send(200, message),
    refuse: (message) => send(429, message),
    end: () => void request.socket.destroy(),
  })
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const overWebSocket = (node: Node, socket: WebSocket): void => {
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const session: Session = { send, running: new Map() }
  socket.on('message', (data: Buffer) => {
    const value = parse(data.toString())
    if (value === undefined) return send(failure(null, PARSE_ERROR))
    serve(node, value, { session, send, refuse: send, end: () => socket.terminate() })
  })
  socket.on('close', () => {
    for (const stop of session.running.values()) stop()
  })
  // A peer that breaks the protocol is closed by the library; there is nobody to tell.
  socket.on('error', () => {})
}

/** Listens on loopback: HTTP and WebSocket on one port, as Substrate nodes do. */
export const listen = async (node: Node, port: number) => {
  const server = createServer((request, response) => {
    overHttp(node, request, response).catch(() => response.destroy())
  })
  // Thousands of blocks made at once take longer than Node keeps an idle connection; a client's next call would then fail.
  server.keepAliveTimeout = 0
  const listening = await listenOnLoopback(server, port)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket: WebSocket) => overWebSocket(node, socket))
  const stop = async (): Promise<void> => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    await closeServer(server)
  }
  return { port: listening, stop }
}
