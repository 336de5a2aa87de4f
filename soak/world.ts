import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, startProgram } from './programs.ts'

export interface World {
  /** The address of the server. */
  url: string
  /** The address of the login providers. */
  providersUrl: string
  /** An origin on the app's list, to which logins may return. */
  demoUrl: string
  faucetUrl: string
  appId: string
  /** Process ids. */
  serverPid: number
  localnetPid: number
  /** Stops everything and removes the data folder. */
  stop: () => Promise<void>
}

/** The message of localnet/src/dev.ts. */
interface LocalnetMessage {
  environment: Record<string, string>
  app: { id: string }
  faucetUrl: string
  providersUrl: string
  demoUrl: string
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })

/** Settings in the caller's shell are not passed to this server: DATABASE_URL may name a real database. */
const isSetting = (name: string) =>
  /^(OPENAUTH_|PLAYER_|AWS_|VAULT_)|^(NODE_ENV|PORT|HOST|LOG_LEVEL|DATABASE_URL|REDIS_URL)$/.test(name)

const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)))

interface LogLine {
  level?: number
}
/** Of pino: https://getpino.io/#/docs/api?id=loggerlevels-object */
const ERROR_LEVEL = 50

/** Lines on standard error that report no error. */
const harmless =
  /^(bigint: Failed to load bindings|oidc-provider WARNING: Unsupported runtime|postgres: Database started on port )/

/** The error in a line of a program's output; undefined without one. */
export const errorOf = (line: string, isError: boolean): string | undefined => {
  if (isError) return harmless.test(line) ? undefined : line
  if (!line.startsWith('{')) return undefined
  const { level = 0 } = JSON.parse(line) as LogLine
  return level >= ERROR_LEVEL ? line : undefined
}

interface Started {
  programs: Program[]
  onFailure: (kind: string, reason: unknown) => void
  interrupted: AbortSignal
}

/** Rejects when the run is interrupted. */
const unlessInterrupted = <T>({ interrupted }: Started, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(new Error('Interrupted'))
      if (interrupted.aborted) stop()
      interrupted.addEventListener('abort', stop)
    }),
  ])

const reporting = (onFailure: Started['onFailure'], name: string) => (line: string, isError: boolean) => {
  const error = errorOf(line, isError)
  if (error !== undefined) onFailure(`${name}: an error in its output`, error)
}

const startLocalnet = async (started: Started, apiUrl: string) => {
  const { programs, onFailure } = started
  const program = startProgram({
    name: 'The localnet',
    script: 'localnet/src/dev.ts',
    args: [apiUrl, '--free-ports'],
    env: plainEnvironment(),
    onLine: reporting(onFailure, 'localnet'),
    onExit: (reason) => onFailure('localnet: ended', reason),
  })
  programs.push(program)
  return { program, ...(await unlessInterrupted(started, program.message<LocalnetMessage>())) }
}

const startServer = async (
  started: Started,
  {
    environment,
    args,
    port,
    dataDir,
  }: { environment: Record<string, string>; args: string[]; port: number; dataDir: string },
) => {
  const { programs, onFailure } = started
  const program = startProgram({
    name: 'The server',
    script: 'api/src/dev.ts',
    args,
    env: {
      ...plainEnvironment(),
      // With the built player pages and a signer process, as in production.
      NODE_ENV: 'production',
      PORT: String(port),
      OPENAUTH_PUBLIC_URL: `http://127.0.0.1:${port}`,
      OPENAUTH_DATA_DIR: dataDir,
      OPENAUTH_TRUSTED_PROXIES: 'loopback',
      ...environment,
    },
    onLine: reporting(onFailure, 'server'),
    onExit: (reason) => onFailure('server: ended', reason),
  })
  programs.push(program)
  await unlessInterrupted(started, program.line('OpenAuth is ready at '))
  return program
}

const startIn = async (folder: string, started: Started): Promise<Omit<World, 'stop'>> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { program: localnet, environment, app, faucetUrl, providersUrl, demoUrl } = await startLocalnet(started, url)
  const appFile = join(folder, 'app.json')
  await writeFile(appFile, JSON.stringify(app), { mode: 0o600 })
  const dataDir = join(folder, 'data')
  const server = await startServer(started, { environment, args: [appFile, faucetUrl], port, dataDir })
  const pids = { serverPid: server.pid, localnetPid: localnet.pid }
  return { url, providersUrl, demoUrl, faucetUrl, appId: app.id, ...pids }
}

/**
 * Starts everything that `npm run dev` starts (login providers, mail, chains, faucet, demo page and the server) on
 * free ports and in a temporary folder. `onFailure` receives every error in a log, and programs that end. Rejects
 * after stopping everything if something does not start or the run is interrupted.
 */
export const startWorld = async (onFailure: Started['onFailure'], interrupted: AbortSignal): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-soak-'))
  const programs: Program[] = []
  const stop = async () => {
    // The server stops first, since it still calls the chains.
    for (const program of programs.splice(0).toReversed()) await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await startIn(folder, { programs, onFailure, interrupted })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
