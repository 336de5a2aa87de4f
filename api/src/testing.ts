import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, fetchTransport } from '@openauth/client'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from '../test/database.ts'
import { build, type BuildOptions } from './app.ts'
import { closeGently } from './close-gently.ts'
import { readSettings, type Settings } from './env.ts'
import { httpFetch, type Send, sendTo } from './http.testing.ts'
import { type OpenedResources, openResources } from './open-resources.ts'
import { checkTransactions } from './features/transfers/monitor.ts'

export interface TestServer {
  app: FastifyInstance
  resources: OpenedResources
  url: string
  settings: Settings
  /** The typed client with a credential, or none. */
  as: (token?: string) => Client
  /** A raw HTTP request, for input that the typed client cannot send. */
  send: Send
  /** Checks the status of a user's unsettled transactions now. */
  checkTransactions: (userId: string) => Promise<void>
  stop: () => Promise<void>
}

const onServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('store').serverUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** A new database for one test file: a copy of the migrated template, which remains until the end of the run. */
export const testDatabase = async (): Promise<{ url: string }> => {
  const { serverUrl, template, redisUrl } = inject('store')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  // Files are copied faster than blocks through the log, where no copy waits for the disk: the cluster of the run.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${redisUrl ? 'WAL_LOG' : 'FILE_COPY'}`)
  return { url: databaseUrl(serverUrl, name) }
}

/**
 * Makes `count` calls, at most 100 concurrently: more connections run into the client's connect timeout on a busy
 * machine. Results are in the order of the calls.
 */
export const inParallel = async <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next++
      answers[index] = await call(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, 100) }, lane))
  return answers
}

/**
 * A loopback port that was free at the time of the call: the server's public address must be known before it listens.
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

export interface TestServerOptions {
  /** Serves the built player app too, whose files a server copies when it starts. */
  playerApp?: boolean
  /** The folder of another build of the console's pages; which OPENAUTH_CONSOLE switches on. */
  consoleFolder?: string
  /** Of `BuildOptions`. */
  build?: Pick<BuildOptions, 'mailPatience' | 'clock' | 'recoveryPatience'>
}

/** Starts the real server on loopback over a given database, which several instances may share. */
export const startServer = async (
  environment: Record<string, string> & { DATABASE_URL: string; OPENAUTH_DATA_DIR: string },
  { playerApp = false, consoleFolder, build: more = {} }: TestServerOptions = {},
): Promise<TestServer> => {
  const { redisUrl } = inject('store')
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    // The machine may be busy with something else.
    OPENAUTH_DATABASE_WAIT: '60',
    OPENAUTH_CONSOLE: 'off',
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    ...environment,
  })
  const resources = await openResources(settings)
  const app = await build(resources, {
    ...(playerApp ? {} : { playerFolder: join(settings.dataDir, 'no-player-app') }),
    ...(consoleFolder === undefined ? {} : { consoleFolder }),
    ...more,
  })
  const url = await app.listen({ host: settings.host, port: settings.port })
  return {
    app,
    resources,
    url,
    settings,
    as: (token) => createClient(fetchTransport({ baseUrl: url, token: () => token, fetch: httpFetch })),
    send: sendTo(url),
    checkTransactions: async (userId) => {
      const where = { userId, settledAt: null }
      await resources.db.prisma.transaction.updateMany({ where, data: { checkAt: new Date(0) } })
      await checkTransactions(app.services, app.log)
    },
    stop: async () => {
      await closeGently(app)
      await resources.close()
    },
  }
}

/** Settings without the public chain nodes that a server knows by default, for tests of calls that ask all of them. */
export const noPublicNodes = Object.fromEntries(
  [
    'SOLANA',
    'VARA',
    'EVM_MAINNET',
    'EVM_SEPOLIA',
    'EVM_BSC',
    'EVM_BSC_TESTNET',
    'EVM_BASE',
    'EVM_BASE_SEPOLIA',
    'EVM_MOONBEAM',
  ].map((chain) => [`OPENAUTH_${chain}_RPC_URLS`, 'off']),
)

/** A server with its own database and data directory; `stop` removes the directory. */
export const testServer = async (
  environment: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<TestServer> => {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  const server = await startServer({ DATABASE_URL: database.url, OPENAUTH_DATA_DIR: folder, ...environment }, options)
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...server, stop }
}

export const adminCredentials = { username: 'operator', password: 'correct horse battery' }

/** Sets the server up and logs the first admin in; resolves to its token. */
export const signInAsAdmin = async ({ as }: Pick<TestServer, 'as'>): Promise<string> => {
  const { initialized } = await as().setup.config()
  if (!initialized) await as().setup.create(adminCredentials)
  return (await as().setup.login(adminCredentials)).token
}

export interface TestApp {
  id: string
  secret: string
  /** The client with the app's secret. */
  client: Client
}

/** Creates an app with the admin's token. */
export const createTestApp = async (
  { as }: Pick<TestServer, 'as'>,
  adminToken: string,
  name: string,
): Promise<TestApp> => {
  const { id } = await as(adminToken).apps.create({ name })
  const { appSecret: secret } = await as(adminToken).apps.secret({ id })
  return { id, secret, client: as(secret) }
}

export interface TestUser {
  id: string
  token: string
  /** The client with the user's token. */
  client: Client
}

/** The user's id as the token has it: to ask the server for the profile would be one more call per user. */
const userIdOf = (token: string): string => {
  const { userId } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { userId: string }
  return userId
}

/** Registers a user by name; its password is `password of {name}`. */
export const signInAs = async ({ as }: TestServer, appId: string, username: string): Promise<TestUser> => {
  const password = `password of ${username}`
  const { token } = await as().login.username({ appId, username, password, type: 'register' })
  return { id: userIdOf(token), token, client: as(token) }
}
