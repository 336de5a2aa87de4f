import type { Fixtures } from './fixtures.ts'
import { createClient, fetchTransport } from '@openauth/client'
import { type PinnedProcess, processorTime, startPinned } from './pinned-process.ts'
import { runLoad } from './wrk.ts'

/** Rules by which no tap of the load is refused: what is measured is the work of a tap that counts. */
const generous = {
  taps: { perSecond: 100, burstSeconds: 600 },
  energy: { max: 1_000_000, perSecond: 10_000 },
  // Invitations are settled by the first tap, which is not measured.
  referral: { verifiedAt: 1 },
}

interface Cost {
  /** Answers per second. */
  perSecond: number
  /** Microseconds of processor time per answer. */
  cost: number
}

export interface TapsBench {
  fixtures: Fixtures
  server: PinnedProcess
  environment: Record<string, string>
  seconds: number
  /** Measures ours and the baseline in turn and prints the ratios. */
  compare: (label: string, ours: () => Promise<Cost>, baseline: () => Promise<Cost>, aim: string) => Promise<void>
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
  const load = (to: PinnedProcess, connections: number, allowRefusals?: boolean) => async () => {
    const taps = numbered.get(to.url) ?? 0
    const before = processorTime(to.pid)
    const common = { path: '/api/click', tokens: fixtures.tokens, seconds, allowRefusals }
    const result = await runLoad({ ...common, url: to.url, taps, connections })
    // Requests on the way at the end are not counted by the load, but by the server.
    numbered.set(to.url, taps + Math.ceil((result.requests + connections) / fixtures.tokens.length))
    return { ...result, cost: (processorTime(to.pid) - before) / result.requests }
  }
  try {
    // Each account is brought to the new rules by its first tap, while further taps of its player may be refused.
    await load(server, 64, true)()
    await load(baseline, 64)()
    for (const connections of [64, 192]) {
      const latencies: number[] = []
      const ours = async () => {
        const run = await load(server, connections)()
        latencies.push(run.p99 / 1000)
        return run
      }
      await compare(
        `POST /api/click, ${connections} connections, per s / bare commits`,
        ours,
        load(baseline, connections),
        '≥ 0.70',
      )
      print(`  p99 of each round: ${latencies.map((each) => each.toFixed(0)).join(', ')} ms   (aim ≤ 60)`)
    }
  } finally {
    await baseline.stop()
  }
}
