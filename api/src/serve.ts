import { closeSync, constants, openSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { FastifyInstance } from 'fastify'
import { build } from './app.ts'
import { baseUrlOf, deleteCredentialVariables, ignoredSettings, readSettings, type Settings } from './env.ts'
import { openSetupCode, removeSetupCode, setupCodePath } from './features/admins/setup-code.ts'
import { startHousekeeping } from './features/housekeeping.ts'
import { startKeyReloading } from './features/keys/canary.ts'
import { startRollups } from './features/statistics/rollup.ts'
import { type OpenedResources, openResources } from './resources.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The operator's next step, printed once the server answers. */
const nextStep = async (initialized: boolean, { address, dataDir }: { address: string; dataDir: string }) => {
  if (initialized) {
    await removeSetupCode(dataDir)
    return `API reference: ${address}/docs`
  }
  const code = await openSetupCode(dataDir)
  return `Next: create the first admin with  npx openauth setup
From another machine it asks for the set-up code  ${code}  (kept in ${setupCodePath(dataDir)})`
}

/** Time limit for running requests when the server stops, in milliseconds. */
const PATIENCE = 10_000

/** How often connections are closed whose request was answered meanwhile. Milliseconds. */
const IDLE_EVERY = 100

/** Answers what is under way; Node closes the connections that are idle when it is asked, and not those that become so. */
const closeGently = async (app: FastifyInstance): Promise<void> => {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_EVERY)
  const cut = setTimeout(() => app.server.closeAllConnections(), PATIENCE)
  await app.close()
  clearInterval(idle)
  clearTimeout(cut)
}

const hasTerminal = (): boolean => {
  try {
    // The controlling terminal, independent of stdin and stdout. https://man7.org/linux/man-pages/man4/tty.4.html
    closeSync(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY))
    return true
  } catch {
    return false
  }
}

/**
 * Redirects these file descriptors to the null device. The logger would otherwise repeat a write that fails with EIO
 * forever, also when the process ends. https://github.com/pinojs/sonic-boom
 */
const discard = (descriptors: number[]): void => {
  for (const descriptor of descriptors) {
    closeSync(descriptor)
    // Opens as the lowest free descriptor, which is the one just closed.
    openSync('/dev/null', 'w')
  }
}

/**
 * SIGHUP requests a reload of the keys, but also signals a closed terminal. A server that was started in a terminal
 * stops when that is gone.
 */
const stopWithTerminal = (stop: () => void): void => {
  // By default it ends the process. Before the keys are there, there is nothing to reload.
  if (!hasTerminal()) return void process.on('SIGHUP', () => {})
  // Writes to a closed terminal fail, and there is no reader.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const shown = [1, 2].filter((descriptor) => isatty(descriptor))
  process.on('SIGHUP', () => {
    if (hasTerminal()) return
    discard(shown.splice(0))
    stop()
  })
}

interface StopRequests {
  /** Aborted by the first request. */
  signal: AbortSignal
  /** Called at each further one. */
  again: () => void
}

/**
 * Listens to the signals that stop the server. Call it before anything is opened: the database is a process of its own,
 * which would outlive this one.
 */
const listenForStop = (): StopRequests => {
  const stopping = new AbortController()
  const requests: StopRequests = { signal: stopping.signal, again: () => {} }
  const request = () => (stopping.signal.aborted ? requests.again() : stopping.abort())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, request)
  stopWithTerminal(request)
  return requests
}

/**
 * Finishes running requests, aborts those that exceed the time limit, then closes the resources. A second signal aborts
 * at once.
 */
const stopOn = (
  requests: StopRequests,
  app: FastifyInstance,
  resources: OpenedResources,
  stopRegular: () => void,
): void => {
  requests.signal.throwIfAborted()
  const stop = async () => {
    stopRegular()
    await closeGently(app)
    await resources.close()
    process.exit(0)
  }
  requests.signal.addEventListener('abort', () => void stop())
  requests.again = () => app.server.closeAllConnections()
}

const serve = async (settings: Settings, resources: OpenedResources, stopRequests: StopRequests): Promise<void> => {
  const app = await build(resources)
  const regular = [
    startHousekeeping(resources.db, settings, app.log),
    startKeyReloading(resources.db, resources.keys, app.log),
    startRollups(resources.db, app.log),
  ]
  stopOn(stopRequests, app, resources, () => regular.forEach((stop) => stop()))
  await app.listen({ host: settings.host, port: settings.port, listenTextResolver: () => '' })
  const { port } = app.server.address() as { port: number }
  const address = baseUrlOf(settings.host, port)
  say(`OpenAuth is ready at ${address}`)
  if (settings.production && !settings.isPublicUrlSet)
    say(
      `Set OPENAUTH_PUBLIC_URL to the address where browsers reach this server; until then it is taken to be ${settings.publicUrl}`,
    )
  const isPublic = settings.console === 'on' && settings.isPublicUrlSet
  if (settings.console !== 'off') say(`The operators' console: ${isPublic ? settings.publicUrl : address}/console`)
  say(await nextStep((await resources.db.prisma.admin.count()) > 0, { address, dataDir: settings.dataDir }))
  app.startJobs()
}

/** Runs with the open resources before the server listens. */
export type Prepare = (resources: OpenedResources) => Promise<void>

const start = async (prepare: Prepare, stopRequests: StopRequests): Promise<void> => {
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  ignoredSettings().forEach(tell)
  const settings = readSettings()
  const resources = await openResources(settings, tell, stopRequests.signal)
  if (settings.signer.kind !== 'inline') deleteCredentialVariables()
  const serving = async () => {
    await prepare(resources)
    await serve(settings, resources, stopRequests)
  }
  await serving().catch(async (error: unknown) => {
    await resources.close()
    throw error
  })
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `${error.message}. Stop what uses that port, or set PORT to another.`
  if (syscall === 'getaddrinfo' || syscall === 'listen') return `${error.message}. Look at HOST and PORT.`
  // Errors with their own name have messages for operators; others are printed with their stack.
  return error.name === 'Error' ? (error.stack ?? error.message) : error.message
}

/** Opens all resources and serves until a signal. A failure is printed and ends the process. */
export const run = (prepare: Prepare = async () => {}): void => {
  const stopRequests = listenForStop()
  start(prepare, stopRequests).catch((error: unknown) => {
    if (stopRequests.signal.aborted) process.exit(0)
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  })
}
