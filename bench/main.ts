// Side-by-side benchmarks, printed as ratios: `npm run bench`. See README.md beside this file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../api/src/lib/embedded-postgres/index.ts'
import { botToken, type LoginMethod, type LoginWorld, openLoginWorld } from './login-world.ts'
import { type Slowdown, slowdowns } from './beside.ts'
import { openWorld, type World } from './world.ts'
import { peakMemory, type Pinned, processorTime, requirePrograms, startPinned, startServer } from './pinned.ts'
import { runLoad, type Load } from './wrk.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const say = (line = '') => console.log(line)

/** What one run showed: answers a second, and the processor's time for one where it is known. Microseconds. */
interface Run {
  perSecond: number
  cost?: number
}

/** Alternates the two, so that a disturbance of the machine meets both. */
const sideBySide = async (ours: () => Promise<Run>, limit: () => Promise<Run>) => {
  const runs = { ours: [] as Run[], limit: [] as Run[] }
  for (let round = 0; round < rounds; round += 1) {
    runs.limit.push(await limit())
    runs.ours.push(await ours())
  }
  return runs
}

const report = (what: string, ours: number, limit: number, ratio: number, aim = '') =>
  say(
    `${what.padEnd(52)} ${ours.toFixed(0).padStart(7)} / ${limit.toFixed(0).padStart(7)} = ${ratio.toFixed(2)}   ${aim}`.trimEnd(),
  )

type Runs = Awaited<ReturnType<typeof sideBySide>>

const reportRates = (what: string, runs: Runs, aim: string) => {
  const [ours, limit] = [runs.ours, runs.limit].map((each) => median(each.map(({ perSecond }) => perSecond)))
  report(what, ours!, limit!, ours! / limit!, `(aim ${aim})`)
}

/** The same ratio from the servers' own processor time, which other programs on the machine disturb far less. */
const reportCosts = (what: string, runs: Runs, aim?: string) => {
  const [ours, limit] = [runs.ours, runs.limit].map((each) => median(each.map(({ cost }) => cost!)))
  report(what, ours!, limit!, limit! / ours!, aim && `(aim ${aim})`)
}

const runOf = (server: Pinned, load: Omit<Load, 'seconds' | 'url'>) => async (): Promise<Run> => {
  const before = processorTime(server.pid)
  const { requests, perSecond } = await runLoad({ ...load, url: server.url, seconds })
  return { perSecond, cost: (processorTime(server.pid) - before) / requests }
}

const profile = async (world: World, server: Pinned, baseline: Pinned) => {
  const load = { path: '/user/profile', tokens: world.tokens, connections: 64 }
  // Until the compiler has seen the code often enough; the larger program needs longer.
  await runLoad({ ...load, url: baseline.url, seconds: 2 * seconds })
  await runLoad({ ...load, url: server.url, seconds: 2 * seconds })
  const runs = await sideBySide(runOf(server, load), runOf(baseline, load))
  reportRates('GET /user/profile, per s / hand-written route', runs, '≥ 1.00')
  reportCosts('  µs of processor, ours / its; ratio as of rates', runs)
  // Alone, a call shares its statement with nobody: what is left is the price of contract, guard and session.
  const alone = { ...load, connections: 1 }
  reportCosts('  the same at 1 connection', await sideBySide(runOf(server, alone), runOf(baseline, alone)), '≥ 0.85')
}

const passwordLogin = async (world: World, server: Pinned, cores: string) => {
  const load = { path: '/user/login-username', bodies: world.logins, connections: 8 }
  const bare = async (): Promise<Run> => {
    const { rate: perSecond } = await startPinned('bare-argon2.ts', { BENCH_SECONDS: String(seconds) }, cores).then(
      (run) => run.result<{ rate: number }>(),
    )
    return { perSecond }
  }
  await runLoad({ ...load, url: server.url, seconds: 1 })
  const what = `password login, per s / bare argon2id, ${cores === '0' ? 'one core' : 'two cores'}`
  reportRates(what, await sideBySide(runOf(server, load), bare), '≥ 0.95')
}

/** On one core, and on both: there the load and the database take their time from the server. */
const passwordLogins = async (world: World, server: Pinned, environment: Record<string, string>) => {
  await passwordLogin(world, server, '0')
  const onTwo = await startServer(environment, '0,1')
  await passwordLogin(world, onTwo, '0,1').finally(() => onTwo.stop())
}

/** Enough challenges for a run, since each works once. */
const challengesFor = (method: LoginMethod): number => (method === 'telegram' ? 200 : seconds * 6000)

const signedLogin = async (world: LoginWorld, method: LoginMethod, server: Pinned, baseline: Pinned) => {
  const run = (at: Pinned) => async () => {
    const bodies = await world.bodies(method, challengesFor(method))
    return runOf(at, { path: `/user/login-${method}`, bodies, connections: 64 })()
  }
  await run(baseline)()
  await run(server)()
  const runs = await sideBySide(run(server), run(baseline))
  reportRates(`${method} login, per s / bare check and statements`, runs, '≥ 0.95')
  reportCosts('  µs of processor, ours / its; ratio as of rates', runs)
}

const signedLogins = async (world: World, server: Pinned, databaseUrl: string) => {
  const logins = await openLoginWorld(server.url, world.adminToken, databaseUrl)
  const environment = { DATABASE_URL: databaseUrl, BENCH_APP: logins.appId, BENCH_BOT_TOKEN: botToken }
  const baseline = await startPinned('login-baseline.ts', environment)
  try {
    for (const method of ['telegram', 'ethereum', 'solana'] as const)
      await signedLogin(logins, method, server, baseline)
  } finally {
    await baseline.stop()
    await logins.close()
  }
}

const besides = async (world: World, server: Pinned) => {
  const { hostileBodies, openapi, registrations } = await slowdowns(world, server, seconds)
  const line = (what: string, { p50, p99 }: Slowdown, aim = '') =>
    say(`${what.padEnd(52)} p50 × ${p50.toFixed(1)}, p99 × ${p99.toFixed(1)}   ${aim}`.trimEnd())
  line('profile beside hostile bodies on a connection (S2)', hostileBodies)
  line('profile beside 16 readers of /openapi.json (S8)', openapi)
  line('login beside 64 registrations of an address (S9)', registrations, '(aim p99 ≤ × 3)')
}

interface SigningRates {
  solana: Rates
  evm: Rates
  vara: { signature: Rates; whole: Rates }
}
type Rates = Record<'ours' | 'limit', number>

/** By the processor's time of one process on one core. */
const signing = async () => {
  const child = await startPinned('signing.ts', { BENCH_SECONDS: String(seconds), BENCH_ROUNDS: String(rounds) })
  const { solana, evm, vara } = await child.result<SigningRates>()
  const tell = (what: string, { ours, limit }: Rates, aim: string) => report(what, ours, limit, ours / limit, aim)
  say('\nsigning, two unwraps included')
  tell('Solana message, per s / bare node:crypto', solana, '(aim ≥ 0.60)')
  tell('ERC-20 transfer, per s / native sign and unwraps', evm, '(aim ≥ 0.60)')
  tell('Vara extrinsic, per s / bare wasm', vara.whole, '(aim ≥ 0.80)')
  tell('  its signature alone', vara.signature, '')
}

/** `npm run bench -- logins` measures one part alone. */
const parts = process.argv.slice(2)
const wanted = (part: string) => parts.length === 0 || parts.includes(part)

const benchOn = async (name: string, databaseUrl: string) => {
  say(`\n${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-'))
  const environment = { DATABASE_URL: databaseUrl, OPENAUTH_DATA_DIR: folder, OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' }
  const server = await startServer(environment)
  const world = await openWorld(server.url)
  const baseline = await startPinned('baseline.ts', { ...environment, JWKS_URL: `${server.url}/.well-known/jwks.json` })
  try {
    if (wanted('profile')) await profile(world, server, baseline)
    if (wanted('passwords')) await passwordLogins(world, server, environment)
    if (wanted('beside')) await besides(world, server)
    if (wanted('logins')) await signedLogins(world, server, databaseUrl)
    say(`peak resident memory under load: ${peakMemory(server.pid)} MB   (aim ≤ 200 MB)`)
  } finally {
    await baseline.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const benchServers = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-pg-'))
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await benchOn('embedded PostgreSQL', embedded.url).finally(async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  })
  if (process.env.DATABASE_URL) await benchOn('PostgreSQL of DATABASE_URL', process.env.DATABASE_URL)
}

requirePrograms()
say(`${rounds} rounds of ${seconds} s, medians; server on core 0, load on core 1`)
if (wanted('signing')) await signing()
if (['profile', 'passwords', 'beside', 'logins'].some(wanted)) await benchServers()
