import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { FastifyInstance } from 'fastify'
import { build } from './app.ts'
import { closeGently } from './close-gently.ts'
import { deleteCredentialVariables, ignoredSettings, readSettings, type Settings } from './env.ts'
import { openSetupCode, removeSetupCode, setupCodePath } from './features/admins/setup-code.ts'
import { startHousekeeping } from './features/housekeeping.ts'
import { carryOutDeletions } from './features/privacy/carry-out.ts'
import { startKeyReloading } from './features/keys/canary.ts'
import { dataVersion } from './features/recovery/installation.ts'
import { startCleanUp } from './features/recovery/clean-up.ts'
import { watchData } from './features/recovery/watch-data.ts'
import { startRollups } from './features/rollups/rollup.ts'
import { startStatusLine } from './status-line.ts'
import { baseUrlOf, DEFAULT_PORT, setupCommandFor } from './listen-address.ts'
import { type OpenedResources, openResources } from './open-resources.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The operator's next step, printed once the server answers. */
const nextStep = async (initialized: boolean, { address, dataDir }: { address: string; dataDir: string }) => {
  if (initialized) {
    await removeSetupCode(dataDir)
    return `API reference: ${address}/docs`
  }
  const code = await openSetupCode(dataDir)
  return `Next: create the first admin with  ${setupCommandFor(address)}
From another machine it asks for the set-up code  ${code}  (kept in ${setupCodePath(dataDir)})`
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

/** Listens, and prints where the server answers and what the operator does next. Returns the port. */
const listen = async (app: FastifyInstance, settings: Settings, { db }: OpenedResources): Promise<number> => {
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
  const { metricsListen } = settings.observability
  if (metricsListen) say(`Metrics: ${baseUrlOf(metricsListen.host, metricsListen.port)}/metrics`)
  say(await nextStep((await db.prisma.admin.count()) > 0, { address, dataDir: settings.dataDir }))
  return port
}

interface Served {
  port: number
  /** Whether it ended because a restore has replaced the data, also by another server. */
  isReplaced: boolean
}

/**
 * Serves until a stop is requested, or until the data are replaced. Then it finishes running requests, and aborts those that exceed the time limit; a
 * second request aborts them at once. The resources are in use until it resolves or rejects.
 */
const serve = async (settings: Settings, resources: OpenedResources, stopRequests: StopRequests): Promise<Served> => {
  const { signal } = stopRequests
  const version = await dataVersion(resources.db)
  const app = await build(resources)
  stopRequests.again = () => app.server.closeAllConnections()
  try {
    signal.throwIfAborted()
    app.services.auditChain.start(app.background)
    startHousekeeping(app.background, app.services, settings)
    startKeyReloading(app.background, resources.db, resources.keys)
    startRollups(app.background, resources.db)
    startCleanUp(app.background, resources.db)
    const replaced = watchData(app.background, resources.db, version)
    await deleteAgain(app, signal)
    const port = await listen(app, settings, resources)
    signal.throwIfAborted()
    app.services.jobs.start()
    if (settings.observability.statusLine && process.stdout.isTTY)
      startStatusLine(app.background, app.services.requestCounts, say)
    const isReplaced = await Promise.race([replaced.then(() => true), once(signal, 'abort').then(() => false)])
    if (isReplaced) say('A restore has replaced the data. Reading them anew …')
    return { port, isReplaced }
  } finally {
    await closeGently(app)
  }
}

/** Before anybody logs in: after a restore, users who were deleted since the backup. */
const deleteAgain = async (app: FastifyInstance, signal: AbortSignal): Promise<void> => {
  await app.ready()
  await carryOutDeletions({ ...app.services, log: app.log }, signal, 'repeated')
}

/** Runs with the open resources before the server listens. The signal is aborted when the server stops. */
export type Prepare = (resources: OpenedResources, signal: AbortSignal) => Promise<void>

const start = async (prepare: Prepare, stopRequests: StopRequests): Promise<void> => {
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  ignoredSettings().forEach(tell)
  const settings = readSettings()
  const { signal } = stopRequests
  let resources = await openResources(settings, tell, signal)
  if (settings.signer.kind !== 'inline') deleteCredentialVariables()
  try {
    await prepare(resources, signal)
    let served = await serve(settings, resources, stopRequests)
    // All that was read before, in whichever cache, is of data that are gone. The keys are the same, and their credentials
    // are no longer in the environment.
    while (served.isReplaced) {
      await resources.closeButKeys()
      resources = await openResources(settings, tell, signal, resources.keys)
      served = await serve({ ...settings, port: served.port }, resources, stopRequests)
    }
  } finally {
    await resources.close()
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Another program, perhaps another OpenAuth, already listens on port ${port} (${error.message}). Stop it, or set PORT to another, as in  PORT=${(port ?? DEFAULT_PORT) + 1} npm start`
  if (syscall === 'getaddrinfo' || syscall === 'listen') return `${error.message}. Look at HOST and PORT.`
  // Errors with their own name have messages for operators; others are printed with their stack.
  return error.name === 'Error' ? (error.stack ?? error.message) : error.message
}

/** Opens all resources and serves until a signal. A failure is printed and ends the process. */
export const run = (prepare: Prepare = async () => {}): void => {
  const stopRequests = listenForStop()
  const ended = start(prepare, stopRequests).catch((error: unknown) => {
    if (stopRequests.signal.aborted) return
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  })
  void ended.then(() => process.exit(0))
}
