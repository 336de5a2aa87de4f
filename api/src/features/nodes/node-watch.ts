import type { Network } from '@openauth/client'
import { histogram, secondsSince } from '../../lib/metrics/counters.ts'
import { spans } from '../../lib/tracing/spans.ts'
import { heightOf } from './height.ts'

/** An endpoint whose last call got no answer. */
export interface NodeOutage {
  network: Network
  /** Host and port; the rest of the address may hold an API key. */
  host: string
  /** The first call without an answer since the last one that had one. */
  since: Date
  /** The last call without an answer. */
  lastAt: Date
}

/** The height that an endpoint last told. */
export interface NodeHeight {
  network: Network
  host: string
  height: number
  /** When this height was first told, and last. Milliseconds of `performance.now()`. */
  since: number
  lastAt: number
}

export interface NodeWatch {
  /** The client, with the outcome of each of its asynchronous methods noted. */
  watch: <Rpc extends object>(network: Network, url: string, rpc: Rpc) => Rpc
  /** The endpoints that did not answer when they were last called. */
  outages: () => NodeOutage[]
  /** When the endpoint last answered, if only with a refusal; null if it has not since the server started. */
  lastAnswerAt: (network: Network, url: string) => Date | null
  /** The heights that endpoints told. */
  heights: () => NodeHeight[]
}

/** Upper ends in seconds, to the limit of a call. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const durations = histogram(
  {
    name: 'openauth_node_request_duration_seconds',
    help: 'Time of calls to chain nodes, by network, host and outcome: `answered`, refusals included, or `unanswered`.',
    labels: ['network', 'host', 'outcome'],
  },
  BOUNDS,
)

/** Refusals and rate limits are answers. */
const isNoAnswer = (error: unknown): boolean =>
  ['unavailable', 'timed_out'].includes(String((error as { kind?: unknown } | undefined)?.kind))

const keyOf = (network: Network, url: string) => `${network} ${url}`

type Call = (...args: unknown[]) => Promise<unknown>

/** Called after each call of a node. */
type Note = (isAnswered: boolean) => void

/** Times a call, and has its outcome noted. */
const timed = async (
  name: string,
  facts: { network: Network; host: string },
  call: () => Promise<unknown>,
  note: Note,
) => {
  const { network, host } = facts
  const start = performance.now()
  const end = spans.begin?.(name, { 'rpc.system.name': 'jsonrpc', 'rpc.method': name, 'server.address': host, network })
  const done = (isAnswered: boolean, error?: unknown) => {
    durations.of(network, host, isAnswered ? 'answered' : 'unanswered').observe(secondsSince(start))
    end?.(error)
    note(isAnswered)
  }
  try {
    const answer = await call()
    done(true)
    return answer
  } catch (error) {
    done(!isNoAnswer(error), error)
    throw error
  }
}

/** Notes heights: an endpoint that tells the same one for long has stopped, or has lost its peers. */
const createHeights = () => {
  const heights = new Map<string, NodeHeight>()
  return {
    all: () => [...heights.values()],
    note: (key: string, about: { network: Network; host: string }, height: number | undefined): void => {
      if (height === undefined) return
      const lastAt = performance.now()
      const known = heights.get(key)
      if (known?.height === height) known.lastAt = lastAt
      else heights.set(key, { ...about, height, since: lastAt, lastAt })
    },
  }
}

/** Records the outcome of every call to a node. Makes no calls itself. */
export const createNodeWatch = (): NodeWatch => {
  const failing = new Map<string, NodeOutage>()
  const answeredAt = new Map<string, Date>()
  const heights = createHeights()
  const noteOf = (network: Network, url: string, host: string): Note => {
    const key = keyOf(network, url)
    return (isAnswered) => {
      const now = new Date()
      if (isAnswered) {
        failing.delete(key)
        answeredAt.set(key, now)
      } else failing.set(key, { network, host, since: failing.get(key)?.since ?? now, lastAt: now })
    }
  }
  const watched = (network: Network, url: string, [name, call]: [string, Call]): Call => {
    const { host } = new URL(url)
    const note = noteOf(network, url, host)
    const about = { network, host }
    return async (...args) => {
      const method = name === 'call' ? String(args[0]) : name
      const answer = await timed(method, about, () => call(...args), note)
      if (name === 'call') heights.note(keyOf(network, url), about, heightOf(method, args[1], answer))
      return answer
    }
  }
  return {
    watch: (network, url, rpc) => {
      const members = Object.entries(rpc).map(([name, member]: [string, unknown]) => [
        name,
        typeof member === 'function' ? watched(network, url, [name, member as Call]) : member,
      ])
      return Object.fromEntries(members) as typeof rpc
    },
    outages: () => [...failing.values()],
    lastAnswerAt: (network, url) => answeredAt.get(keyOf(network, url)) ?? null,
    heights: heights.all,
  }
}
