import { existsSync, lstatSync, mkdirSync, statfsSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism, freemem, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const answers = (url: string) =>
  new Promise<boolean>((tell) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    const done = (answer: boolean) => {
      socket.destroy()
      tell(answer)
    }
    socket.setTimeout(1000, () => done(false))
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })

/** A PostgreSQL and a Redis of the machine's, for `npm run test:services`. */
const postgresUrl = process.env.OPENAUTH_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
const redisUrl = process.env.OPENAUTH_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'
const hasServices = (await answers(postgresUrl)) && (await answers(redisUrl))
if (!hasServices && process.argv.includes('postgres+redis'))
  throw new Error(`No answer from ${postgresUrl} and ${redisUrl}.`)

/** Programs are looked for where Debian's package or Go's archive puts them too, which is not on everybody's PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/go/bin']
const pathOf = (program: string) => folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
const hasPgBouncer = pathOf('pgbouncer') !== undefined
if (!hasPgBouncer) console.error('No PgBouncer on this machine: the server is not tested behind it.')
const hasPromtool = pathOf('promtool') !== undefined
if (!hasPromtool) console.error('No promtool on this machine: Prometheus is not asked about alerts and metrics.')
const go = pathOf('go')
if (!go) console.error('No Go on this machine: the Go program of docs/verify-a-token.md is not run.')

/** The AWS SDK's warning that it ends its support of Node 20 is for operators; test runs omit it (L12). */
const quiet = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

/**
 * Each file's database is a thousand small files: on a disk, to make and delete them is a tenth of the whole run. Linux
 * has a folder in memory for all users; in a container it may be small.
 */
const memory = '/dev/shm'
const useMemoryForTemporaryFiles = () => {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, freemem()) < 6e9) return
  const folder = join(memory, `openauth-tests-${process.getuid?.()}`)
  // PostgreSQL, which refuses to run as root, reaches its files through it as another user.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  // Somebody else may have made it before.
  if (lstatSync(folder).isDirectory() && lstatSync(folder).uid === process.getuid?.()) process.env.TMPDIR = folder
}
useMemoryForTemporaryFiles()

const common = {
  env: { ...quiet, ...(go ? { OPENAUTH_TEST_GO: go } : {}) },
  // A file inherits the modules of those before it in its worker: loading the server takes longer than most tests.
  isolate: false,
  // What a test allocates is mostly garbage soon: with more room for it, V8 collects it a quarter as often.
  execArgv: ['--max-semi-space-size=64'],
  // A limit ends what hangs; it is no measure of speed. Two pages and a chain on two busy cores take their time.
  testTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  hookTimeout: 300_000,
}
// Sources are imported as they are: no build of a workspace stands between a change and its test. Vitest loads a global
// set-up in an environment of its own, which takes no conditions from the others.
const resolve = { conditions: ['openauth-source'] }
const source = { resolve, ssr: { resolve }, environments: { __vitest__: { resolve } } }

/**
 * Files that mock a module, replace a global, or kill what the other files of a worker share; and one for each of whose
 * thousands of strings V8 would go through all that the files before it have left.
 */
const isolated = [
  'api/src/features/transfers/chains/solana/review-alike.security.test.ts',
  'api/src/custody/{wallets/wallet-secrets,kek/cached-unwrap.security}.test.ts',
  'cli/test/terminal-width.test.ts',
  'desktop/test/{main,updates}.test.ts',
  'player-web/src/host/{bridge,host-forged-events.security}.test.ts',
  'player-web/test/wallet/screens.test.tsx',
]
/**
 * `npm run test:e2e`: what starts programs of its own, the built ones or those of others, derives keys at their full cost, restores whole
 * databases, waits for blocks or for services that do not answer, or opens pages in Chromium.
 */
const endToEnd = ['**/*.{browser,process}{,.security}.test.{ts,tsx}']
/** What runs on the machine's PostgreSQL and Redis as well, by `npm run test:services`. */
const server = ['api/src/{*,features/**/*}.test.ts', 'api/test/**/*.test.ts']
/** What does not depend on the database or on Redis as sessions, limits, races and several servers do. */
const embeddedOnly = [
  'api/src/features/{transfers/chains,wallets,nodes,keys,avatars,apps,admins,content,player,dapp-permissions}/**',
  'api/src/features/app-secrets/**',
  'api/src/features/{policies,tokens,passkeys,approvals,oidc-connections,privacy,data-map,pictures}/**',
  'api/src/features/user-management/*.test.ts',
  'api/src/features/game/{tasks,fair-play,stats}/**',
  // Whole restores take minutes, and run on the embedded PostgreSQL in `npm run test:e2e`.
  'api/src/features/recovery/*.process{,.security}.test.ts',
  'api/src/features/account/{account,display-names.security}.test.ts',
  'api/src/features/{login/purposes,login/replayed-credentials,login/landing-intent,distinct-names}.security.test.ts',
  'api/src/features/{transfers/disabled-sender,transfers/initiators,account-changes/account-takeover,account-changes/undo}.security.test.ts',
  'api/src/{env,player-settings}.test.ts',
  'api/src/features/login/{matrix.security,take-over,telegram.security}.test.ts',
  'api/test/{documents,verify-a-token,pgbouncer,server,stop,early-stop,sends-crash,sends-logs,login-logs,privacy-logs,approvals-crash,restore-crash}.process{,.security}.test.ts',
  'api/test/promtool.test.ts',
  'api/test/{openapi,pages.security,contract.security,fuzz.security,hostile-bodies.security}.test.ts',
]
const services = {
  globalSetup: ['api/test/database.ts'],
  env: { ...quiet, OPENAUTH_TEST_POSTGRES: postgresUrl, OPENAUTH_TEST_REDIS: redisUrl },
}
const all = ['{client,ui,api,cli,desktop,player-web,localnet,packages,soak,tools}/**/*.test.{ts,tsx,mjs}']

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/out/**',
  ...(hasPromtool ? [] : ['api/test/promtool.test.ts']),
  ...(hasPgBouncer ? [] : ['api/test/pgbouncer.process.test.ts']),
]
const project = (name: string, include: string[], without: string[], more: object = {}) => ({
  ...source,
  test: { ...common, name, include, exclude: [...exclude, ...without], ...more },
})

/** One more than cores, where there is memory: while a test waits for a chain or a browser, another has its core. */
const maxWorkers = Math.max(2, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 2e9)))

/** Small files that take long. Without what an earlier run has measured, Vitest begins with the largest files. */
const longest = [
  'desktop/test/package.process.test.ts',
  'tools/openapi/lint.process.test.ts',
  'api/test/verify-a-token.process.test.ts',
  'api/test/documents.process.test.ts',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  // For the global set-up.
  ...source,
  test: {
    sequence: { sequencer: LongestFirst },
    // One cluster and one bundle for all projects.
    globalSetup: ['api/test/database.ts', 'tools/test-bundle.mjs'],
    maxWorkers,
    projects: [
      // One project for most files: workers are not shared between projects, and each loads the server again.
      project('embedded', all, [...isolated, ...endToEnd]),
      project('end-to-end', endToEnd, []),
      project('isolated', isolated, [], { isolate: true }),
      // `npm run pictures`: those of the documents.
      project('pictures', ['{cli,desktop,player-web}/test/pictures/*.pictures.ts'], []),
      ...(hasServices ? [project('postgres+redis', server, [...isolated, ...embeddedOnly], services)] : []),
    ],
  },
})
