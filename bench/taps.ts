import type { Fixtures } from './fixtures.ts'
import { createClient, fetchTransport } from '@openauth/client'
import { startPinned, type PinnedProcess } from './pinned-process.ts'
import { runLoad } from './wrk.ts'

/** Rules by which no tap of the load is refused: what is measured is the work of a tap that counts. */
const generous = { taps: { perSecond: 100, burstSeconds: 600 }, energy: { max: 1_000_000, perSecond: 10_000 } }

interface TapsBench {
  fixtures: Fixtures
  server: PinnedProcess
  environment: Record<string, string>
  seconds: number
  /** Measures ours and the baseline in turn and prints the ratio. */
  compare: (label: string, ours: () => Promise<number>, baseline: () => Promise<number>, aim: string) => Promise<void>
  print: (line: string) => void
}

/** Batches of taps of 200 players on 64 and 192 connections, beside a hand-written route that commits in groups. */
export const measureTaps = async (bench: TapsBench): Promise<void> => {
  const { fixtures, server, environment, seconds, compare, print } = bench
  const admin = createClient(fetchTransport({ baseUrl: server.url, token: () => fixtures.adminToken }))
  await admin.gameRules.update({ appId: fixtures.appId, ...generous })
  const baseline = await startPinned('taps-baseline.ts', {
    ...environment,
    JWKS_URL: `${server.url}/.well-known/jwks.json`,
  })
  /** The last number of each server's batches. */
  const numbered = new Map<string, number>()
  const load = (url: string, connections: number) => async () => {
    const taps = numbered.get(url) ?? 0
    const result = await runLoad({ url, path: '/api/click', tokens: fixtures.tokens, taps, connections, seconds })
    // Requests on the way at the end are not counted by the load, but by the server.
    numbered.set(url, taps + Math.ceil((result.requests + connections) / fixtures.tokens.length))
    return result
  }
  try {
    await load(server.url, 64)()
    await load(baseline.url, 64)()
    for (const connections of [64, 192]) {
      const latencies: number[] = []
      const ours = async () => {
        const { perSecond, p99 } = await load(server.url, connections)()
        latencies.push(p99 / 1000)
        return perSecond
      }
      const theirs = async () => (await load(baseline.url, connections)()).perSecond
      await compare(`POST /api/click, ${connections} connections, per s / bare commits`, ours, theirs, '≥ 0.70')
      print(`  p99 of each round: ${latencies.map((each) => each.toFixed(0)).join(', ')} ms   (aim ≤ 60)`)
    }
  } finally {
    await baseline.stop()
  }
}
