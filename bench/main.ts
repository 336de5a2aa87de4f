// Side-by-side benchmarks, printed as ratios: `npm run bench`. See README.md beside this file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@openauth/embedded-postgres'
import { botToken, type LoginMethod, type LoginFixtures, createLoginFixtures } from './login-fixtures.ts'
import { measureSigning } from './signing-rates.ts'
import { measureSlowdowns, type Slowdown } from './slowdown.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { measureBoards } from './boards.ts'
import { measureBackup } from './backup.ts'
import { measureBots } from './bots.ts'
import { measureBulk } from './bulk.ts'
import { measureConsole } from './console.ts'
import { measureGrowth } from './growth.ts'
import { measureGameDays } from './game-days.ts'
import { measureLists } from './lists.ts'
import { measureProvider } from './provider.ts'
import { measureTapPage } from './tap-page.ts'
import { measureTaps, type TapsBench } from './taps.ts'
import { measureWebhooks } from './webhooks.ts'
import {
  peakMemory,
  type PinnedProcess,
  processorTime,
  requirePrograms,
  startPinned,
  startServer,
} from './pinned-process.ts'
import { createApps, seed } from './seed.ts'
import { runLoad, type Load } from './wrk.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const print = (line = '') => console.log(line)

/** The result of one run. */
interface Run {
  /** Answers per second. */
  perSecond: number
  /** Microseconds of processor time per answer, where it is known. */
  cost?: number
}

/** Alternates the two, so that a disturbance of the machine affects both. */
const alternate = async (ours: () => Promise<Run>, baseline: () => Promise<Run>) => {
  const runs = { ours: [] as Run[], baseline: [] as Run[] }
  for (let round = 0; round < rounds; round += 1) {
    runs.baseline.push(await baseline())
    runs.ours.push(await ours())
  }
  return runs
}

const report = (label: string, ours: number, baseline: number, ratio: number, aim = '') =>
  print(
    `${label.padEnd(52)} ${ours.toFixed(0).padStart(7)} / ${baseline.toFixed(0).padStart(7)} = ${ratio.toFixed(2)}   ${aim}`.trimEnd(),
  )

type Runs = Awaited<ReturnType<typeof alternate>>

/** Prints requests per second. */
const reportRates = (label: string, runs: Runs, aim: string) => {
  const [ours, baseline] = [runs.ours, runs.baseline].map((each) => median(each.map(({ perSecond }) => perSecond)))
  report(label, ours!, baseline!, ours! / baseline!, `(aim ${aim})`)
}

/**
 * Prints processor time per request, which other programs on the machine disturb less than rates. The ratio is baseline
 * / ours, so that a higher ratio is better, as for rates.
 */
const reportCosts = (label: string, runs: Runs, aim?: string) => {
  const [ours, baseline] = [runs.ours, runs.baseline].map((each) => median(each.map(({ cost }) => cost!)))
  report(label, ours!, baseline!, baseline! / ours!, aim && `(aim ${aim})`)
}

const runOf = (server: PinnedProcess, load: Omit<Load, 'seconds' | 'url'>) => async (): Promise<Run> => {
  const before = processorTime(server.pid)
  const { requests, perSecond } = await runLoad({ ...load, url: server.url, seconds })
  return { perSecond, cost: (processorTime(server.pid) - before) / requests }
}

const profile = async (fixtures: Fixtures, server: PinnedProcess, baseline: PinnedProcess) => {
  const load = { path: '/user/profile', tokens: fixtures.tokens, connections: 64 }
  // Warms up: the just-in-time compiler optimizes code that ran often.
  await runLoad({ ...load, url: baseline.url, seconds: 2 * seconds })
  await runLoad({ ...load, url: server.url, seconds: 2 * seconds })
  const runs = await alternate(runOf(server, load), runOf(baseline, load))
  reportRates('GET /user/profile, per s / hand-written route', runs, '≥ 1.00')
  reportCosts('  CPU µs per request, ratio inverted', runs)
  // One connection alone shares no statements: this measures the cost of contract, guard and session.
  const alone = { ...load, connections: 1 }
  reportCosts(
    '  CPU µs per request at 1 connection',
    await alternate(runOf(server, alone), runOf(baseline, alone)),
    '≥ 0.85',
  )
}

const passwordLogin = async (fixtures: Fixtures, server: PinnedProcess, cores: string) => {
  const load = { path: '/user/login-username', bodies: fixtures.logins, connections: 8 }
  const bareHash = async (): Promise<Run> => {
    const { rate: perSecond } = await startPinned('bare-argon2.ts', { BENCH_SECONDS: String(seconds) }, cores).then(
      (run) => run.result<{ rate: number }>(),
    )
    return { perSecond }
  }
  await runLoad({ ...load, url: server.url, seconds: 1 })
  const label = `password login, per s / bare argon2id, ${cores === '0' ? 'one core' : 'two cores'}`
  reportRates(label, await alternate(runOf(server, load), bareHash), '≥ 0.95')
}

/** On one core, and on two. On two, the load and the database compete with the server. */
const passwordLogins = async (fixtures: Fixtures, server: PinnedProcess, environment: Record<string, string>) => {
  await passwordLogin(fixtures, server, '0')
  const onTwo = await startServer(environment, '0,1')
  await passwordLogin(fixtures, onTwo, '0,1').finally(() => onTwo.stop())
}

/** Bodies for one run: more than can be sent, since each challenge is accepted once. */
const challengesFor = (method: LoginMethod): number => (method === 'telegram' ? 200 : seconds * 6000)

const signedLogin = async (
  fixtures: LoginFixtures,
  method: LoginMethod,
  server: PinnedProcess,
  baseline: PinnedProcess,
) => {
  const run = (target: PinnedProcess) => async () => {
    const bodies = await fixtures.bodies(method, challengesFor(method))
    return runOf(target, { path: `/user/login-${method}`, bodies, connections: 64 })()
  }
  await run(baseline)()
  await run(server)()
  const runs = await alternate(run(server), run(baseline))
  reportRates(`${method} login, per s / bare check and statements`, runs, '≥ 0.95')
  reportCosts('  CPU µs per request, ratio inverted', runs)
}

const signedLogins = async (fixtures: Fixtures, server: PinnedProcess, databaseUrl: string) => {
  const logins = await createLoginFixtures(server.url, fixtures.adminToken, databaseUrl)
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

const slowdowns = async (fixtures: Fixtures, server: PinnedProcess) => {
  const { hostileBodies, openapi, registrations } = await measureSlowdowns(fixtures, server, seconds)
  const line = (label: string, { p50, p99 }: Slowdown, aim = '') =>
    print(`${label.padEnd(52)} p50 × ${p50.toFixed(1)}, p99 × ${p99.toFixed(1)}   ${aim}`.trimEnd())
  line('profile during hostile bodies, 1 connection (S2)', hostileBodies)
  line('profile during reads of /openapi.json, 16 (S8)', openapi)
  line('login during registrations of one address, 64 (S9)', registrations, '(aim p99 ≤ × 3)')
}

/** Parts to run, as arguments (`npm run bench -- logins`); all by default. */
const parts = process.argv.slice(2)
const isSelected = (part: string) => parts.length === 0 || parts.includes(part)

/** What operators see of a million users: the API's lists, and the console in a browser. */
const manyUsers = async (
  { admin, adminToken }: Fixtures,
  { url }: PinnedProcess,
  environment: { DATABASE_URL: string },
) => {
  const apps = await createApps(url, adminToken)
  await seed(environment.DATABASE_URL, apps)
  const common = { adminToken, apps, print }
  if (isSelected('lists') || isSelected('stats'))
    await measureLists({ ...common, url, databaseUrl: environment.DATABASE_URL, isSelected })
  if (!isSelected('console')) return
  const withConsole = await startServer({ ...environment, OPENAUTH_CONSOLE: 'on' }, '0,1')
  await measureConsole({ ...common, url: withConsole.url, admin }).finally(() => withConsole.stop())
}

/** Measures two in turn and prints the ratios of their rates and of their processor time. */
const compare: TapsBench['compare'] = async (label, ours, baseline, aim) => {
  const runs = await alternate(ours, baseline)
  reportRates(label, runs, aim)
  reportCosts('  CPU µs per request, ratio inverted', runs)
}

const benchOn = async (name: string, databaseUrl: string) => {
  print(`\n${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-'))
  const loopback = { OPENAUTH_TRUSTED_PROXIES: '127.0.0.1', OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' }
  const environment = { DATABASE_URL: databaseUrl, OPENAUTH_DATA_DIR: folder, ...loopback }
  const server = await startServer(environment)
  const fixtures = await createFixtures(server.url)
  const baseline = await startPinned('profile-baseline.ts', {
    ...environment,
    JWKS_URL: `${server.url}/.well-known/jwks.json`,
  })
  try {
    if (isSelected('profile')) await profile(fixtures, server, baseline)
    if (isSelected('passwords')) await passwordLogins(fixtures, server, environment)
    if (isSelected('taps')) await measureTaps({ fixtures, server, environment, seconds, compare, print })
    if (isSelected('tap-page')) {
      const token = fixtures.tokens[0]!
      await measureTapPage({ url: server.url, token, seconds: 30, print })
    }
    if (isSelected('provider')) await measureProvider({ fixtures, environment, seconds, compare })
    if (isSelected('game-days')) await measureGameDays(environment.DATABASE_URL, print)
    if (isSelected('webhooks')) await measureWebhooks({ server, environment, adminToken: fixtures.adminToken, print })
    if (isSelected('slowdowns')) await slowdowns(fixtures, server)
    if (isSelected('logins')) await signedLogins(fixtures, server, databaseUrl)
    if (['lists', 'stats', 'console'].some(isSelected)) await manyUsers(fixtures, server, environment)
    print(`peak resident memory under load: ${peakMemory(server.pid)} MB   (aim ≤ 200 MB)`)
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

// Not by default, and without wrk: it needs a million users and PostgreSQL's tools.
if (parts.includes('backup')) await measureBackup(print)
if (parts.join() === 'backup') process.exit(0)
requirePrograms()
print(`${rounds} rounds of ${seconds} s, medians; server on core 0, load on core 1`)
if (isSelected('signing')) await measureSigning({ rounds, seconds, report, print })
// Not by default: they take some minutes.
if (parts.includes('bots')) measureBots(print)
if (parts.includes('bulk')) await measureBulk(print)
// Not by default: it needs a million players.
if (parts.includes('boards')) await measureBoards(print)
// Not by default: it fills the disk with players for many minutes.
if (parts.includes('growth')) await measureGrowth(seconds, print)
const served = 'profile passwords taps tap-page slowdowns logins lists stats console game-days webhooks provider'.split(
  ' ',
)
if (served.some(isSelected)) await benchServers()
