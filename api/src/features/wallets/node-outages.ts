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

export interface NodeOutages {
  /** The client, with the outcome of each of its asynchronous methods noted. */
  watch: <Rpc extends object>(network: Network, url: string, rpc: Rpc) => Rpc
  /** The endpoints that did not answer when they were last called. */
  outages: () => NodeOutage[]
}

/** Refusals and rate limits are answers. */
const isNoAnswer = (error: unknown): boolean =>
  ['unavailable', 'timed_out'].includes(String((error as { kind?: unknown } | undefined)?.kind))

/** Notes what the server's own calls learn of its nodes; makes no call itself. */
export const createNodeOutages = (): NodeOutages => {
  const failing = new Map<string, NodeOutage>()
  const note = (network: Network, url: string, isFailing: boolean): void => {
    const key = `${network} ${url}`
    if (!isFailing) return void failing.delete(key)
    const now = new Date()
    failing.set(key, { network, host: new URL(url).host, since: failing.get(key)?.since ?? now, lastAt: now })
  }
  type Call = (...args: unknown[]) => Promise<unknown>
  const watched =
    (network: Network, url: string, call: Call): Call =>
    async (...args) => {
      try {
        const answer = await call(...args)
        note(network, url, false)
        return answer
      } catch (error) {
        note(network, url, isNoAnswer(error))
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
  }
}
