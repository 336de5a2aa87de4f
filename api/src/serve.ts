import { closeSync, constants, openSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { FastifyInstance } from 'fastify'
import { build } from './app.ts'
import { baseUrlOf, deleteCredentialVariables, ignoredSettings, readSettings, type Settings } from './env.ts'
import { openSetupCode, removeSetupCode, setupCodePath } from './features/admins/setup-code.ts'
import { startHousekeeping } from './features/housekeeping.ts'
import { startKeyReloading } from './features/keys/canary.ts'
import { type OpenedResources, openResources } from './resources.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What an operator does next, told once the server answers. */
const nextStep = async (initialized: boolean, { address, dataDir }: { address: string; dataDir: string }) => {
  if (initialized) {
    await removeSetupCode(dataDir)
    return `API reference: ${address}/docs`
  }
  const code = await openSetupCode(dataDir)
  return `Next: create the first admin with  npx openauth setup
From another machine it asks for the set-up code  ${code}  (kept in ${setupCodePath(dataDir)})`
}

/** How long requests under way may take to end once the server stops. Milliseconds. */
const PATIENCE = 10_000

const hasTerminal = (): boolean => {
  try {
    // The controlling terminal, whatever stdin and stdout are. https://man7.org/linux/man-pages/man4/tty.4.html
    closeSync(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY))
    return true
  } catch {
    return false
  }
}

/**
 * Sends what is written to these file descriptors nowhere. The logger would repeat a write that fails with EIO for ever,
 * also when the process ends. https://github.com/pinojs/sonic-boom
 */
const discard = (descriptors: number[]): void => {
  for (const descriptor of descriptors) {
    closeSync(descriptor)
    // The lowest number that is free, which is the one just closed.
    openSync('/dev/null', 'w')
  }
}

/**
 * SIGHUP asks for the keys to be read again, and also says that the terminal was closed: a server that was started in one
 * stops once that is gone.
 */
const stopWithTerminal = (stop: () => void): void => {
  if (!hasTerminal()) return
  // What is written to a terminal that is gone fails; nobody reads it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const shown = [1, 2].filter((descriptor) => isatty(descriptor))
  process.on('SIGHUP', () => {
    if (hasTerminal()) return
    discard(shown.splice(0))
    stop()
  })
}

/** Answers what is under way, cuts off what does not end, then closes what it stands on. A second signal cuts at once. */
const stopOn = (app: FastifyInstance, resources: OpenedResources, stopRegular: () => void): void => {
  const cut = () => app.server.closeAllConnections()
  let stopping = false
  const stop = async () => {
    if (stopping) return cut()
    stopping = true
    stopRegular()
    const timer = setTimeout(cut, PATIENCE)
    await app.close()
    clearTimeout(timer)
    await resources.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  stopWithTerminal(() => void stop())
}

const serve = async (settings: Settings, resources: OpenedResources): Promise<void> => {
  const app = await build(resources)
  const regular = [
    startHousekeeping(resources.db, settings, app.log),
    startKeyReloading(resources.db, resources.keys, app.log),
  ]
  stopOn(app, resources, () => regular.forEach((stop) => stop()))
  await app.listen({ host: settings.host, port: settings.port })
  const { port } = app.server.address() as { port: number }
  const address = baseUrlOf(settings.host, port)
  say(`OpenAuth is ready at ${address}`)
  if (settings.production && !settings.isPublicUrlSet)
    say(
      `Set OPENAUTH_PUBLIC_URL to where browsers reach this server; until then that is taken to be ${settings.publicUrl}`,
    )
  say(await nextStep((await resources.db.prisma.admin.count()) > 0, { address, dataDir: settings.dataDir }))
  app.startJobs()
}

/** What is done with the open resources before the server serves. */
export type Prepare = (resources: OpenedResources) => Promise<void>

const start = async (prepare: Prepare): Promise<void> => {
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  ignoredSettings().forEach(tell)
  const settings = readSettings()
  const resources = await openResources(settings, tell)
  if (settings.signer.kind !== 'inline') deleteCredentialVariables()
  const serving = async () => {
    await prepare(resources)
    await serve(settings, resources)
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
  // Errors that name themselves were written for people; the others are shown with their place.
  return error.name === 'Error' ? (error.stack ?? error.message) : error.message
}

/** Opens everything and serves until the process is told to end. Says why it cannot, and then ends the process. */
export const run = (prepare: Prepare = async () => {}): void => {
  start(prepare).catch((error: unknown) => {
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  })
}
