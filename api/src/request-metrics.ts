import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { counter, type Cell, histogram, type Timing } from './lib/metrics/counters.ts'
import { gauges, type Gauges } from './lib/metrics/gauges.ts'

const answered = counter(
  'openauth_http_requests_total',
  "Answered requests, by method, the route's template, and the class of the status.",
  'method',
  'route',
  'status',
)

/** Upper ends in seconds, from a cached read to the 10 s after which most clients give up. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const durations = histogram(
  {
    name: 'openauth_http_request_duration_seconds',
    help: "Time from a request's headers to the end of its answer, by method and the route's template.",
    labels: ['method', 'route'],
  },
  BOUNDS,
)

/** What is counted of one route; looked up when the route is added, so that an answer adds to plain numbers. */
interface RouteCounts {
  duration: Timing | undefined
  classes: (Cell | undefined)[]
}

/** Requests to paths that no route has; whoever tries paths adds no series. */
const UNMATCHED = 'unmatched'

const countOf = (method: string, route: string, counts: RouteCounts, { statusCode, elapsedTime }: FastifyReply) => {
  // Made at the first answer: routes that nobody calls are no lines of a scrape.
  counts.duration ??= durations.of(method, route)
  counts.duration.observe(elapsedTime / 1000)
  const first = Math.floor(statusCode / 100)
  const cell = (counts.classes[first] ??= answered.of(method, route, `${first}xx`))
  cell.value += 1
}

type OnResponse = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** The hook of a route. One that several methods share has counts for each. */
const hookOf = (route: string): OnResponse => {
  const byMethod = new Map<string, RouteCounts>()
  return ({ method }, reply, done) => {
    let counts = byMethod.get(method)
    if (!counts) byMethod.set(method, (counts = { duration: undefined, classes: [] }))
    countOf(method, route, counts, reply)
    done()
  }
}

/** Methods that strangers make up are one series. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

const countUnmatched = (app: FastifyInstance): void => {
  const byMethod = new Map<string, RouteCounts>()
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.is404) return done()
    const method = knownMethods.has(request.method) ? request.method : 'other'
    let counts = byMethod.get(method)
    if (!counts) byMethod.set(method, (counts = { duration: undefined, classes: [] }))
    countOf(method, UNMATCHED, counts, reply)
    done()
  })
}

/** Counts requests and their durations. Call it before routes are added. Returns what is under way. */
export const measureRequests = (app: FastifyInstance): Gauges => {
  let inFlight = 0
  // Hooks do not run for a client that goes away; every response closes.
  const ended = () => void (inFlight -= 1)
  app.server.on('request', (_, response: ServerResponse) => {
    inFlight += 1
    response.once('close', ended)
  })
  app.addHook('onRoute', (route) => {
    const own = route.onResponse ?? []
    route.onResponse = [...(Array.isArray(own) ? own : [own]), hookOf(route.url)] as typeof route.onResponse
  })
  countUnmatched(app)
  return gauges('http', { openauth_http_requests_in_flight: 'Requests that are being answered.' }, () => [
    { name: 'openauth_http_requests_in_flight', value: inFlight },
  ])
}
