import { setTimeout as wait } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hosts } from './hosts.ts'

/** What goes wrong at a provider, from when it is set until it is cleared or has happened `times` times. */
export interface Fault {
  /** One of the hosts, such as `api.github.com`; every one unless given. */
  host?: string
  /** The real path without its query: all of it where it is text. */
  path: RegExp | string
  /** Comes before the answer; alone it only makes the real answer late. */
  delayMs?: number
  status?: number
  /** Sent as it is where it is text, otherwise as JSON. */
  body?: unknown
  contentType?: string
  /**
   * `hang` never answers; `huge` sends 64 MiB of JSON; `html` a page with status 200, as a proxy does; `reset` ends the
   * connection; `empty` sends no body; `error` is the provider's status 500.
   */
  kind?: 'hang' | 'huge' | 'html' | 'reset' | 'empty' | 'error'
  times?: number
}

/** A request that reached a provider. */
export interface RecordedRequest {
  host: string
  method: string
  path: string
  /** Without its question mark. */
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

const take = (traffic: Traffic, request: RecordedRequest): Fault | undefined => {
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

/** Records what reaches the providers and lets go wrong what is to go wrong. */
export const watchTraffic = (app: FastifyInstance, traffic: Traffic): void => {
  app.addHook('onRequest', async (request, reply) => {
    const entry = recorded(request.method, request.url)
    if (!entry) return
    traffic.requests.push(entry)
    const fault = take(traffic, entry)
    if (fault?.delayMs) await wait(fault.delayMs)
    if (!fault || onlyLate(fault)) return
    if (fault.kind === 'hang' || fault.kind === 'reset') return withoutAnswer(reply, fault.kind)
    await answer(reply, fault)
  })
}
