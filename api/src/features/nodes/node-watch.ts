import type { Network } from '@openauth/client'

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

export interface NodeWatch {
  /** The client, with the outcome of each of its asynchronous methods noted. */
  watch: <Rpc extends object>(network: Network, url: string, rpc: Rpc) => Rpc
  /** The endpoints that did not answer when they were last called. */
  outages: () => NodeOutage[]
  /** When the endpoint last answered, if only with a refusal; null if it has not since the server started. */
  lastAnswerAt: (network: Network, url: string) => Date | null
}

/** Refusals and rate limits are answers. */
const isNoAnswer = (error: unknown): boolean =>
  ['unavailable', 'timed_out'].includes(String((error as { kind?: unknown } | undefined)?.kind))

/** Records the outcome of every call to a node. Makes no calls itself. */
export const createNodeWatch = (): NodeWatch => {
  const failing = new Map<string, NodeOutage>()
  const answeredAt = new Map<string, Date>()
  const keyOf = (network: Network, url: string) => `${network} ${url}`
  const noteAnswer = (network: Network, url: string): void => {
    failing.delete(keyOf(network, url))
    answeredAt.set(keyOf(network, url), new Date())
  }
  const noteFailure = (network: Network, url: string): void => {
    const key = keyOf(network, url)
    const now = new Date()
    failing.set(key, { network, host: new URL(url).host, since: failing.get(key)?.since ?? now, lastAt: now })
  }
  type Call = (...args: unknown[]) => Promise<unknown>
  const watched =
    (network: Network, url: string, call: Call): Call =>
    async (...args) => {
      try {
        const answer = await call(...args)
        noteAnswer(network, url)
        return answer
      } catch (error) {
        if (isNoAnswer(error)) noteFailure(network, url)
        else noteAnswer(network, url)
        throw error
      }
    }
  return {
    watch: (network, url, rpc) => {
      const members = Object.entries(rpc).map(([name, member]: [string, unknown]) => [
        name,
        typeof member === 'function' ? watched(network, url, member as Call) : member,
      ])
      return Object.fromEntries(members) as typeof rpc
    },
    outages: () => [...failing.values()],
    lastAnswerAt: (network, url) => answeredAt.get(keyOf(network, url)) ?? null,
  }
}
