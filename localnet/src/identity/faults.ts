import { setTimeout as wait } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hosts } from './hosts.ts'

/** A fault of a provider. It applies until it is cleared or has happened `times` times. */
export interface Fault {
  /** A host, such as `api.github.com`; without it all hosts. */
  host?: string
  /** The real path without its query; a text must match completely. */
  path: RegExp | string
  /** Delays the answer; alone it only delays the real answer. */
  delayMs?: number
  status?: number
  /** A text is sent unchanged, other values as JSON. */
  body?: unknown
  contentType?: string
  /**
   * `hang` never answers; `huge` sends 64 MiB of JSON; `html` is a page with status 200, as a proxy sends; `reset`
   * ends the connection; `empty` sends no body; `error` is the provider's status 500.
   */
  kind?: 'hang' | 'huge' | 'html' | 'reset' | 'empty' | 'error'
  times?: number
}

/** A request as it reached a provider. */
export interface RecordedRequest {
  host: string
  method: string
  path: string
  /** Without the question mark. */
  query: string
  /** Milliseconds since 1970. */
  at: number
}

export interface Traffic {
  faults: Fault[]
  requests: RecordedRequest[]
}

const known = new Set<string>(Object.values(hosts))
const MEBIBYTE = 1_048_576

function* hugeBody() {
  yield '{"padding":"'
  for (let sent = 0; sent < 64; sent += 1) yield 'x'.repeat(MEBIBYTE)
  yield '"}'
}

const matches = ({ host, path }: Fault, request: RecordedRequest): boolean =>
  (host === undefined || host === request.host) &&
  (typeof path === 'string'
    ? path === request.path
    : new RegExp(path.source, path.flags.replaceAll(/[gy]/g, '')).test(request.path))

const takeFault = (traffic: Traffic, request: RecordedRequest): Fault | undefined => {
  const fault = traffic.faults.find((one) => matches(one, request))
  if (!fault || fault.times === undefined) return fault
  fault.times -= 1
  if (fault.times < 1) traffic.faults.splice(traffic.faults.indexOf(fault), 1)
  return fault
}

const withoutAnswer = (reply: FastifyReply, kind: 'hang' | 'reset'): void => {
  reply.hijack()
  if (kind === 'reset') reply.raw.socket?.resetAndDestroy()
}

const answer = (reply: FastifyReply, fault: Fault): FastifyReply => {
  const { kind, status, body, contentType } = fault
  const send = (usual: number, type: string, content: unknown) =>
    reply
      .code(status ?? usual)
      .type(contentType ?? type)
      .send(content)
  if (kind === 'huge') return send(200, 'application/json', Readable.from(hugeBody()))
  if (kind === 'html') return send(200, 'text/html', body ?? '<!doctype html><title>Please wait</title><p>Please wait')
  if (kind === 'empty') return send(200, 'application/json', '')
  if (kind === 'error') return send(500, 'application/json', JSON.stringify(body ?? { error: 'server_error' }))
  return send(200, 'application/json', typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}

const onlyLate = ({ kind, status, body, contentType }: Fault): boolean =>
  kind === undefined && status === undefined && body === undefined && contentType === undefined

const recorded = (method: string, url: string): RecordedRequest | undefined => {
  const { pathname, search } = new URL(url, 'http://world')
  const [, host = '', ...rest] = pathname.split('/')
  if (!known.has(host)) return undefined
  return { host, method, path: `/${rest.join('/')}`, query: search.slice(1), at: Date.now() }
}

/** Records the providers' requests and applies faults. */
export const watchTraffic = (app: FastifyInstance, traffic: Traffic): void => {
  app.addHook('onRequest', async (request, reply) => {
    const entry = recorded(request.method, request.url)
    if (!entry) return
    traffic.requests.push(entry)
    const fault = takeFault(traffic, entry)
    if (fault?.delayMs) await wait(fault.delayMs)
    if (!fault || onlyLate(fault)) return
    if (fault.kind === 'hang' || fault.kind === 'reset') return withoutAnswer(reply, fault.kind)
    await answer(reply, fault)
  })
}
