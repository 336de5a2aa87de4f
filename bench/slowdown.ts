// How much longer one caller waits while another sends requests that cost the server much (findings S2, S8 and S9).
import type { Fixtures } from './fixtures.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { runLoad, type Load } from './wrk.ts'

/** Latencies under another caller's load, as multiples of those without it. */
export interface Slowdown {
  p50: number
  p99: number
}

type Requests = Omit<Load, 'url' | 'seconds'>

/** Measures one connection alone, then while another caller sends a load. */
const slowdown = async (
  server: PinnedProcess,
  seconds: number,
  measured: Requests,
  load: Requests,
): Promise<Slowdown> => {
  const target = { url: server.url, seconds }
  // The first run warms up.
  await runLoad({ ...target, ...measured })
  const alone = await runLoad({ ...target, ...measured })
  const [underLoad] = await Promise.all([
    runLoad({ ...target, ...measured }),
    runLoad({ ...target, ...load, allowRefusals: true }),
  ])
  return { p50: underLoad.p50 / alone.p50, p99: underLoad.p99 / alone.p99 }
}

/** The largest body that `login-telegram` accepts, full of unknown fields. */
const hostileBody = (appId: string): string => {
  const data: Record<string, unknown> = {}
  for (let index = 0; JSON.stringify({ appId, data }).length < 60_000; index += 500)
    for (let field = index; field < index + 500; field += 1) data[`f${field}`] = []
  return JSON.stringify({ appId, data })
}

/**
 * Slowdowns by hostile bodies on one connection, by 16 readers of the OpenAPI document, and by 64 registrations at
 * once.
 */
export const measureSlowdowns = async (fixtures: Fixtures, server: PinnedProcess, seconds: number) => {
  const profile = { path: '/user/profile', tokens: fixtures.tokens, connections: 1 }
  const login = { path: '/user/login-username', bodies: fixtures.logins, connections: 1 }
  // More names than can be hashed in the time: a name that is taken is refused without a hash.
  const registrations = Array.from({ length: 2_000 * seconds }, (_, index) =>
    JSON.stringify({ appId: fixtures.appId, username: `flood ${index}`, password: 'a password', type: 'register' }),
  )
  return {
    hostileBodies: await slowdown(server, seconds, profile, {
      path: '/user/login-telegram',
      bodies: [hostileBody(fixtures.appId)],
      connections: 1,
    }),
    openapi: await slowdown(server, seconds, profile, { path: '/openapi.json', connections: 16 }),
    registrations: await slowdown(
      server,
      2 * seconds,
      { ...login, headers: { 'X-Forwarded-For': '198.51.100.1' } },
      {
        path: '/user/login-username',
        bodies: registrations,
        connections: 64,
        headers: { 'X-Forwarded-For': '203.0.113.1' },
      },
    ),
  }
}
