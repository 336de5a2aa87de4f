// The token endpoint of an app as OpenID provider beside oidc-provider alone: api/src/features/oidc-provider.
import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient, fetchTransport } from '@openauth/client'
import { type PinnedProcess, processorTime, startPinned, startServer } from './pinned-process.ts'
import { basic, type BenchClient, refreshTokenOf, returnTo } from './provider-logins.ts'
import type { TapsBench } from './taps.ts'

type Bench = Omit<TapsBench, 'server' | 'print'>

const CONNECTIONS = 32
/** A refresh token is replaced this often at once; then its pace is limited. */
const CHAIN = 55

/** Refresh tokens, each with the uses that it has left. */
type Chains = { token: string; left: number }[]

const chainsOf = (tokens: string[]): Chains => tokens.map((token) => ({ token, left: CHAIN }))

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Replaces a refresh token. Throws on any refusal. */
const refresh = async (address: string, authorization: string, token: string): Promise<string> => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString()
  const headers = {
    authorization,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  }
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request(address, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body)
  })
  const given = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode} ${given}`)
  return (JSON.parse(given) as { refresh_token: string }).refresh_token
}

interface Target {
  server: PinnedProcess
  address: string
  chains: Chains
}

/** Refreshes on all connections for some seconds, each connection with tokens of its own. */
const load = async ({ server, address, chains }: Target, authorization: string, seconds: number) => {
  const begun = performance.now()
  const before = processorTime(server.pid)
  let count = 0
  const work = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const chain = chains.shift()
      if (!chain) throw new Error('the refresh tokens are used up')
      for (; chain.left > 0 && performance.now() - begun < seconds * 1000; chain.left -= 1, count += 1)
        chain.token = await refresh(address, authorization, chain.token)
      if (chain.left > 0) chains.push(chain)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const elapsed = (performance.now() - begun) / 1000
  return { perSecond: count / elapsed, cost: (processorTime(server.pid) - before) / count }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A client of the benchmarked app, and a login of each user there. */
const logIn = async (
  fixtures: Bench['fixtures'],
  server: PinnedProcess,
): Promise<{ client: BenchClient; tokens: string[] }> => {
  const admin = createClient(fetchTransport({ baseUrl: server.url, token: () => fixtures.adminToken }))
  const { appId } = fixtures
  await admin.apps.update({ id: appId, oidcProviderEnabled: true })
  const scopes = ['openid', 'offline_access'] as const
  const made = await admin.oidcClients.create({ appId, name: 'Bench', redirectUris: [returnTo], scopes: [...scopes] })
  const client = { issuer: made.issuer, id: made.id, secret: made.clientSecret! }
  const tokens: string[] = []
  for (const userToken of fixtures.tokens) tokens.push(await refreshTokenOf(client, userToken))
  return { client, tokens }
}

/** Prints rates and processor time of refreshes: each replaces a token, signs an ID token and makes an access token. */
export const measureProvider = async (bench: Bench): Promise<void> => {
  const { fixtures, seconds, compare } = bench
  // The issuer is the public address.
  const port = await freePort()
  const at = { PORT: String(port), OPENAUTH_PUBLIC_URL: `http://127.0.0.1:${port}` }
  const server = await startServer({ ...bench.environment, ...at })
  const { client, tokens } = await logIn(fixtures, server)
  const baseline = await startPinned('provider-baseline.ts', { BENCH_CLIENT: client.id, BENCH_SECRET: client.secret })
  try {
    const minted = (await (await fetch(`${baseline.url}/mint?count=4000`)).json()) as string[]
    const ours = { server, address: `${client.issuer}/token`, chains: chainsOf(tokens) }
    const bare = { server: baseline, address: `${baseline.url}/token`, chains: chainsOf(minted) }
    const run = (target: Target) => () => load(target, basic(client), seconds)
    await run(bare)()
    await run(ours)()
    const label = 'refreshes, 32 connections, per s / oidc-provider alone'
    await compare(label, run(ours), run(bare), '≥ 0.70')
  } finally {
    agent.destroy()
    await baseline.stop()
    await server.stop()
  }
}
