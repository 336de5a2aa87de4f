import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { closeServer, listenOnLoopback } from '../loopback.ts'

/** A fault of a key backend. It applies until it is cleared or has happened `times` times. */
interface BackendFault {
  /** `Encrypt` or `Decrypt` of KMS, `encrypt` or `decrypt` of Vault; without it all operations. */
  operation?: string
  /**
   * `throttle` and `error` are the backend's own answers. `hang` never answers; `stall` begins an answer and does not
   * end it; `html` is a page with status 200, as a proxy sends; `huge` is 64 MiB of JSON; `reset` ends the connection;
   * `redirect` points to another address; `broken` is JSON of another shape.
   */
  kind: 'throttle' | 'error' | 'hang' | 'stall' | 'html' | 'huge' | 'reset' | 'redirect' | 'broken'
  times?: number
}

/** A call as it reached the backend. */
interface BackendRequest {
  operation: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  status: number
  answer: string
  /** Milliseconds since 1970. */
  at: number
}

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export interface BackendServer {
  url: string
  faults: { set: (fault: BackendFault) => void; clear: () => void }
  /** The calls that reached the server, oldest first. */
  requests: () => BackendRequest[]
  clearRequests: () => void
  /** Delays every answer by milliseconds, as a network does. */
  delay: (ms: number) => void
  stop: () => Promise<void>
}

/** The differences between the backends. */
export interface Protocol {
  contentType: string
  operationOf: (call: Call) => string
  answer: (call: Call) => Reply
  throttled: Reply
  failed: Reply
}

export interface Call {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

const HUGE = `{"padding":"${'x'.repeat(1_048_576)}`

const read = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return { method: request.method ?? '', path: request.url ?? '', headers, body: Buffer.concat(chunks) }
}

const takeFault = (faults: BackendFault[], operation: string): BackendFault['kind'] | undefined => {
  const fault = faults.find((one) => one.operation === undefined || one.operation === operation)
  if (fault?.times !== undefined) {
    fault.times -= 1
    if (fault.times < 1) faults.splice(faults.indexOf(fault), 1)
  }
  return fault?.kind
}

/** The reply of a fault; undefined if the fault has handled the connection itself. */
const faultReply = (kind: BackendFault['kind'], protocol: Protocol, response: ServerResponse): Reply | undefined => {
  if (kind === 'throttle') return protocol.throttled
  if (kind === 'error') return protocol.failed
  if (kind === 'broken') return { status: 200, body: { data: { surprise: true }, surprise: true } }
  if (kind === 'redirect') return { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/v1/elsewhere' } }
  if (kind === 'html')
    return { status: 200, body: '<!doctype html><title>Please wait</title>', headers: { 'content-type': 'text/html' } }
  if (kind === 'reset') response.socket?.resetAndDestroy()
  if (kind === 'stall') response.writeHead(200, { 'content-type': protocol.contentType }).write('{')
  if (kind === 'huge') {
    response.writeHead(200, { 'content-type': protocol.contentType }).write(HUGE)
    for (let sent = 1; sent < 64; sent += 1) response.write(HUGE)
    response.end('"}')
  }
  return undefined
}

/** Serves a key backend on loopback, records its calls and applies faults. */
export const serveBackend = async (protocol: Protocol, port = 0): Promise<BackendServer> => {
  const faults: BackendFault[] = []
  const requests: BackendRequest[] = []
  let delayMs = 0

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await read(request)
    const operation = protocol.operationOf(call)
    const entry = { ...call, operation, body: call.body.toString(), status: 0, answer: '', at: Date.now() }
    requests.push(entry)
    if (delayMs > 0) await wait(delayMs)
    const kind = takeFault(faults, operation)
    const reply = kind === undefined ? protocol.answer(call) : faultReply(kind, protocol, response)
    if (!reply) return
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    Object.assign(entry, { status: reply.status, answer: text })
    response.writeHead(reply.status, { 'content-type': protocol.contentType, ...reply.headers }).end(text)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const listening = await listenOnLoopback(server, port)
  return {
    url: `http://127.0.0.1:${listening}`,
    faults: { set: (fault) => void faults.push({ ...fault }), clear: () => void faults.splice(0) },
    requests: () => [...requests],
    clearRequests: () => void requests.splice(0),
    delay: (ms) => void (delayMs = ms),
    stop: () => closeServer(server),
  }
}
