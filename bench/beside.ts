// How long one caller waits while another loads the server as findings S2, S8 and S9 did.
import type { World } from './world.ts'
import type { Pinned } from './pinned.ts'
import { runLoad, type Load } from './wrk.ts'

/** Times as many as without the load. */
export interface Slowdown {
  p50: number
  p99: number
}

type Requests = Omit<Load, 'url' | 'seconds'>

/** One connection's latencies beside a load, divided by those of the same connection alone. */
const slowdown = async (server: Pinned, seconds: number, one: Requests, load: Requests): Promise<Slowdown> => {
  const at = { url: server.url, seconds }
  await runLoad({ ...at, ...one })
  const alone = await runLoad({ ...at, ...one })
  const [beside] = await Promise.all([runLoad({ ...at, ...one }), runLoad({ ...at, ...load, allowRefusals: true })])
  return { p50: beside.p50 / alone.p50, p99: beside.p99 / alone.p99 }
}

/** The largest body that login-telegram takes, of fields that it does not know. */
const hostileBody = (appId: string): string => {
  const data: Record<string, unknown> = {}
  for (let index = 0; JSON.stringify({ appId, data }).length < 60_000; index += 500)
    for (let field = index; field < index + 500; field += 1) data[`f${field}`] = []
  return JSON.stringify({ appId, data })
}

/** What others pay for one caller's hostile bodies, reads of the contract and flood of registrations. */
export const slowdowns = async (world: World, server: Pinned, seconds: number) => {
  const profile = { path: '/user/profile', tokens: world.tokens, connections: 1 }
  const login = { path: '/user/login-username', bodies: world.logins, connections: 1 }
  const registrations = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify({ appId: world.appId, username: `flood ${index}`, password: 'a password', type: 'register' }),
  )
  return {
    hostileBodies: await slowdown(server, seconds, profile, {
      ...{ path: '/user/login-telegram', bodies: [hostileBody(world.appId)], connections: 1 },
    }),
    openapi: await slowdown(server, seconds, profile, { path: '/openapi.json', connections: 16 }),
    registrations: await slowdown(
      server,
      2 * seconds,
      { ...login, headers: { 'X-Forwarded-For': '198.51.100.1' } },
      {
        ...{ path: '/user/login-username', bodies: registrations, connections: 64 },
        headers: { 'X-Forwarded-For': '203.0.113.1' },
      },
    ),
  }
}
