// Side-by-side benchmarks, printed as ratios: `npm run bench`. See README.md beside this file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../api/src/lib/embedded-postgres/index.ts'
import { openWorld, type World } from './world.ts'
import { peakMemory, type Pinned, startPinned } from './pinned.ts'
import { hammer, type Load } from './wrk.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const say = (line = '') => console.log(line)

/** Alternates the two, so that a disturbance of the machine meets both. */
const sideBySide = async (ours: () => Promise<number>, limit: () => Promise<number>) => {
  const rates = { ours: [] as number[], limit: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    rates.limit.push(await limit())
    rates.ours.push(await ours())
  }
  return { ours: median(rates.ours), limit: median(rates.limit), ratio: median(rates.ours) / median(rates.limit) }
}

const report = (what: string, { ours, limit, ratio }: Awaited<ReturnType<typeof sideBySide>>, aim: string) =>
  say(
    `${what.padEnd(48)} ${ours.toFixed(0).padStart(7)} / ${limit.toFixed(0).padStart(7)} = ${ratio.toFixed(2)}   (aim ${aim})`,
  )

const rate = (load: Omit<Load, 'seconds'>) => async () => {
  const { perSecond, failures } = await hammer({ ...load, seconds })
  if (failures > 0) throw new Error(`${failures} answers of ${load.url} were refusals`)
  return perSecond
}

const profile = async (world: World, server: Pinned, baseline: Pinned) => {
  const load = { path: '/user/profile', tokens: world.tokens, connections: 64 }
  // Until the compiler has seen the code often enough; the larger program needs longer.
  await hammer({ ...load, url: baseline.url, seconds: 2 * seconds })
  await hammer({ ...load, url: server.url, seconds: 2 * seconds })
  const ours = rate({ ...load, url: server.url })
  const limit = rate({ ...load, url: baseline.url })
  report('GET /user/profile, per s / hand-written route', await sideBySide(ours, limit), '≥ 0.70')
}

const passwordLogin = async (world: World, server: Pinned) => {
  const load = { path: '/user/login-username', bodies: world.logins, connections: 8, url: server.url }
  const bare = async () => {
    const { rate: perSecond } = await startPinned('bare-argon2.ts', { BENCH_SECONDS: String(seconds) }).then((run) =>
      run.result<{ rate: number }>(),
    )
    return perSecond
  }
  await hammer({ ...load, seconds: 1 })
  report('password login, per s / bare argon2id verify', await sideBySide(rate(load), bare), '≥ 0.85')
}

const benchOn = async (name: string, databaseUrl: string) => {
  say(`\n${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-'))
  const environment = { DATABASE_URL: databaseUrl, OPENAUTH_DATA_DIR: folder }
  const server = await startPinned('../api/dist/main.js', environment)
  const world = await openWorld(server.url)
  const baseline = await startPinned('baseline.ts', { ...environment, JWKS_URL: `${server.url}/.well-known/jwks.json` })
  try {
    await profile(world, server, baseline)
    await passwordLogin(world, server)
    say(`peak resident memory under load: ${peakMemory(server.pid)} MB   (aim ≤ 250 MB)`)
  } finally {
    await baseline.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-pg-'))
const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
say(`${rounds} rounds of ${seconds} s, medians; server on core 0, load on core 1`)
await benchOn('embedded PostgreSQL', embedded.url).finally(async () => {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
})
if (process.env.DATABASE_URL) await benchOn('PostgreSQL of DATABASE_URL', process.env.DATABASE_URL)
